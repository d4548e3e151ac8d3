extension JSONParser {
  /// The number whose first byte, a minus or a digit, is next.
  mutating func number() throws(JSONFault) -> JSONValue {
    let start = position
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    try digits("a digit")
    if text[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw JSONFault(offset: firstDigit, message: "A number begins with a zero that nothing needs.")
    }
    let integerEnd = position
    if next == UInt8(ascii: ".") {
      position += 1
      try digits("a digit behind the point")
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits("a digit of the exponent")
    }
    if position == integerEnd, let whole = integer(firstDigit..<integerEnd, isNegative: isNegative) {
      return .integer(whole)
    }
    let written = String(decoding: text[start..<position], as: UTF8.self)
    guard let number = Double(written), number.isFinite else {
      throw JSONFault(offset: start, message: "A number lies beyond the range of a 64-bit floating-point number.")
    }
    return .number(number)
  }

  /// Skips one or more digits.
  private mutating func digits(_ expected: String) throws(JSONFault) {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    if position == start { throw unexpected(expected) }
  }

  /// The digits' value, nil if it does not fit.
  private func integer(_ digits: Range<Int>, isNegative: Bool) -> Int? {
    var value = 0
    for byte in text[digits] {
      let digit = Int(byte - UInt8(ascii: "0"))
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflows || overflowsToo { return nil }
      value = sum
    }
    return value
  }
}
