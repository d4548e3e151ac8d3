package import HTTP
internal import Synchronization

/// One rate limit and the buckets of all who fall under it.
package final class RequestMeter: Sendable {
  package let limit: RateLimit
  private let detail: String
  private let limiter: Mutex<RateLimiter>

  /// - Parameter detail: What whoever is over the limit is told, in a sentence.
  package init(_ limit: RateLimit, detail: String) {
    self.limit = limit
    self.detail = detail
    limiter = Mutex(RateLimiter(limit))
  }

  /// Takes one from a client's bucket.
  /// - Parameter now: In nanoseconds of a clock that never goes back.
  /// - Returns: Fields that tell how much is left.
  /// - Throws: `Problem`: 429 if none is left.
  package func take(_ client: String, now: UInt64) throws -> HeaderFields {
    let decision = limiter.withLock { $0.take(client, now: now) }
    var fields: HeaderFields = ["RateLimit-Policy": limit.policyField, "RateLimit": limit.field(decision)]
    guard decision.isAllowed else {
      fields["Retry-After"] = String(decision.seconds)
      throw Problem(.tooManyRequests, detail, headers: fields)
    }
    return fields
  }

  /// Puts back what was taken for a request that was not let in after all.
  package func giveBack(_ client: String) { limiter.withLock { $0.giveBack(client) } }
}

extension PeerAddress {
  /// Whom a limit by address counts as one. Whoever has one IPv6 address has at least 2⁶⁴ of them.
  var network: String { isIPv4 ? host : String(high, radix: 16) }
}

extension HeaderFields {
  /// Sets every one of the other fields.
  mutating func set(_ other: HeaderFields) {
    for index in 0..<other.count {
      let (name, value) = other.field(at: index)
      self[name] = value
    }
  }
}
