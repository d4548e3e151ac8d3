// Bytes of UTF-8 text, which are read as bytes: a Character is costly, and "\r\n" is one of them.

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// Space, tab or line feed.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n") }
  /// ASCII letters in lower case, everything else as it is.
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension Collection<UInt8> {
  /// The text, with anything that is no UTF-8 replaced by U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension BidirectionalCollection<UInt8> {
  /// Without blanks at either end.
  var trimmed: SubSequence {
    var rest = self[...]
    while let byte = rest.first, byte.isBlank { rest.removeFirst() }
    while let byte = rest.last, byte.isBlank { rest.removeLast() }
    return rest
  }
}

/// A whole number written in ASCII digits alone, or nil if it is none or does not fit.
func wholeNumber(_ digits: some Collection<UInt8>) -> Int? {
  guard !digits.isEmpty else { return nil }
  var number = 0
  for byte in digits {
    guard byte.isDigit else { return nil }
    let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
    if overflow || carry { return nil }
    number = sum
  }
  return number
}

/// True for a name of lower-case letters, digits and single hyphens, such as `jitter-histogram`.
func isSlug(_ name: some Collection<UInt8>) -> Bool {
  var previous = UInt8(ascii: "-")
  for byte in name {
    let isHyphen = byte == UInt8(ascii: "-")
    guard isHyphen ? previous != byte : byte.isDigit || (byte.isLetter && byte == byte.lowercased) else { return false }
    previous = byte
  }
  return previous != UInt8(ascii: "-")
}

extension [UInt8] {
  /// Trimmed, each run of blanks as one space.
  var withSingleSpaces: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for byte in self {
      if !byte.isBlank {
        text.append(byte)
      } else if let last = text.last, last != UInt8(ascii: " ") {
        text.append(UInt8(ascii: " "))
      }
    }
    if text.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  /// The greatest offset up to a limit at which no character of UTF-8 is cut in two.
  func cutWithoutSplitting(at limit: Int) -> Int {
    guard limit < count else { return count }
    var end = limit
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
