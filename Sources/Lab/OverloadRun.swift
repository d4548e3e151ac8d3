import HTTP
import Listener
import Simulation
import Synchronization
import Threads

/// Two small pools under the same rising load: one refuses what it could not answer in time, by the rules that the server
/// itself goes by, the other takes everything in and works through it in order.
struct OverloadRun: Sendable {
  /// Percent of the capacity.
  let loads: [Int]
  let step: Duration
  let work: Duration
  let timeout: Duration

  enum Variant: CaseIterable {
    case admission, none
  }

  /// What came of the requests that were sent in one step.
  struct Step: Sendable {
    var sent = 0
    var refused = 0
    /// Answered, and in time.
    var answered = 0
    var inTime = 0
    /// How long those answered in time had to wait, in milliseconds.
    var waits: [Double] = []
  }

  struct Outcome: Sendable {
    let variant: Variant
    var steps: [Step]
  }

  static let threads = 2
  /// How long the capacity is measured.
  static let calibration = Duration.milliseconds(300)

  /// - Returns: the capacity in requests a second, and what came of each step.
  func run(_ patience: Patience) throws -> (capacity: Double, [Outcome]) {
    let capacity = try measured(patience)
    let other = try WorkerThread { Result { () throws(RunStopped) in try self.outcome(.none, capacity, patience) } }
    let mine = Result { () throws(RunStopped) in try outcome(.admission, capacity, patience) }
    let others = other.join()
    return (capacity, [try mine.get(), try others.get()])
  }

  /// How many requests a second the threads do when there are always some to do.
  private func measured(_ patience: Patience) throws(RunStopped) -> Double {
    let pool = pool(.none)
    defer { pool.stop() }
    let done = Counter()
    let begin = ContinuousClock.now
    while ContinuousClock.now - begin < Self.calibration {
      while done.begun.load(ordering: .relaxed) - done.ended.load(ordering: .relaxed) < 2 * Self.threads {
        done.begun.add(1, ordering: .relaxed)
        _ = pool.submit(
          .live(seconds: work.seconds),
          WorkPool.Job {
            doWork(patience); done.ended.add(1, ordering: .relaxed)
          })
      }
      guard patience.upTo(.milliseconds(1)).sleep() else { throw .cancelled }
    }
    return max(1, Double(done.ended.load(ordering: .relaxed)) / (ContinuousClock.now - begin).seconds)
  }

  private func outcome(_ variant: Variant, _ capacity: Double, _ patience: Patience) throws(RunStopped) -> Outcome {
    let pool = pool(variant)
    defer { pool.stop() }
    let tally = Tally(loads.count)
    var start = ContinuousClock.now
    for (index, load) in loads.enumerated() {
      let count = Int((capacity * Double(load) / 100 * step.seconds).rounded())
      for number in 0..<count {
        let due = start + step * number / count
        if due > .now, !patience.upTo(due).sleep() { throw .cancelled }
        send(to: pool, in: index, tally, patience)
      }
      start += step
    }
    guard patience.upTo(start + timeout).sleep() else { throw .cancelled }
    return Outcome(variant: variant, steps: tally.end())
  }

  private func send(to pool: WorkPool, in index: Int, _ tally: Tally, _ patience: Patience) {
    let sent = ContinuousClock.now
    tally.count(in: index) { $0.sent += 1 }
    let refusal = pool.submit(
      .live(seconds: work.seconds),
      WorkPool.Job {
        let wait = ContinuousClock.now - sent
        doWork(patience)
        let isInTime = ContinuousClock.now - sent <= timeout
        tally.count(in: index) { step in
          step.answered += 1
          if isInTime {
            step.inTime += 1
            step.waits.append(wait.seconds * 1_000)
          }
        }
      })
    if refusal != nil { tally.count(in: index) { $0.refused += 1 } }
  }

  private func doWork(_ patience: Patience) { _ = patience.upTo(work).sleep() }

  private func pool(_ variant: Variant) -> WorkPool {
    var rules = WorkRules(threads: 1)
    rules.liveThreads = Self.threads
    switch variant {
    // What has waited for half its client's patience is still answered in time.
    case .admission: rules.patience[.live] = timeout.seconds / 2
    case .none:
      rules.patience[.live] = .infinity
      rules.capacities[.live] = .max
    }
    let pool = WorkPool(rules)
    pool.start()
    return pool
  }

  private final class Counter: Sendable {
    let begun = Atomic(0)
    let ended = Atomic(0)
  }

  private final class Tally: Sendable {
    /// Nil after the end.
    private let steps: Mutex<[Step]?>

    init(_ count: Int) { steps = Mutex(Array(repeating: Step(), count: count)) }

    func count(in index: Int, _ change: (inout Step) -> Void) {
      steps.withLock { steps in
        if var counted = steps.take() {
          change(&counted[index])
          steps = counted
        }
      }
    }

    /// What was counted. What is answered later counts no more.
    func end() -> [Step] { steps.withLock { $0.take() } ?? [] }
  }
}
