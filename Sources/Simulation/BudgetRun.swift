import Retry

/// The model of `budget` for one budget: requests of which each attempt fails with the same chance, whatever the load.
///
/// Budgets without a notion of time see one request after the other, each with all its attempts. For the others a
/// request starts every 1 / `requestsPerSecond`, each attempt takes as long as keeps `concurrency` requests under way
/// without retries, and a retry starts at the moment of the failure; of two things at the same moment an attempt's end
/// comes before a request's start.
struct BudgetRun: Sendable {
  let requests: Int
  let failureRate: Double
  let attempts: Int
  let rule: RetryBudget.Rule
  let draws: Draws
  /// Requests between two readings of the tokens.
  let step: Int
  /// Microseconds between two requests' starts, in millionths; nil for one request after the other.
  let timing: Timing?

  struct Timing: Sendable {
    let requestsPerSecond: Int
    let concurrency: Int

    func start(of request: Int) -> Int64 { Int64(request) * 1_000_000 / Int64(requestsPerSecond) }
    /// How long an attempt takes, in microseconds (Little's law).
    var attempt: Int64 { Int64(concurrency) * 1_000_000 / Int64(requestsPerSecond) }
  }

  /// - Throws: `RunStopped.cancelled`.
  func outcome(_ monitor: RunMonitor) throws(RunStopped) -> BudgetOutcome {
    if let timing { try overlapping(timing, monitor) } else { try sequential(monitor) }
  }

  private func fails(_ request: Int, attempt: Int) -> Bool {
    // 53 bits are as many as a Double from 0 to 1 tells apart.
    Double(draws.word(client: request, attempt: attempt) >> 11) < failureRate * 9_007_199_254_740_992
  }

  private func sequential(_ monitor: RunMonitor) throws(RunStopped) -> BudgetOutcome {
    var outcome = BudgetOutcome(requests: requests, RetryBudget(rule))
    for request in 0..<requests {
      if request % step == 0 { outcome.readTokens(at: 0) }
      if request & 0xFFFF == 0 { try pause(request, monitor) }
      var attempt = 0
      outcome.send(isRetry: false, at: 0)
      while !outcome.finish(
        fails: fails(request, attempt: attempt), attempt: attempt, isLast: attempt + 1 == attempts, at: 0)
      {
        attempt += 1
        outcome.send(isRetry: true, at: 0)
      }
    }
    outcome.readTokens(at: 0)
    return outcome
  }

  private func overlapping(_ timing: Timing, _ monitor: RunMonitor) throws(RunStopped) -> BudgetOutcome {
    var outcome = BudgetOutcome(requests: requests, RetryBudget(rule))
    // All attempts take the same time, so they end in the order in which they started.
    var underWay = Queue<(end: Int64, request: Int, attempt: Int)>()
    var request = 0
    var now: Int64 = 0
    while true {
      let start = request < requests ? timing.start(of: request) : .max
      if let (end, failed, attempt) = underWay.first, end <= start {
        _ = underWay.pop()
        now = end
        let isOver = outcome.finish(
          fails: fails(failed, attempt: attempt), attempt: attempt, isLast: attempt + 1 == attempts, at: now)
        if !isOver {
          outcome.send(isRetry: true, at: now)
          underWay.push((now + timing.attempt, failed, attempt + 1))
        }
      } else if request < requests {
        now = start
        if request % step == 0 { outcome.readTokens(at: now) }
        if request & 0xFFFF == 0 { try pause(request, monitor) }
        outcome.send(isRetry: false, at: now)
        underWay.push((now + timing.attempt, request, 0))
        request += 1
      } else {
        break
      }
    }
    outcome.readTokens(at: now)
    return outcome
  }

  private func pause(_ request: Int, _ monitor: RunMonitor) throws(RunStopped) {
    try monitor.check()
    monitor.progress(Double(request) / Double(requests))
  }
}

/// What requests under one budget came to.
struct BudgetOutcome: Sendable {
  let requests: Int
  private(set) var sent = 0
  private(set) var retries = 0
  private(set) var denied = 0
  /// Requests that succeeded, at the first attempt or a later one.
  private(set) var successes = 0
  /// Attempts that failed.
  private(set) var failures = 0
  /// What was left at each reading, in thousandths of a token; empty without a budget.
  private(set) var milliTokens: [Int64] = []
  private var budget: RetryBudget

  init(requests: Int, _ budget: RetryBudget) {
    self.requests = requests
    self.budget = budget
  }

  mutating func send(isRetry: Bool, at now: Int64) {
    sent += 1
    if isRetry { retries += 1 }
    budget.sent(isRetry: isRetry, at: now)
  }

  /// An attempt's end.
  /// - Returns: true if the request is over, false if it is to be sent again.
  mutating func finish(fails: Bool, attempt: Int, isLast: Bool, at now: Int64) -> Bool {
    let isRetry = attempt > 0
    guard fails else {
      successes += 1
      budget.succeeded(isRetry: isRetry)
      return true
    }
    failures += 1
    budget.failed(isRetry: isRetry)
    if isLast { return true }
    if budget.withdraw(at: now) { return false }
    denied += 1
    return true
  }

  mutating func readTokens(at now: Int64) {
    if let tokens = budget.milliTokens(at: now) { milliTokens.append(tokens) }
  }
}
