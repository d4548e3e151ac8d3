/// Comparison and reading of bytes as ASCII. Text of a message is never handled as characters: to Swift, a KELVIN SIGN
/// lower-cases to "k" and CR LF is one character.
package enum ASCII {
  @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// The value of a hexadecimal digit.
  @inline(__always)
  package static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
  }

  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  package static func isAlpha(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// SP or HTAB, the only white space round a value (RFC 9110 §5.6.3).
  @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// A character of a token (RFC 9110 §5.6.2).
  @inline(__always)
  package static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// The bytes of a field's value: visible, blank, or obs-text (RFC 9110 §5.5).
  @inline(__always)
  package static func isFieldContent(_ byte: UInt8) -> Bool { byte >= 0x20 ? byte != 0x7F : byte == 0x09 }

  /// Compares byte by byte.
  @inline(__always)
  static func equal(_ bytes: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == other.count else { return false }
    for offset in bytes.indices where bytes[offset] != other[offset] { return false }
    return true
  }

  /// Compares without regard to the case of A–Z. `text` must be in lower case.
  @inline(__always)
  static func equal(_ bytes: [UInt8], _ range: Range<Int>, lowerCase text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let other = text.utf8Start
    var offset = 0
    while offset < range.count {
      if lowercased(bytes[range.lowerBound &+ offset]) != other[offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// Compares without regard to the case of A–Z.
  @inline(__always)
  package static func equal(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) -> Bool {
    let other = text.utf8
    guard range.count == other.count else { return false }
    var index = range.lowerBound
    for byte in other {
      if lowercased(bytes[index]) != lowercased(byte) { return false }
      index += 1
    }
    return true
  }
}
