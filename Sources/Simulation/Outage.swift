import Retry
import Synchronization

/// The part of a recovery before the server is back. Each client's requests are its own affair until the first that
/// arrives at or after `recoverAt`, which is put into the calendar.
final class Outage: Sendable {
  private let run: RecoveryRun
  /// The first request of each client that meets the server. Their order depends on the threads, but nothing after it
  /// does: whoever empties a bucket orders it by time and client.
  let calendar: Mutex<Calendar>
  /// Requests so far, to stop a run that is too long.
  private let sent = Atomic(0)

  init(_ run: RecoveryRun) {
    self.run = run
    let buckets = RecoveryRun.mostBuckets
    let span = Int(run.table.backoff.capMicroseconds / run.bucket) + 2
    calendar = Mutex(Calendar(arrivals: run.clients, spread: min(buckets, span), buckets: buckets))
  }

  /// Runs every client up to the server's return.
  /// - Throws: `RunStopped.cancelled`, or `.bound` if that takes more requests than a run may send.
  func outcome(_ rule: some WaitRule, _ monitor: RunMonitor) throws(RunStopped) -> RecoveryOutcome {
    let run = run
    // About 65,000 requests, which take a fraction of a millisecond.
    let perClient = 3 * run.recoverAt / run.table.backoff.capMicroseconds + 8
    let block = max(1, min(4_096, Int(65_536 / perClient)))
    let parts = try monitor.inBlocks((run.clients + block - 1) / block) {
      OutageKernel(run)
    } work: { kernel, index in
      guard self.sent.load(ordering: .relaxed) <= run.mostSends else { return }
      let before = kernel.sent
      kernel.simulate(index * block..<min(run.clients, (index + 1) * block), rule)
      self.sent.add(kernel.sent - before, ordering: .relaxed)
      self.calendar.withLock { kernel.empty(into: $0) }
    }
    guard sent.load(ordering: .relaxed) <= run.mostSends else {
      throw .bound("the outage alone takes more than \(run.mostSends) requests")
    }
    var outcome = RecoveryOutcome(clients: run.clients)
    for index in 0..<run.firstBucket {
      outcome.refuse(parts.reduce(0) { $0 + Int($1.counts[index]) }, in: index, isOutage: true)
    }
    outcome.gaveUp = parts.reduce(0) { $0 + $1.gaveUp }
    if parts.contains(where: \.isCut) { outcome.cut = .buckets }
    return outcome
  }
}

/// One thread's share of the outage.
struct OutageKernel: Sendable {
  private let run: RecoveryRun
  private let slices: Divisor
  /// Requests in each bucket of the outage.
  private(set) var counts: [UInt32]
  private(set) var sent = 0
  private(set) var gaveUp = 0
  /// True if a client's next request lies beyond the last bucket.
  private(set) var isCut = false
  /// The arrivals of the clients just simulated, with their buckets.
  private var arrivals: [(bucket: UInt32, arrival: Arrival)] = []

  init(_ run: RecoveryRun) {
    self.run = run
    slices = Divisor(UInt64(run.bucket))
    counts = Array(repeating: 0, count: run.firstBucket)
  }

  @inline(__always)
  mutating func simulate(_ clients: Range<Int>, _ rule: some WaitRule) {
    let run = run
    let slices = slices
    let increment = SplitMix64.increment
    for client in clients {
      var rule = rule
      var state = run.draws.state(client: client)
      var time: Int64 = 0
      var retry = 0
      while retry < run.mostRetries {
        let wait = rule.next(run.table.ceiling(retry), state)
        time &+= wait
        if time >= run.recoverAt {
          keep(client, retry, wait, time)
          break
        }
        counts[slices.quotient(time)] &+= 1
        state &+= increment
        retry += 1
      }
      if retry == run.mostRetries { gaveUp += 1 }
      sent += retry
    }
  }

  private mutating func keep(_ client: Int, _ retry: Int, _ wait: Int64, _ time: Int64) {
    let bucket = slices.quotient(time)
    guard bucket < RecoveryRun.mostBuckets else {
      isCut = true
      return
    }
    arrivals.append(
      (
        UInt32(truncatingIfNeeded: bucket),
        Arrival(client, retries: retry, wait: wait, offset: time - Int64(bucket) * run.bucket)
      ))
  }

  mutating func empty(into calendar: Calendar) {
    for (bucket, arrival) in arrivals { calendar.add(arrival, to: Int(bucket)) }
    arrivals.removeAll(keepingCapacity: true)
  }
}
