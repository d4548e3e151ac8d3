extension JSONParser {
  /// The string whose opening quote is next.
  mutating func string() throws(JSONFault) -> String {
    position += 1
    var start = position
    /// What stands before `start`, unescaped; empty in a string without escapes.
    var unescaped: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = text[start..<position]
        position += 1
        if unescaped.isEmpty { return String(decoding: rest, as: UTF8.self) }
        unescaped.append(contentsOf: rest)
        return String(decoding: unescaped, as: UTF8.self)
      case UInt8(ascii: "\\"):
        unescaped.append(contentsOf: text[start..<position])
        unescaped.append(contentsOf: try escape().utf8)
        start = position
      case 0..<0x20: throw fault("A control character stands in a string; write it as an escape.")
      case 0x20..<0x80: position += 1
      default: try skipMultibyteScalar()
      }
    }
    throw fault("The text ends inside a string.")
  }

  /// The scalar that the escape at the position stands for.
  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let kind = next else { throw fault("The text ends inside a string.") }
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw JSONFault(offset: start, message: "A backslash begins no escape that JSON has.")
    }
    let unit = try fourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let lone = JSONFault(offset: start, message: "An escaped surrogate stands without its other half.")
    guard unit < 0xDC00, text[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { throw lone }
    position += 2
    let low = try fourHexDigits()
    guard 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
    else { throw lone }
    return scalar
  }

  private mutating func fourHexDigits() throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = JSONParser.hexValue(byte) else {
        throw fault("Behind \\u stand exactly four hexadecimal digits.")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private static func hexValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Skips one scalar of two to four bytes if it is well formed: no overlong form, no surrogate, nothing above U+10FFFF
  /// (RFC 3629 §4).
  private mutating func skipMultibyteScalar() throws(JSONFault) {
    let second: ClosedRange<UInt8>
    let length: Int
    switch text[position] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw fault("A string is not valid UTF-8.")
    }
    guard position + length <= text.count, second ~= text[position + 1],
      text[position + 2..<position + length].allSatisfy({ 0x80...0xBF ~= $0 })
    else { throw fault("A string is not valid UTF-8.") }
    position += length
  }
}
