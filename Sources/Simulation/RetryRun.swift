import Retry

/// One request under one policy against a scripted server, in virtual time: the real loop of `Retry`, driven by
/// outcomes and times that the script makes. Times are microseconds since the first attempt began.
struct RetryRun {
  let policy: RetryPolicy
  let request: RetryRequest
  let script: RetryScript
  let budget: SharedRetryBudget
  /// How long an answer takes where the script does not say.
  let latency: Int64
  /// When the watcher looks away; nil lets the policy end it.
  let horizon: Int64?
  /// When the user gives up; nil is never.
  let cancelAt: Int64?
  let seed: UInt64

  /// The wall clock at time 0, on which Retry-After dates are: Mon, 30 Nov 2026 12:00:00 GMT.
  static let wallClock: Int64 = 1_796_040_000

  func run(_ monitor: RunMonitor) throws(RunStopped) -> RetryTimeline {
    var loop = RetryLoop(policy, for: request, budget: budget, seed: seed)
    var result = RetryTimeline()
    var now: Int64 = 0
    var consumed = 0
    var offlineUntil: Int64 = 0
    while true {
      if result.attempts.count % 1_024 == 0 { try monitor.check() }
      if let horizon, now >= horizon { return result.stopped("horizon", at: horizon) }
      let allowed = loop.begin(at: .microseconds(now)).map(\.microseconds) ?? .max
      var item = RetryScript.Item(event: .fault(.offline))
      if now >= offlineUntil {
        item = script.item(consumed)
        consumed += 1
        if item.event == .fault(.offline) { offlineUntil = now + (item.latencyMs.map { Int64($0) * 1000 } ?? latency) }
      }
      let (attempt, outcome) = attempt(loop.attempt, item, at: now, allowed: allowed)
      result.attempts.append(attempt)
      if attempt.failure != .notConnected { result.sent += 1 }
      let step = loop.next(outcome, at: .microseconds(attempt.end))
      let next: Int64
      let rule: String
      switch step {
      case .stop(let reason): return result.stopped(reason.rawValue, at: attempt.end)
      case .wait(let wait, let chosen):
        next = attempt.end + wait.microseconds
        rule = chosen.rawValue
      case .waitForConnectivity:
        next = offlineUntil
        rule = "connectivity"
      }
      if let (reason, at) = interruption(of: attempt.end..<max(attempt.end, next), isForNetwork: rule == "connectivity")
      {
        loop.cancel()
        result.waits.append(RetryTimeline.Wait(start: attempt.end, end: at, rule: rule))
        return result.stopped(reason, at: at)
      }
      result.waits.append(RetryTimeline.Wait(start: attempt.end, end: next, rule: rule))
      now = next
    }
  }

  /// What ends a wait before its time, and when.
  private func interruption(of wait: Range<Int64>, isForNetwork: Bool) -> (String, Int64)? {
    var found: [(String, Int64)] = []
    if let cancelAt { found.append((StopReason.cancelled.rawValue, cancelAt)) }
    if let horizon { found.append(("horizon", horizon)) }
    if isForNetwork, let deadline = policy.deadline {
      found.append((StopReason.deadline.rawValue, deadline.microseconds))
    }
    return found.filter { $0.1 < wait.upperBound }.min { $0.1 < $1.1 }
  }

  private func attempt(
    _ number: Int, _ item: RetryScript.Item, at start: Int64, allowed: Int64
  ) -> (RetryTimeline.Attempt, Outcome) {
    var taken = item.latencyMs.map { Int64($0) * 1000 } ?? latency
    var event = item.event
    switch event {
    case .fault(.offline): taken = 0
    case .fault(.drip):
      let isInTime = item.latencyMs != nil && taken <= allowed
      event = isInTime ? .status(200) : .fault(.timeout)
      if !isInTime { taken = allowed }
    case .fault(.timeout): taken = item.latencyMs == nil ? allowed : min(taken, allowed)
    default:
      if taken > allowed {
        event = .fault(.timeout)
        taken = allowed
      }
    }
    let arrived = if case .fault(let fault) = item.event { fault.arrives } else { true }
    if let cancelAt, cancelAt < start + taken {
      return (
        RetryTimeline.Attempt(
          number: number, start: start, end: max(start, cancelAt), outcome: "cancelled", arrived: arrived,
          answered: false, retryAfter: nil, refusal: nil, failure: .cancelled),
        .failure(.cancelled)
      )
    }
    let end = start + taken
    switch event {
    case .fault(let fault):
      return (
        RetryTimeline.Attempt(
          number: number, start: start, end: end, outcome: fault.rawValue, arrived: arrived,
          answered: fault.answers, retryAfter: nil, refusal: nil, failure: fault.failure),
        .failure(fault.failure)
      )
    case .status(let code):
      let (value, read, refusal) = retryAfter(item.retryAfter, at: end)
      return (
        RetryTimeline.Attempt(
          number: number, start: start, end: end, outcome: "\(code)", arrived: true, answered: true, retryAfter: value,
          refusal: refusal, failure: code < 400 ? nil : .status(code)),
        .response(code, retryAfter: read)
      )
    }
  }

  private func retryAfter(
    _ field: RetryScript.RetryAfterField?, at time: Int64
  ) -> (value: String?, read: RetryAfter?, refusal: RetryAfter.Refusal?) {
    let now = HTTPDate(secondsSince1970: RetryRun.wallClock + time / 1_000_000)
    let value: String
    switch field {
    case nil: return (nil, nil, nil)
    case .seconds(let digits): value = digits
    case .date(let seconds): value = HTTPDate(secondsSince1970: now.secondsSince1970 + Int64(seconds)).imfFixdate
    case .raw(let text): value = text
    }
    do throws(RetryAfter.Refusal) {
      return (value, try RetryAfter(value, now: now), nil)
    } catch {
      return (value, nil, error)
    }
  }
}

extension Duration {
  /// Whole microseconds. Times in virtual runs are far from overflowing.
  package var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
