internal import Store

/// A date and a time of day as a calendar and a clock on the wall show them, in no zone of their own. Years 1…9999.
package struct LocalTime: Sendable, Hashable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  /// Nil if there is no such day or time.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...LocalTime.days(in: month, of: year)).contains(day), (0...23).contains(hour), (0...59).contains(minute),
      (0...59).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The time that UTC shows so many seconds after 1970 began.
  package init(secondsSince1970 seconds: Int) {
    let bounded = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let (days, rest) = LocalTime.floor(bounded, 86_400)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // Howard Hinnant, "chrono-compatible low-level date algorithms": eras of 400 years, years that begin in March.
    let (era, dayOfEra) = LocalTime.floor(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-12-01T23:59` or `2026-12-01T23:59:30`, a space allowed for the `T`, as a form's field gives it.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 || bytes.count == 19 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      guard bytes[range].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard bytes[4] == dash, bytes[7] == dash, bytes[10] == UInt8(ascii: "T") || bytes[10] == 0x20, bytes[13] == colon,
      bytes.count == 16 || bytes[16] == colon, let year = number(0..<4), let month = number(5..<7),
      let day = number(8..<10), let hour = number(11..<13), let minute = number(14..<16),
      let second = bytes.count == 16 ? 0 : number(17..<19)
    else { return nil }
    self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  /// Seconds since 1970 began, if this is what UTC shows.
  package var secondsSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = LocalTime.floor(shifted, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// Such as `2026-12-01`.
  package var date: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// Such as `23:59`.
  package var time: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

  /// Such as `23:59`, or `23:59:30`: with seconds only if there are any.
  package var clock: String { time + (second == 0 ? "" : ":\(padded(second, 2))") }

  /// Such as `2026-12-01T23:59`, with seconds only if there are any.
  package var text: String { "\(date)T\(clock)" }

  static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func floor(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Timestamp {
  /// As RFC 3339 writes it, in UTC, such as `2026-12-01T22:59:00.000Z`.
  package var internetTime: String {
    let milliseconds = (self % 1000 + 1000) % 1000
    let time = LocalTime(secondsSince1970: (self - milliseconds) / 1000)
    let fraction = String(String(1000 + milliseconds).dropFirst())
    return "\(time.date)T\(time.time):\(time.second < 10 ? "0" : "")\(time.second).\(fraction)Z"
  }
}
