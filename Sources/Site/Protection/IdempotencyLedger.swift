/// What was answered under each idempotency key, so that the same request sent again is not carried out again
/// (draft-ietf-httpapi-idempotency-key-header). A pure value: the caller holds the lock, the clock and the answers.
///
/// Records live in memory: until `lifetime` has passed, room is needed for newer ones, or the server restarts.
package struct IdempotencyLedger<Answer: Sendable>: Sendable {
  /// What a request with a key should do.
  package enum Step: Sendable {
    /// Nobody has carried it out: do so, then call `finish` or `abandon`.
    case run
    /// It has been carried out: answer this.
    case replay(Answer)
    /// Another request with this key is being carried out.
    case inProgress
    /// The key was used for something else.
    case otherRequest
  }

  private struct Record: Sendable {
    let fingerprint: [UInt8]
    let begun: UInt64
    var answer: Answer?
  }

  private let capacity: Int
  private let lifetime: UInt64
  private var records: [String: Record] = [:]
  /// Keys from the oldest to the newest.
  private var order: [String] = []

  /// - Parameters:
  ///   - capacity: How many answers are kept.
  ///   - lifetime: How long one is kept, in nanoseconds of the caller's clock.
  package init(capacity: Int, lifetime: UInt64) {
    self.capacity = capacity
    self.lifetime = lifetime
  }

  /// - Parameters:
  ///   - key: The client's key with whatever else sets clients apart.
  ///   - fingerprint: A digest of what is asked; the same key with another one is refused.
  package mutating func begin(_ key: String, fingerprint: [UInt8], now: UInt64) -> Step {
    forget(now: now)
    if let record = records[key] {
      if record.fingerprint != fingerprint { return .otherRequest }
      return record.answer.map { .replay($0) } ?? .inProgress
    }
    records[key] = Record(fingerprint: fingerprint, begun: now)
    order.append(key)
    return .run
  }

  /// Keeps the answer of the request that began under the key.
  package mutating func finish(_ key: String, _ answer: Answer) { records[key]?.answer = answer }

  /// The request that began under the key was refused before anything was done: it may be sent again.
  package mutating func abandon(_ key: String) {
    records[key] = nil
    order.removeAll { $0 == key }
  }

  /// Drops what has expired, and the oldest that exceed the capacity; never what is still being carried out.
  private mutating func forget(now: UInt64) {
    var excess = order.count - capacity + 1
    order.removeAll { key in
      guard let record = records[key] else { return true }
      guard record.answer != nil, excess > 0 || now - record.begun > lifetime else { return false }
      excess -= 1
      records[key] = nil
      return true
    }
  }
}
