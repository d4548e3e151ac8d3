package import HTTP
internal import Synchronization

/// Live runs cost sockets and time, so each address gets so many: enough for a class behind one.
package final class LiveRunLimits: Sendable {
  package static let limit = RateLimit(name: "live-runs", quota: 120, window: 60)

  private let limiter = Mutex(RateLimiter(limit))

  package init() {}

  /// Takes one run.
  /// - Parameter now: In nanoseconds of a clock that never goes back.
  /// - Returns: Fields that tell how much is left.
  /// - Throws: `Problem`: 429 if none is left.
  package func take(_ request: Request, now: UInt64) throws -> HeaderFields {
    // Whoever has one IPv6 address has at least 2⁶⁴ of them.
    let peer = request.peer
    let client = peer.isIPv4 ? peer.host : String(peer.high, radix: 16)
    let decision = limiter.withLock { $0.take(client, now: now) }
    var fields: HeaderFields = [
      "RateLimit-Policy": LiveRunLimits.limit.policyField, "RateLimit": LiveRunLimits.limit.field(decision),
    ]
    guard decision.isAllowed else {
      fields["Retry-After"] = String(decision.seconds)
      throw Problem(
        .tooManyRequests,
        "At most \(LiveRunLimits.limit.quota) live runs in \(LiveRunLimits.limit.window) s start from one address.",
        headers: fields)
    }
    return fields
  }
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
