package import Retry

// The request that several experiments send.

extension Parameter {
  static let method = Parameter(
    "method", "Method",
    .choice(
      ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "POST", "PATCH"].map { .init($0, $0) }, default: "GET"),
    meaning: "The request's method: POST and PATCH may do their work twice if they are sent twice.")

  static let key = Parameter(
    "key", "Idempotency key", .text(maxBytes: IdempotencyKey.longest, default: ""),
    meaning: "Names the operation, the same on every attempt; empty is none."
  ).matching("^[ -~]*$")
}

extension Arguments {
  /// The key, or nil where it is empty.
  package var key: IdempotencyKey? { try? IdempotencyKey(text("key")) }

  /// The fault of a key that is none.
  var keyFaults: [Fault] {
    let text = text("key")
    if text.isEmpty { return [] }
    do throws(IdempotencyKey.Fault) {
      _ = try IdempotencyKey(text)
      return []
    } catch {
      return [Fault("key", "must be up to 255 printable ASCII characters, or empty for none; \(error)")]
    }
  }
}
