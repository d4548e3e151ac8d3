/// When to send a request again, as a value. One policy serves any number of requests at once; what belongs to a single
/// request is in its `RetryLoop`, what they share in a `SharedRetryBudget`.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent at most, the first time included; less than 1 counts as 1.
  public var maxAttempts: Int
  /// How long to wait where the server does not say.
  public var backoff: Backoff
  /// Which failures are worth another attempt.
  public var scope: Scope
  /// The statuses that are, if the scope is `listed`.
  public var statuses: Set<Int>
  /// False sends again only what is safe to repeat; true sends anything again, which may do it twice.
  public var repeatsAnyRequest: Bool
  /// True lets a Retry-After set the wait.
  public var honoursRetryAfter: Bool
  /// The longest Retry-After that is waited for; beyond it the loop stops. Nil is no limit.
  public var retryAfterLimit: Duration?
  /// A random wait from 0 to this is added on top of a Retry-After, never taken off: all clients were told the same.
  public var retryAfterJitter: Duration
  /// The time for everything, from the first attempt to the last answer, on a monotonic clock. Nil is no limit.
  public var deadline: Duration?
  /// The time for one attempt. Nil is no limit but the deadline's.
  public var attemptTimeout: Duration?
  /// How often a request may wait for the device to come online; 0 stops instead.
  public var maxConnectivityWaits: Int
  /// The budget that clients of this policy share.
  public var budget: RetryBudget.Rule

  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// Failures that are transient by `Classification`, and the listed statuses.
    case listed
    /// Transient failures, being offline, and any 5xx: a first classifier, and a common one.
    case serverErrors = "server-errors"
    /// Every error. A common mistake.
    case everything
  }

  /// The statuses by which a server or a gateway says "later".
  public static let laterStatuses: Set<Int> = [408, 429, 502, 503, 504]

  public init(
    maxAttempts: Int = 3,
    backoff: Backoff = Backoff(.full, baseMicroseconds: 100_000, capMicroseconds: 2_000_000),
    scope: Scope = .listed, statuses: Set<Int> = RetryPolicy.laterStatuses, repeatsAnyRequest: Bool = false,
    honoursRetryAfter: Bool = true, retryAfterLimit: Duration? = .seconds(3600), retryAfterJitter: Duration = .zero,
    deadline: Duration? = nil, attemptTimeout: Duration? = nil, maxConnectivityWaits: Int = 10,
    budget: RetryBudget.Rule = .ratio(depositMilliTokens: 100, capacityMilliTokens: 10_000, on: .send)
  ) {
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.scope = scope
    self.statuses = statuses
    self.repeatsAnyRequest = repeatsAnyRequest
    self.honoursRetryAfter = honoursRetryAfter
    self.retryAfterLimit = retryAfterLimit
    self.retryAfterJitter = retryAfterJitter
    self.deadline = deadline
    self.attemptTimeout = attemptTimeout
    self.maxConnectivityWaits = maxConnectivityWaits
    self.budget = budget
  }

  /// Three attempts, full jitter, what the server asks for, nothing twice, a tenth of the requests as retries.
  public static let careful = RetryPolicy()

  /// Three attempts with waits of 500 and 1,000 ms, for any 5xx and any method. It limits retrying; it does not make it
  /// safe.
  public static let limited = RetryPolicy(
    backoff: Backoff(.exponential, baseMicroseconds: 500_000, capMicroseconds: 60_000_000), scope: .serverErrors,
    repeatsAnyRequest: true, honoursRetryAfter: false, budget: .none)

  /// Every error, at once, for ever: what not to do.
  public static let naive = RetryPolicy(
    maxAttempts: .max, backoff: Backoff(.immediate, baseMicroseconds: 0, capMicroseconds: 0), scope: .everything,
    repeatsAnyRequest: true, honoursRetryAfter: false, budget: .none)

  /// The same for a request: with an idempotency key, 409 says that an earlier attempt is still being carried out, and
  /// the outcome of that will be the outcome of the next.
  public func isRetryable(_ failure: Failure, of request: RetryRequest) -> Bool {
    isRetryable(failure) || (scope == .listed && failure == .status(409) && request.key != nil)
  }

  /// True if this policy takes the failure to be worth another attempt, whatever the request. Nothing is, once nobody
  /// waits.
  public func isRetryable(_ failure: Failure) -> Bool {
    if failure == .cancelled { return false }
    switch (scope, failure) {
    case (.everything, _): return true
    case (.listed, .status(let code)): return statuses.contains(code)
    case (.serverErrors, .status(let code)): return (500...599).contains(code)
    case (.serverErrors, .notConnected): return true
    case (_, _): return Classification(failure).decision == .retry
    }
  }
}
