internal import CCrypto

/// SHA-256 (FIPS 180-4), by libcrypto.
package enum Digest {
  /// The 32 bytes of the digest.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // The one-shot call fails only where memory is gone or the algorithm is switched off; then nothing may go on that
    // trusts a digest.
    let done = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    precondition(done == 1, "libcrypto has no SHA-256")
    return digest
  }

  /// The digest's first bytes as lower-case hexadecimal digits, two a byte.
  /// - Parameter length: How many bytes, 1…32. Sixteen are beyond accident.
  package static func hex(_ bytes: [UInt8], length: Int = 16) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = sha256(bytes).prefix(length).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
