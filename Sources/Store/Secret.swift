import CCrypto

/// A SHA-256 digest (FIPS 180-4): 32 bytes.
package struct Digest: Sendable, Hashable {
  package let bytes: [UInt8]

  /// The digest of a message.
  package init(of message: [UInt8]) {
    var output = [UInt8](repeating: 0, count: 32)
    let done = EVP_Digest(message, message.count, &output, nil, EVP_sha256(), nil)
    precondition(done == 1, "libcrypto cannot compute SHA-256")
    bytes = output
  }

  /// A digest read back from where it was kept; nil unless it has 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }
}

extension Sequence<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two a byte.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// A token as its holder sees it: 256 random bits as 43 letters, digits, `-` and `_`. It is shown once; only its digest
/// is ever kept.
package struct Secret: Sendable, CustomStringConvertible {
  package let text: String

  /// A new one from the system's random numbers.
  package init() {
    var bytes = [UInt8](repeating: 0, count: 32)
    precondition(RAND_bytes(&bytes, 32) == 1, "libcrypto has no random numbers")
    text = Secret.base64URL(bytes)
  }

  package var digest: Digest { Digest(of: Array(text.utf8)) }

  /// Not the secret, so that it cannot slip into a log.
  package var description: String { "Secret(…)" }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        output.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { output.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: output, as: UTF8.self)
  }
}

package enum TokenKind: String, Sendable {
  /// For programs, sent as `Authorization: Bearer`.
  case bearer
  /// For a browser, sent as a cookie.
  case session
  /// Valid once, to be exchanged for a session.
  case invitation
}

/// A token that somebody holds, as far as the store knows it.
package struct HeldToken: Sendable, Equatable {
  package let digest: Digest
  package let kind: TokenKind
  package let madeAt: Timestamp
  package let expiresAt: Timestamp?

  package init(digest: Digest, kind: TokenKind, madeAt: Timestamp, expiresAt: Timestamp?) {
    self.digest = digest
    self.kind = kind
    self.madeAt = madeAt
    self.expiresAt = expiresAt
  }
}

/// A token to be kept: its digest, never itself.
package struct NewToken: Sendable, Equatable {
  package let digest: Digest
  package let kind: TokenKind
  package let expiresAt: Timestamp?

  package init(_ digest: Digest, kind: TokenKind, expiresAt: Timestamp? = nil) {
    self.digest = digest
    self.kind = kind
    self.expiresAt = expiresAt
  }
}
