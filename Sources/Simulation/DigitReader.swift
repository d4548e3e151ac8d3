/// Numbers from text, byte by byte: no locale, no sign but a leading minus, no spaces, no overflow.
enum DigitReader {
  /// A whole number written as digits, perhaps with a minus before them; beyond `Int` it saturates. Nil if the text is
  /// anything else.
  static func integer(_ text: String) -> Int? {
    var digits = Substring(text).utf8
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard !digits.isEmpty else { return nil }
    var magnitude = 0
    for byte in digits {
      guard let digit = digit(byte) else { return nil }
      let (tenfold, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, passed) = tenfold.addingReportingOverflow(digit)
      magnitude = overflowed || passed ? .max : sum
    }
    return isNegative ? -magnitude : magnitude
  }

  /// True for `12`, `-0.5`, `.5` and `2e-3`; false for `nan`, `inf`, `0x1`, `+1`, `1.`, and for more than 40 bytes.
  static func isDecimal(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    guard rest.count <= 40 else { return false }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = dropDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if dropDigits(&rest) == 0 { return false }
    } else if whole == 0 {
      return false
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      if dropDigits(&rest) == 0 { return false }
    }
    return rest.isEmpty
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte &- UInt8(ascii: "0")) : nil
  }

  private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
    let before = text.count
    text = text.drop { digit($0) != nil }
    return before - text.count
  }
}
