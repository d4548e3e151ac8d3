/// How an attempt ended.
public enum Outcome: Sendable, Hashable {
  case success
  /// A failure, with the Retry-After that came with it.
  case failure(Failure, retryAfter: RetryAfter? = nil)

  /// A response: below 400 a success, from there a failure.
  public static func response(_ status: Int, retryAfter: RetryAfter? = nil) -> Outcome {
    status < 400 ? .success : .failure(.status(status), retryAfter: retryAfter)
  }
}

/// What to do after an attempt.
public enum Step: Sendable, Hashable {
  /// Wait so long, then send the request again.
  case wait(Duration, WaitRule)
  /// Wait until the device is online, then send the request again. It is the same attempt still.
  case waitForConnectivity
  /// Do not send it again.
  case stop(StopReason)
}

/// What chose a wait.
public enum WaitRule: String, Sendable, Hashable, CaseIterable {
  case backoff
  case retryAfter = "retry-after"
}

/// Why a loop stopped.
public enum StopReason: String, Sendable, Hashable, CaseIterable {
  case succeeded
  /// The failure is not worth another attempt.
  case notRetryable = "not-retryable"
  /// The request may have arrived, and sending it twice may do it twice.
  case notRepeatable = "not-repeatable"
  case bodyNotReplayable = "body-not-replayable"
  case attemptsSpent = "attempts-spent"
  case retryAfterTooLong = "retry-after-too-long"
  /// The next attempt could not start before the deadline.
  case deadline
  case budgetSpent = "budget-spent"
  /// The device stayed offline.
  case notConnected = "not-connected"
  case cancelled
}

// Printable also where the compiler makes no descriptions, as under Embedded Swift.

extension Outcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .success: "success"
    case .failure(let failure, let retryAfter):
      retryAfter.map { "\(failure.description), Retry-After \($0.wait.milliseconds) ms" } ?? failure.description
    }
  }
}

extension Step: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wait(let wait, let rule): "wait \(wait.milliseconds) ms (\(rule.rawValue))"
    case .waitForConnectivity: "wait for connectivity"
    case .stop(let reason): "stop: \(reason.rawValue)"
    }
  }
}

extension WaitRule: CustomStringConvertible {
  public var description: String { rawValue }
}

extension StopReason: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Classification.Decision: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Backoff.Strategy: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Duration {
  /// Milliseconds, with a fraction only where there is one.
  fileprivate var milliseconds: String {
    let microseconds = wholeMicroseconds
    let rest = microseconds % 1_000
    if rest == 0 { return String(microseconds / 1_000) }
    let digits = String(1_000 + rest).dropFirst()
    return String(microseconds / 1_000) + "." + digits
  }
}
