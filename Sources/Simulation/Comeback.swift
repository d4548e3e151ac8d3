import Retry

/// The part of a recovery in which the server serves again, bucket by bucket.
struct Comeback {
  private let run: RecoveryRun
  private let slices: Divisor
  private(set) var outcome: RecoveryOutcome
  /// The times and clients of one bucket's arrivals, where their order matters.
  private var keys: [UInt64] = []

  init(_ run: RecoveryRun, _ outcome: RecoveryOutcome) {
    self.run = run
    self.outcome = outcome
    slices = Divisor(UInt64(run.bucket))
  }

  mutating func run(_ rule: some WaitRule, _ calendar: Calendar, _ monitor: RunMonitor) throws(RunStopped) {
    var index = run.firstBucket
    while calendar.count > 0 {
      if outcome.sent >= run.mostSends {
        outcome.cut = .requests
        return
      }
      monitor.progress(share)
      let lastServed = serve(index, calendar, monitor)
      backOff(index, after: lastServed, rule, calendar, monitor)
      try monitor.check()
      index += 1
    }
  }

  /// The share of the clients that were served: told also in the middle of a bucket, since one may hold all clients.
  private var share: Double { Double(outcome.succeeded) / Double(run.clients) }

  /// Serves a bucket's first arrivals.
  /// - Returns: the key of the last that was served; every greater one is refused.
  private mutating func serve(_ index: Int, _ calendar: Calendar, _ monitor: RunMonitor) -> UInt64 {
    let arrived = calendar.count(in: index)
    let served = min(arrived, run.capacity)
    guard served < arrived || outcome.isAwaited(within: served) else {
      outcome.serve(served, in: index) { _ in 0 }
      return .max
    }
    let share = share
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(arrived)
    calendar.forEach(in: index) { arrival in
      if keys.count & 0xFFFFF == 0 { monitor.progress(share) }
      keys.append(arrival.key)
    }
    let start = Int64(index) * run.bucket
    return keys.withUnsafeMutableBufferPointer { keys in
      keys.select(served - 1) { monitor.progress(share) }
      let lastServed = keys[served - 1]
      let first = UnsafeMutableBufferPointer(rebasing: keys[..<served])
      outcome.serve(served, in: index) { place in
        first.select(place) { monitor.progress(share) }
        return start + Int64(first[place] >> 32)
      }
      return served < arrived ? lastServed : .max
    }
  }

  /// Empties a bucket: those that were not served back off, perhaps into the same bucket, which serves nobody any more.
  /// A large bucket takes a while: it is left half done when nobody waits any more.
  private mutating func backOff(
    _ index: Int, after lastServed: UInt64, _ rule: some WaitRule, _ calendar: Calendar, _ monitor: RunMonitor
  ) {
    let share = share
    let run = run
    let slices = slices
    let start = Int64(index) * run.bucket
    var refused = 0
    var gaveUp = 0
    var isCut = false
    var isAbandoned = false
    calendar.move(from: index) { arrival in
      guard arrival.key > lastServed, !isAbandoned else { return nil }
      var rule = rule
      rule.previous = Int64(arrival.wait)
      var retries = Int(arrival.retries)
      var time = start + Int64(arrival.offset)
      while true {
        refused += 1
        if refused & 0xFFFF == 0 {
          monitor.progress(share)
          isAbandoned = monitor.isCancelled()
        }
        retries += 1
        guard retries < run.mostRetries else {
          gaveUp += 1
          return nil
        }
        let wait = rule.next(run.table.ceiling(retries), run.draws.state(client: Int(arrival.client), attempt: retries))
        time += wait
        let later = slices.quotient(time)
        if later > index {
          guard later < RecoveryRun.mostBuckets else {
            isCut = true
            return nil
          }
          arrival = Arrival(
            Int(arrival.client), retries: retries, wait: wait, offset: time - Int64(later) * run.bucket)
          return later
        }
      }
    }
    outcome.refuse(refused, in: index)
    outcome.gaveUp += gaveUp
    if isCut { outcome.cut = .buckets }
  }
}
