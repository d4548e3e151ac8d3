internal import HTTP
internal import Retry

/// The field `Idempotency-Key` of a request.
enum IdempotencyField {
  /// The key, if the request has one.
  /// - Throws: `Problem`: 400 unless it is one.
  static func optional(_ request: Request) throws -> IdempotencyKey? {
    let values = request.headers.values(of: "Idempotency-Key")
    guard let value = values.first else { return nil }
    guard values.count == 1 else { throw Problem(.invalidKey, "The Idempotency-Key stands more than once.") }
    do throws(IdempotencyKey.Fault) { return try IdempotencyKey(fieldValue: value) } catch {
      throw Problem(.invalidKey, "The Idempotency-Key is not valid: \(error).")
    }
  }

  /// - Throws: `Problem`: 400 unless there is one.
  static func required(_ request: Request) throws -> IdempotencyKey {
    guard let key = try optional(request) else {
      throw Problem(.keyRequired, "Send an Idempotency-Key, the same with every attempt of this submission.")
    }
    return key
  }
}
