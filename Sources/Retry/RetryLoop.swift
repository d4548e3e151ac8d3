/// One request's way through its attempts, as a value: tell it how an attempt ended and when, and it says what to do.
///
///     var loop = RetryLoop(.careful, for: RetryRequest(.get), seed: 1)
///     loop.next(.response(503, retryAfter: wait), at: now)   // .wait(.seconds(1), .retryAfter)
///
/// It reads no clock, sleeps never, and holds nothing but the request's own state and a reference to the shared budget.
public struct RetryLoop: Sendable {
  public let policy: RetryPolicy
  public let request: RetryRequest
  /// The number of the attempt under way or due, from 1.
  public private(set) var attempt = 1
  /// True once the server has answered 425: send no more early data (RFC 8470 §5.2).
  public private(set) var avoidsEarlyData = false
  /// Why the loop stopped, if it has.
  public private(set) var stopped: StopReason?

  private let budget: SharedRetryBudget?
  private var random: SplitMix64
  private var now: Duration
  private let start: Duration
  private var previous: Int64
  private var trigger = RetryBudget.Trigger.transient
  private var connectivityWaits = 0
  private var isUnderWay = false

  /// - Parameters:
  ///   - budget: shared with other requests; nil is none, whatever the policy names.
  ///   - start: now, on a monotonic clock of any start. All later times are of the same clock.
  ///   - seed: of this loop's jitter. Loops with the same seed wait the same.
  public init(
    _ policy: RetryPolicy, for request: RetryRequest, budget: SharedRetryBudget? = nil,
    startedAt start: Duration = .zero,
    seed: UInt64
  ) {
    self.policy = policy
    self.request = request
    self.budget = budget
    self.start = start
    now = start
    random = SplitMix64(seed: seed)
    previous = policy.backoff.baseMicroseconds
  }

  /// The same with jitter whose seed is drawn from the given generator.
  public init(
    _ policy: RetryPolicy, for request: RetryRequest, budget: SharedRetryBudget? = nil,
    startedAt start: Duration = .zero,
    using generator: inout some RandomNumberGenerator
  ) {
    self.init(policy, for: request, budget: budget, startedAt: start, seed: generator.next())
  }

  /// Begins the attempt that is due, and says how long it may take: the attempt's own time or what is left before the
  /// deadline, whichever is less; nil is any time. Left out, `next` takes the attempt as begun when it ended.
  public mutating func begin(at now: Duration) -> Duration? {
    self.now = max(self.now, now)
    beginIfDue()
    let left = policy.deadline.map { max(.zero, $0 - (self.now - start)) }
    guard let own = policy.attemptTimeout else { return left }
    return left.map { min($0, own) } ?? own
  }

  /// Takes the outcome of the attempt under way and says what to do.
  /// - Parameter now: when the attempt ended; a time before the last one counts as that.
  public mutating func next(_ outcome: Outcome, at now: Duration) -> Step {
    if let stopped { return .stop(stopped) }
    self.now = max(self.now, now)
    beginIfDue()
    let step = step(after: outcome)
    switch step {
    case .wait: isUnderWay = false
    case .waitForConnectivity: break
    case .stop(let reason): stopped = reason
    }
    return step
  }

  /// Stops since nobody waits any more. A retry that was granted and has not begun goes back to the budget.
  public mutating func cancel() {
    guard stopped == nil else { return }
    stopped = .cancelled
    let (isUnderWay, isRetry, time, cause) = (isUnderWay, attempt > 1, now.wholeMicroseconds, trigger)
    budget?.withLock { budget in
      if isUnderWay {
        budget.failed(isRetry: isRetry, isRetryable: false)
      } else if isRetry {
        budget.abandon(at: time, after: cause)
      }
    }
  }

  private mutating func beginIfDue() {
    guard !isUnderWay else { return }
    isUnderWay = true
    budget?.withLock { $0.sent(isRetry: attempt > 1, at: now.wholeMicroseconds) }
  }

  private mutating func step(after outcome: Outcome) -> Step {
    guard case .failure(let failure, let retryAfter) = outcome else {
      budget?.withLock { $0.succeeded(isRetry: attempt > 1, after: trigger) }
      return .stop(.succeeded)
    }
    if failure == .notConnected, policy.scope == .listed { return waitForConnectivity() }
    let isRetryable = policy.isRetryable(failure, of: request)
    budget?.withLock { $0.failed(isRetry: attempt > 1, isRetryable: isRetryable) }
    if failure == .cancelled { return .stop(.cancelled) }
    if !isRetryable { return .stop(.notRetryable) }
    if !policy.repeatsAnyRequest, !request.mayRepeat(after: failure) { return .stop(.notRepeatable) }
    if !request.bodyIsReplayable { return .stop(.bodyNotReplayable) }
    if attempt >= policy.maxAttempts { return .stop(.attemptsSpent) }
    if failure == .status(425) { avoidsEarlyData = true }
    let (wait, rule) = wait(retryAfter)
    if rule == .retryAfter, let limit = policy.retryAfterLimit, wait > limit { return .stop(.retryAfterTooLong) }
    if let deadline = policy.deadline, self.now - start + wait >= deadline { return .stop(.deadline) }
    return spend(on: failure) ? .wait(wait, rule) : .stop(.budgetSpent)
  }

  private mutating func waitForConnectivity() -> Step {
    if connectivityWaits >= policy.maxConnectivityWaits { return stopUnsent(.notConnected) }
    if let deadline = policy.deadline, now - start >= deadline { return stopUnsent(.deadline) }
    connectivityWaits += 1
    return .waitForConnectivity
  }

  /// Stops with a request under way of which nothing left the device.
  private func stopUnsent(_ reason: StopReason) -> Step {
    budget?.withLock { $0.failed(isRetry: attempt > 1, isRetryable: false) }
    return .stop(reason)
  }

  private mutating func wait(_ retryAfter: RetryAfter?) -> (Duration, WaitRule) {
    if policy.honoursRetryAfter, let asked = retryAfter?.wait {
      let width = policy.retryAfterJitter.wholeMicroseconds
      let added = width == 0 ? 0 : Backoff.even(through: width, random.next())
      return (asked + .microseconds(added), .retryAfter)
    }
    previous = policy.backoff.microseconds(retry: attempt - 1, previous: previous, draw: random.next())
    return (.microseconds(previous), .backoff)
  }

  private mutating func spend(on failure: Failure) -> Bool {
    trigger =
      switch failure {
      case .timedOut: .timeout
      case .status(429): .throttling
      default: .transient
      }
    let (time, cause) = (now.wholeMicroseconds, trigger)
    let isGranted =
      budget?.withLock { $0.withdraw(at: time, after: cause) } ?? true
    if isGranted { attempt += 1 }
    return isGranted
  }
}
