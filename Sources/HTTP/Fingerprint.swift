/// A 128-bit digest of content that is our own, for entity tags and for names of files that may be cached for ever.
/// It is not meant to withstand somebody who chooses the content.
package struct Fingerprint: Sendable, Equatable {
  package let high: UInt64
  package let low: UInt64

  /// Two multiply-and-fold lanes over eight bytes at a time, as in wyhash.
  package init(_ bytes: [UInt8]) {
    var first = Fingerprint.fold(UInt64(bytes.count) ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)
    var second: UInt64 = 0x8EBC_6AF0_9C88_C6E3
    var index = 0
    while index < bytes.count {
      var word: UInt64 = 0
      for offset in 0..<min(8, bytes.count - index) { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
      first = Fingerprint.fold(first ^ word, 0x5899_65CC_7537_4CC3)
      second = Fingerprint.fold(second &+ word, 0x1D8E_4E27_C47D_124F) ^ first
      index += 8
    }
    high = Fingerprint.fold(first, 0xEB44_ACCA_B455_D165)
    low = Fingerprint.fold(second ^ first, 0x9E37_79B9_7F4A_7C15)
  }

  /// 32 hexadecimal digits.
  package var text: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
