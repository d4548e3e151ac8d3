/// What to do about a failure: the decision, why, what is known, and what to tell the user.
public struct Classification: Sendable, Hashable {
  public enum Decision: String, Sendable, Hashable, CaseIterable {
    /// Send it again after a wait.
    case retry
    /// Send it again once the device is online, not on a timer.
    case waitForConnectivity = "wait-for-connectivity"
    /// Perhaps once: it usually repeats.
    case rarely
    /// Look at the server's state, or ask the user, before sending it again: it may have been done.
    case checkFirst = "check-first"
    case never
  }

  public let decision: Decision
  /// Why, as half a sentence.
  public let reason: String
  public let reachedServer: Failure.Reach
  /// True if the next attempt takes from the retry budget.
  public let spendsBudget: Bool
  /// True if a Retry-After that came with the response sets the wait.
  public let honoursRetryAfter: Bool
  public let message: UserMessage

  /// Classifies a failure by itself, as if the request could be sent any number of times.
  public init(_ failure: Failure) {
    self.init(failure, of: RetryRequest(.get))
  }

  /// Classifies a failure of a request: what cannot be repeated safely is not, unless it surely did not arrive.
  public init(_ failure: Failure, of request: RetryRequest) {
    let (alone, why) = failure.verdict
    let isAgain = alone == .retry || alone == .rarely
    reachedServer = failure.reachedServer
    if failure == .status(409), request.key != nil {
      // The draft on Idempotency-Key, section 2.7.
      decision = .retry
      reason = "an earlier attempt with this key is probably still being carried out"
      message = .tryAgainShortly
    } else if !isAgain || request.mayRepeat(after: failure) {
      (decision, reason) = (alone, why)
      message = failure.message
    } else if failure.reachedServer == .perhaps {
      decision = .checkFirst
      reason = "it may have been done, and without an idempotency key a second one would count twice"
      message = .uncertain
    } else {
      decision = .never
      reason = "the server had the request, and without an idempotency key a second one may count twice"
      message = failure.message
    }
    spendsBudget = decision == .retry || decision == .rarely
    if case .status = failure { honoursRetryAfter = decision == .retry } else { honoursRetryAfter = false }
  }
}

extension Failure {
  fileprivate var verdict: (Classification.Decision, String) {
    switch self {
    case .connectionLost: (.retry, "a lost connection is transient")
    case .timedOut: (.retry, "a timeout is transient")
    case .cannotConnect: (.retry, "the server may listen again soon")
    case .hostNotFound: (.retry, "the name service may answer again soon")
    case .notConnected: (.waitForConnectivity, "nothing left the device, so no attempt is spent")
    case .cancelled: (.never, "nobody waits any more")
    case .insecure: (.never, "the next attempt meets the same certificate")
    case .undecodable: (.never, "the response arrived and would arrive again")
    case .other: (.never, "nothing is known that would make the next attempt end otherwise")
    case .status(let code): Failure.verdict(status: code)
    }
  }

  private static func verdict(status: Int) -> (Classification.Decision, String) {
    switch status {
    case 408: (.retry, "the server did not get the whole request in time, so it has done nothing")
    case 425: (.retry, "it came too early; not in early data again")
    case 429: (.retry, "too many requests for now: the server says later")
    case 500: (.rarely, "usually a bug that repeats for the same request, now and then a fault that passes")
    case 502: (.retry, "the gateway got no answer that it could use: later")
    case 503: (.retry, "the server says later")
    case 504: (.retry, "the gateway got no answer in time: later")
    case 400...499: (.never, "the request itself is wrong")
    case 500...599: (.never, "the server cannot do it")
    default: (.never, "this status is no failure")
    }
  }

  fileprivate var message: UserMessage {
    switch self {
    case .connectionLost, .timedOut, .cannotConnect, .hostNotFound: .tryAgainShortly
    case .notConnected: .offline
    case .cancelled: .none
    case .insecure: .insecure
    case .undecodable, .other: .unexpected
    case .status(408), .status(425), .status(429), .status(500), .status(502...504): .tryAgainShortly
    case .status(500...599): .unexpected
    case .status(400...499): .correctEntry
    case .status: .none
    }
  }
}
