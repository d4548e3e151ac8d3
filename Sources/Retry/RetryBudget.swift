/// How many retries all requests together may send: a value that is told of every send and every outcome, and asked
/// before every retry. `SharedRetryBudget` shares one between tasks.
///
/// Tokens are whole thousandths, so that nothing drifts. Times are microseconds of a monotonic clock, from any start,
/// never going back; only `finagle` reads them.
///
/// The order of calls for one request: `sent`, then `failed` or `succeeded`; after a failure `withdraw`, and if that
/// says yes `sent` again with `isRetry`, or `abandon` if the retry is not sent after all.
public struct RetryBudget: Sendable, Equatable {
  public let rule: Rule
  /// The tokens of `ratio`, `grpc` and `aws`, in thousandths.
  @usableFromInline var tokens: Int64
  /// The requests and retries under way, for `envoy`.
  @usableFromInline var active: Int64 = 0
  @usableFromInline var activeRetries: Int64 = 0
  /// The deposits and withdrawals of the last `ttl`, for `finagle`.
  @usableFromInline var window: TokenWindow?

  public init(_ rule: Rule) {
    self.rule = rule
    switch rule {
    case .none, .envoy: tokens = 0
    case .ratio(_, let capacity, _): tokens = capacity
    case .grpc(let maximum, _): tokens = maximum
    case .aws(let capacity, _): tokens = capacity
    case .finagle(let ttl, _, _):
      tokens = 0
      window = TokenWindow(lengthMicroseconds: ttl)
    }
  }

  /// A budget of which something is spent already.
  /// - Parameter milliTokens: what is left of `ratio`, `grpc` or `aws`, in thousandths of a token; cut to its capacity.
  public init(_ rule: Rule, milliTokens: Int64) {
    self.init(rule)
    tokens = min(max(0, milliTokens), tokens)
  }

  /// A request leaves, for the first time or again.
  @inlinable
  public mutating func sent(isRetry: Bool, at now: Int64 = 0) {
    switch rule {
    case .none, .grpc, .aws: break
    case .ratio(let deposit, let capacity, let on):
      if on == .send { tokens = min(capacity, tokens + deposit) }
    case .finagle(_, let deposit, _):
      if !isRetry { window?.add(deposit, at: now) }
    case .envoy: active += 1
    }
  }

  /// The request sent last came back well.
  /// - Parameters:
  ///   - isRetry: true if that request was a retry.
  ///   - trigger: what failed before that retry, as `withdraw` was told.
  @inlinable
  public mutating func succeeded(isRetry: Bool, after trigger: Trigger = .transient) {
    switch rule {
    case .none, .finagle: break
    case .ratio(let deposit, let capacity, let on):
      if on == .success { tokens = min(capacity, tokens + deposit) }
    case .grpc(let maximum, let deposit): tokens = min(maximum, tokens + deposit)
    case .aws(let capacity, let costs): tokens = min(capacity, tokens + (isRetry ? costs[trigger] : 1000))
    case .envoy: end(isRetry: isRetry)
    }
  }

  /// The request sent last failed.
  /// - Parameters:
  ///   - isRetry: true if that request was a retry.
  ///   - isRetryable: false for a failure that says nothing of the server's health, such as a 404.
  @inlinable
  public mutating func failed(isRetry: Bool, isRetryable: Bool = true) {
    switch rule {
    case .none, .ratio, .finagle, .aws: break
    case .grpc: if isRetryable { tokens = max(0, tokens - 1000) }
    case .envoy: end(isRetry: isRetry)
    }
  }

  /// Asks for a retry, and takes its price if there is enough.
  /// - Parameters:
  ///   - now: when, in microseconds.
  ///   - trigger: what failed; only `aws` has different prices.
  /// - Returns: false if the retry is denied.
  @inlinable
  public mutating func withdraw(at now: Int64 = 0, after trigger: Trigger = .transient) -> Bool {
    switch rule {
    case .none: return true
    case .ratio: return take(1000)
    case .aws(_, let costs): return take(costs[trigger])
    case .grpc(let maximum, _): return tokens > maximum / 2
    case .finagle(_, _, let reserve):
      guard let sum = window?.sum(at: now), sum + reserve >= 1000 else { return false }
      window?.add(-1000, at: now)
      return true
    case .envoy(let permille, let minimum):
      guard activeRetries < max(minimum, active * permille / 1000) else { return false }
      activeRetries += 1
      return true
    }
  }

  /// A retry that was granted is not sent after all: its price comes back.
  public mutating func abandon(at now: Int64 = 0, after trigger: Trigger = .transient) {
    switch rule {
    case .none, .grpc: break
    case .ratio(_, let capacity, _): tokens = min(capacity, tokens + 1000)
    case .aws(let capacity, let costs): tokens = min(capacity, tokens + costs[trigger])
    case .finagle: window?.add(1000, at: now)
    case .envoy: activeRetries = max(0, activeRetries - 1)
    }
  }

  /// What is left, in thousandths of a token: of `envoy` the retries that may start now, of `none` nothing.
  public func milliTokens(at now: Int64 = 0) -> Int64? {
    switch rule {
    case .none: nil
    case .ratio, .grpc, .aws: tokens
    case .finagle(_, _, let reserve): reserve + (window?.remembered(at: now) ?? 0)
    case .envoy(let permille, let minimum): max(0, max(minimum, active * permille / 1000) - activeRetries) * 1000
    }
  }

  @inlinable
  mutating func take(_ price: Int64) -> Bool {
    guard tokens >= price else { return false }
    tokens -= price
    return true
  }

  @inlinable
  mutating func end(isRetry: Bool) {
    active = max(0, active - 1)
    if isRetry { activeRetries = max(0, activeRetries - 1) }
  }
}
