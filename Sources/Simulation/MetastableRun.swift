import Retry

/// The model of `metastable`. First tries come evenly. One server takes requests first in, first out, and works through
/// them at its capacity, also through those whose client has stopped waiting; during the trigger it is slower. A request
/// that finds the queue full is refused at once. A client that gets no answer within its timeout, or is refused, backs
/// off with full jitter and sends again, if it has an attempt left and the budget that all clients share grants it.
///
/// Where the description leaves a choice: the network takes no time; what the server has begun when the trigger starts
/// or ends goes on at the new rate; an answer at the very end of the timeout is in time; the request in service does not
/// count as queued; late work that is shed takes the server no time, and its client hears nothing of it. Times are whole
/// nanoseconds, and of several things at the same time answers come first, then timeouts, then requests.
struct MetastableRun: Sendable {
  /// First tries a second.
  let load: Int
  /// Requests a second that the server can work through.
  let capacity: Int
  /// The same during the trigger.
  let triggerCapacity: Int
  /// Nanoseconds.
  let trigger: Range<Int64>
  /// Nanoseconds.
  let timeout: Int64
  /// Attempts of a client, the first included.
  let attempts: Int
  let backoff: Backoff
  let budget: RetryBudget.Rule
  let queueBound: Int
  let shedsLateWork: Bool
  /// Nanoseconds.
  let duration: Int64
  /// Nanoseconds from one sample to the next.
  let sample: Int64
  let draws: Draws

  /// When first try number `index` comes, from 0.
  func start(of index: Int) -> Int64 { Int64(index) * 1_000_000_000 / Int64(load) }

  /// When work that starts now is done.
  func finish(of start: Int64) -> Int64 {
    // The work left of one request, in shares of 10⁹: a rate is work a second is a share a nanosecond.
    var work: Int64 = 1_000_000_000
    var now = start
    while true {
      let isTriggered = trigger.contains(now)
      let rate = Int64(isTriggered ? triggerCapacity : capacity)
      let change = isTriggered ? trigger.upperBound : now < trigger.lowerBound ? trigger.lowerBound : .max
      if rate > 0 {
        let end = now + (work + rate - 1) / rate
        if end <= change { return end }
        work -= rate * (change - now)
      }
      now = change
    }
  }

  /// - Throws: `RunStopped.cancelled`, or `.bound` if more is sent than a run may send.
  func outcome(_ monitor: RunMonitor) throws(RunStopped) -> MetastableOutcome {
    var world = MetastableWorld(self)
    let samples = Int((duration + sample - 1) / sample)
    for index in 0..<samples {
      let end = min(duration, Int64(index + 1) * sample)
      while !world.advance(to: end, steps: 1 << 14) {
        try monitor.check()
        monitor.progress(Double(index) / Double(samples))
      }
      try monitor.check()
      monitor.progress(Double(index + 1) / Double(samples))
      world.readSample()
      if world.outcome.totalSent > MetastableRun.mostSends {
        throw .bound("the run passes \(MetastableRun.mostSends) requests")
      }
    }
    return world.outcome
  }

  static let mostSends = 200_000_000
}

/// What happened in each sample of a run, as columns.
struct MetastableOutcome: Sendable {
  /// First tries.
  var offered: [Int] = []
  /// Requests, first tries and retries.
  var sent: [Int] = []
  /// Answers in time.
  var goodput: [Int] = []
  /// Requests waiting at the sample's end.
  var queue: [Int] = []
  /// What the budget has left at the sample's end, in thousandths of a token; empty without a budget.
  var milliTokens: [Int64] = []
  var totalSent = 0
  var totalGoodput = 0
  var totalOffered = 0
}
