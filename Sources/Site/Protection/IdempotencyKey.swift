package import HTTP

/// The key by which a client marks all attempts of one operation (draft-ietf-httpapi-idempotency-key-header).
package enum IdempotencyKey {
  package static let maximumBytes = 255

  /// The request's key, without its quotes; nil if it has none.
  /// - Throws: `Problem`: 400 unless it is 1 to 255 visible ASCII characters, bare or a quoted string.
  package static func of(_ request: Request) throws -> String? {
    let values = request.headers.values(of: "Idempotency-Key")
    guard let value = values.first else { return nil }
    guard values.count == 1, let key = unquoted(Array(value.utf8)), (1...maximumBytes).contains(key.count),
      key.allSatisfy({ 0x21...0x7E ~= $0 })
    else {
      throw Problem(
        .invalidKey, "The Idempotency-Key must be 1 to \(maximumBytes) visible ASCII characters, sent once.")
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// A bare key as it is; a quoted one without quotes and escapes (RFC 9651 §3.3.3). Nil if the quotes do not match.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard bytes.first == quote else { return bytes.contains(quote) ? nil : bytes }
    guard bytes.count >= 2, bytes.last == quote else { return nil }
    var key: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      if isEscaped {
        guard byte == quote || byte == backslash else { return nil }
        key.append(byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else if byte == quote {
        return nil
      } else {
        key.append(byte)
      }
    }
    return isEscaped ? nil : key
  }
}
