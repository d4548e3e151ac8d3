import Retry

/// Times as RFC 3339 writes them.
enum InternetTime {
  /// The instant, cut to whole seconds; nil if the text is no such time.
  ///
  /// A space before the offset counts as a plus sign: that is what one becomes in a query that is not percent-encoded.
  static func date(_ text: String) -> HTTPDate? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, [84, 116, 32].contains(bytes[10]), bytes[13] == 58,
      bytes[16] == 58, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]),
      let local = HTTPDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    var rest = bytes[19...]
    if rest.first == 46 {
      rest.removeFirst()
      let digits = rest.prefix { (48...57).contains($0) }.count
      if digits == 0 { return nil }
      rest.removeFirst(digits)
    }
    guard let offset = offset(Array(rest)) else { return nil }
    return HTTPDate(secondsSince1970: local.secondsSince1970 - Int64(offset))
  }

  /// Seconds east of UTC.
  private static func offset(_ bytes: [UInt8]) -> Int? {
    if bytes == [90] || bytes == [122] { return 0 }
    guard bytes.count == 6, [43, 45, 32].contains(bytes[0]), bytes[3] == 58, let hours = number(bytes[1..<3]),
      let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    return (bytes[0] == 45 ? -60 : 60) * (hours * 60 + minutes)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy { (48...57).contains($0) } ? digits.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
  }
}
