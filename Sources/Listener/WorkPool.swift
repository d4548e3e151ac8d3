package import HTTP
import Threads

/// Threads of its own that run work, in the order and within the bounds of a `WorkQueue`.
package final class WorkPool: Sendable {
  package struct Job: Sendable {
    let cancellation: Cancellation
    let run: @Sendable () -> Void

    package init(cancellation: Cancellation = Cancellation(), run: @escaping @Sendable () -> Void) {
      self.cancellation = cancellation
      self.run = run
    }
  }

  private struct State {
    var queue: WorkQueue<Job>
    var skipped = 0
    var isStopped = false
  }

  /// What there is to do at one moment.
  struct Counts {
    var waiting: [WorkClass: Int]
    /// In seconds of work, as expected.
    var waitingSeconds: [WorkClass: Double]
    var running: Int
    /// Jobs dropped before they began, since nobody waited for them any more.
    var skipped: Int
  }

  private let threads: Int
  private let state: Monitor<State>

  package init(_ rules: WorkRules) {
    threads = max(1, rules.threads) + rules.liveThreads
    state = Monitor(State(queue: WorkQueue(rules, seed: UInt64(Clock.wallMicroseconds()))))
  }

  package func start() {
    for _ in 0..<threads { SystemThread.start { self.work() } }
  }

  /// Lets threads end once they have finished what they run; jobs that wait are dropped.
  package func stop() {
    state.withLock {
      $0.isStopped = true
      _ = $0.queue.remove { _ in true }
    }
    state.wakeAll()
  }

  /// Adds a job, unless it would have to wait for too long.
  /// - Returns: nil, or in how many seconds to try again.
  package func submit(_ demand: WorkDemand, _ job: Job) -> Int? {
    let (refused, canBegin) = state.withLock { state -> (Int?, Bool) in
      if state.isStopped { return (1, false) }
      let refused = state.queue.submit(job, demand, now: Clock.microseconds())?.seconds
      return (refused, refused == nil && state.queue.canBegin)
    }
    // A thread that could only go back to sleep would be taken from the work that all of them do.
    if canBegin { state.wakeOne() }
    return refused
  }

  /// Takes a job out of the queue that nobody waits for any more.
  func withdraw(_ cancellation: Cancellation) {
    state.withLock { $0.skipped += $0.queue.remove { $0.cancellation === cancellation } }
  }

  func counts() -> Counts {
    state.withLock { state in
      let kinds = WorkClass.allCases
      return Counts(
        waiting: Dictionary(uniqueKeysWithValues: kinds.map { ($0, state.queue.waitingCount($0)) }),
        waitingSeconds: Dictionary(uniqueKeysWithValues: kinds.map { ($0, state.queue.waitingSeconds($0)) }),
        running: state.queue.runningCount, skipped: state.skipped)
    }
  }

  private func work() {
    while true {
      let next: (running: WorkQueue<Job>.Running?, others: Bool) = state.wait { state in
        if state.isStopped { return (nil, false) }
        guard let running = state.queue.next(now: Clock.microseconds()) else { return nil }
        return (running, state.queue.canBegin)
      }
      guard let running = next.running else { return }
      if next.others { state.wakeOne() }
      if !running.job.cancellation.isCancelled { running.job.run() }
      let isWhole = !running.job.cancellation.isCancelled
      state.withLock { $0.queue.finish(running, isWhole: isWhole, now: Clock.microseconds()) }
    }
  }
}
