extension RetryBudget {
  /// The published designs. Tokens and deposits are in thousandths.
  public enum Rule: Sendable, Hashable {
    /// No budget: every retry is granted.
    case none
    /// A bucket that starts full; each send (or each success) adds the deposit, each retry takes a token.
    /// Source: "Handling overload", Site Reliability Engineering, 2016: retries at most a tenth of the requests.
    case ratio(depositMilliTokens: Int64, capacityMilliTokens: Int64, on: Deposit)
    /// A bucket that starts full; each retryable failure takes a token, each success adds the deposit, and there is no
    /// retry at half or less. Source: gRPC proposal A6.
    case grpc(maximumMilliTokens: Int64, depositMilliTokens: Int64)
    /// Each request adds the deposit and each retry takes a token; both are forgotten after the time to live; the
    /// reserve is there all the time. Source: Finagle's `RetryBudget`.
    case finagle(ttlMicroseconds: Int64, depositMilliTokens: Int64, reserveMilliTokens: Int64)
    /// A bucket that starts full; a retry takes its cost and gives it back if it succeeds; a first try that succeeds
    /// adds one. Source: the AWS SDKs' standard retry mode.
    case aws(capacityMilliTokens: Int64, costs: Costs)
    /// At most this share of the requests under way are retries, but always the minimum. Source: Envoy's retry budget.
    case envoy(permille: Int64, minimum: Int64)
  }

  /// What fills a `ratio` bucket.
  public enum Deposit: Sendable, Hashable {
    /// Each request sent, retries included.
    case send
    /// Each success. A common mistake: in an outage nothing succeeds, so that nothing is left for its end.
    case success
  }

  /// What kind of failure a retry answers.
  public enum Trigger: Sendable, Hashable {
    case transient, throttling, timeout
  }

  /// What a retry costs in thousandths of a token, by the failure before it.
  public struct Costs: Sendable, Hashable {
    public let transient, throttling, timeout: Int64

    public init(transient: Int64, throttling: Int64, timeout: Int64) {
      (self.transient, self.throttling, self.timeout) = (transient, throttling, timeout)
    }

    /// Since 2026: 14 a retry, 5 after throttling.
    public static let since2026 = Costs(transient: 14_000, throttling: 5_000, timeout: 14_000)
    /// Before: 5 a retry, 10 after a timeout.
    public static let before2026 = Costs(transient: 5_000, throttling: 5_000, timeout: 10_000)

    @inlinable
    public subscript(trigger: Trigger) -> Int64 {
      switch trigger {
      case .transient: transient
      case .throttling: throttling
      case .timeout: timeout
      }
    }
  }
}

extension RetryBudget.Rule {
  /// A bucket of so many tokens to which each send, or each success, adds a fraction of one.
  /// - Parameters:
  ///   - ratio: 0…1, to thousandths.
  ///   - capacity: tokens, from 0.
  public static func ratio(_ ratio: Double, capacity: Double, on deposit: RetryBudget.Deposit = .send) -> Self {
    .ratio(depositMilliTokens: milli(ratio), capacityMilliTokens: milli(capacity), on: deposit)
  }

  /// - Parameters:
  ///   - maxTokens: from 0; 10 is usual.
  ///   - tokenRatio: from 0, to thousandths; 0.1 is usual.
  public static func grpc(maxTokens: Double, tokenRatio: Double) -> Self {
    .grpc(maximumMilliTokens: milli(maxTokens), depositMilliTokens: milli(tokenRatio))
  }

  /// - Parameters:
  ///   - ttl: how long a deposit counts; 10 s is usual.
  ///   - share: retries per request, to thousandths; 0.2 is usual.
  ///   - minimumPerSecond: retries that are granted at any load; 10 is usual.
  public static func finagle(ttl: Duration, share: Double, minimumPerSecond: Int64) -> Self {
    let microseconds = max(1, ttl.wholeMicroseconds)
    let reserve = Int64(min(Double(microseconds) / 1e6 * Double(minimumPerSecond) * 1000, 9e15).rounded())
    return .finagle(ttlMicroseconds: microseconds, depositMilliTokens: milli(share), reserveMilliTokens: reserve)
  }

  /// - Parameters:
  ///   - tokens: 500 is usual.
  ///   - cost: of every retry, in tokens.
  public static func aws(tokens: Double, cost: Double) -> Self {
    let price = milli(cost)
    return .aws(
      capacityMilliTokens: milli(tokens),
      costs: RetryBudget.Costs(transient: price, throttling: price, timeout: price))
  }

  /// - Parameters:
  ///   - share: retries per request under way, to thousandths; 0.2 is usual.
  ///   - minimum: retries under way that are always granted; 3 is usual.
  public static func envoy(share: Double, minimum: Int64) -> Self {
    .envoy(permille: milli(share), minimum: minimum)
  }

  private static func milli(_ tokens: Double) -> Int64 {
    tokens > 0 ? Int64((min(tokens, 9e12) * 1000).rounded()) : 0
  }
}
