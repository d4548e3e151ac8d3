/// What a retry loop needs to know of a request. It is the same on every attempt, and so is its key.
public struct RetryRequest: Sendable, Hashable {
  public let method: RequestMethod
  /// Names the operation to the server. Made when the user acts and kept with the operation, never per attempt.
  public let key: IdempotencyKey?
  /// False if the body comes from a stream that can be read once only: such a request is never sent again, since its
  /// second body would be empty.
  public let bodyIsReplayable: Bool

  public init(_ method: RequestMethod, key: IdempotencyKey? = nil, bodyIsReplayable: Bool = true) {
    self.method = method
    self.key = key
    self.bodyIsReplayable = bodyIsReplayable
  }

  /// True if sending the request twice does no more than sending it once: the method says so, or a key does.
  public var isRepeatable: Bool { method.isIdempotent || key != nil }

  /// True if it may be sent again after that failure: it is repeatable, or the failure proves that it did not arrive.
  /// Source: RFC 9110 §9.2.2.
  public func mayRepeat(after failure: Failure) -> Bool {
    isRepeatable || failure.reachedServer == .surelyNot
  }
}
