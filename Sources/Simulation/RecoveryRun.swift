import Retry
import Synchronization

/// The model of `recovery` for one strategy. Every client fails at 0 and backs off. A request that arrives before
/// `recoverAt` is refused; from then on each bucket serves its first `capacity` arrivals, by time and then by client
/// number, and refuses the others, which back off again from the moment of their arrival. A time at the edge belongs to
/// the bucket that begins there.
struct RecoveryRun: Sendable {
  let clients: Int
  let table: WaitTable
  let draws: Draws
  /// Microseconds, a multiple of the bucket.
  let recoverAt: Int64
  /// Microseconds.
  let bucket: Int64
  let capacity: Int
  /// Retries after which a client gives up.
  let mostRetries: Int
  /// Requests beyond which the run stops.
  let mostSends: Int

  /// Arrivals are followed through so many buckets, and no further.
  static let mostBuckets = 100_000

  var firstBucket: Int { Int(recoverAt / bucket) }

  /// - Throws: `RunStopped.cancelled`, or `.bound` if the outage alone takes more requests than a run may send.
  func outcome(_ monitor: RunMonitor) throws(RunStopped) -> RecoveryOutcome {
    let backoff = table.backoff
    switch backoff.strategy {
    case .immediate, .constant, .exponential: return try inStep(monitor)
    case .full: return try scattered(FullWait(), monitor)
    case .equal: return try scattered(EqualWait(), monitor)
    case .decorrelated: return try scattered(DecorrelatedWait(backoff), monitor)
    }
  }

  /// Without jitter all clients that are left arrive at the same time, and the lowest numbers are served: one walk
  /// through the waves.
  private func inStep(_ monitor: RunMonitor) throws(RunStopped) -> RecoveryOutcome {
    var outcome = RecoveryOutcome(clients: clients)
    var time: Int64 = 0
    for retry in 0..<mostRetries {
      if outcome.succeeded == clients { break }
      if retry & 0xFFFF == 0 { try monitor.check() }
      time += table.backoff.microseconds(retry: retry, previous: 0, draw: 0)
      let index = Int(time / bucket)
      if index >= RecoveryRun.mostBuckets || retry >= mostSends {
        outcome.cut = retry >= mostSends ? .requests : .buckets
        return outcome
      }
      let waiting = clients - outcome.succeeded
      if time < recoverAt {
        outcome.refuse(waiting, in: index, isOutage: true)
      } else {
        let served = min(waiting, capacity - outcome.served(in: index))
        outcome.serve(served, in: index) { _ in time }
        outcome.refuse(waiting - served, in: index)
      }
    }
    outcome.gaveUp = clients - outcome.succeeded
    return outcome
  }

  /// With jitter: the outage, in which no client can tell of another, on all threads; then the rest in order of time.
  private func scattered(_ rule: some WaitRule, _ monitor: RunMonitor) throws(RunStopped) -> RecoveryOutcome {
    let outage = Outage(self)
    var comeback = Comeback(self, try outage.outcome(rule, monitor.part(0, of: 2)))
    try outage.calendar.withLock { calendar throws(RunStopped) in
      try comeback.run(rule, calendar, monitor.part(1, of: 2))
    }
    return comeback.outcome
  }
}
