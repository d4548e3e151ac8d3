internal import CCrypto

/// Codes that students join by: read aloud and typed, so without letters and digits that look or sound alike.
enum JoinCode {
  private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)
  private static let length = 9

  /// A new code such as `k3f-9wx-q2m`: 44 random bits, far more than can be guessed at the rate that is allowed.
  static func random() -> String {
    var letters: [UInt8] = []
    while letters.count < length {
      var byte: UInt8 = 0
      precondition(RAND_bytes(&byte, 1) == 1, "libcrypto has no random numbers")
      // Values beyond the last whole multiple would make some letters more likely.
      if Int(byte) < 256 / alphabet.count * alphabet.count { letters.append(alphabet[Int(byte) % alphabet.count]) }
    }
    return normal(String(decoding: letters, as: UTF8.self))
  }

  /// The code as it is kept, however it was typed: in small letters and in groups of three.
  static func normal(_ typed: String) -> String {
    let letters = typed.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: nil
      }
    }
    let groups = stride(from: 0, to: letters.count, by: 3).map { letters[$0..<min($0 + 3, letters.count)] }
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }
}
