/// A limit on how often one client may ask for something: a token bucket that holds `quota` and refills evenly over
/// `window`.
package struct RateLimit: Sendable {
  /// Names the limit in the response fields.
  package let name: String
  package let quota: Int
  /// In seconds.
  package let window: Int

  package init(name: String, quota: Int, window: Int) {
    self.name = name
    self.quota = quota
    self.window = window
  }

  /// What became of one request.
  package struct Decision: Sendable, Equatable {
    package let isAllowed: Bool
    /// How many more may come at once.
    package let remaining: Int
    /// Until the next is allowed where none remains, else until the bucket is full; in whole seconds, rounded up.
    package let seconds: Int

    package init(isAllowed: Bool, remaining: Int, seconds: Int) {
      self.isAllowed = isAllowed
      self.remaining = remaining
      self.seconds = seconds
    }
  }

  /// `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11).
  package var policyField: String { "\"\(name)\";q=\(quota);w=\(window)" }

  /// `RateLimit`, of the same draft.
  package func field(_ decision: Decision) -> String { "\"\(name)\";r=\(decision.remaining);t=\(decision.seconds)" }
}

/// The buckets of all clients under one limit. Who has not asked for a window has a full bucket and takes no memory once
/// room is needed.
package struct RateLimiter: Sendable {
  private let limit: RateLimit
  private let capacity: Int
  /// When each client's bucket will be full again, in nanoseconds of the caller's clock (the generic cell rate
  /// algorithm's theoretical arrival time).
  private var fullAt: [String: UInt64] = [:]

  /// - Parameter capacity: How many clients are remembered. Beyond it, the one whose bucket is fullest is forgotten.
  package init(_ limit: RateLimit, capacity: Int = 10_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// Takes one from the client's bucket, if there is one.
  /// - Parameter now: A clock that never goes back, in nanoseconds.
  package mutating func take(_ client: String, now: UInt64) -> RateLimit.Decision {
    let window = UInt64(limit.window) * 1_000_000_000
    let each = window / UInt64(limit.quota)
    let full = max(fullAt[client] ?? now, now)
    let after = full + each
    guard after - now <= window else {
      return RateLimit.Decision(isAllowed: false, remaining: 0, seconds: RateLimiter.seconds(after - now - window))
    }
    if fullAt[client] == nil, fullAt.count >= capacity { makeRoom(now: now) }
    fullAt[client] = after
    let remaining = Int((window - (after - now)) / each)
    let wait = remaining > 0 ? after - now : after + each - now - window
    return RateLimit.Decision(isAllowed: true, remaining: remaining, seconds: RateLimiter.seconds(wait))
  }

  /// Puts one back that was taken for nothing.
  package mutating func giveBack(_ client: String) {
    let each = UInt64(limit.window) * 1_000_000_000 / UInt64(limit.quota)
    if let full = fullAt[client] { fullAt[client] = full - min(full, each) }
  }

  private mutating func makeRoom(now: UInt64) {
    fullAt = fullAt.filter { $0.value > now }
    if fullAt.count >= capacity, let fullest = fullAt.min(by: { $0.value < $1.value }) {
      fullAt[fullest.key] = nil
    }
  }

  private static func seconds(_ nanoseconds: UInt64) -> Int { Int((nanoseconds + 999_999_999) / 1_000_000_000) }
}
