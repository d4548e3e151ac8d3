/// An instant as HTTP writes it: whole seconds, always UTC (RFC 9110 §5.6.7).
///
/// Days are counted in the proleptic Gregorian calendar; a leap second reads as the second after it. Neither the
/// process's time zone nor its locale plays any part.
public struct HTTPDate: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
  public let secondsSince1970: Int64

  public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  /// The instant of a civil time in UTC.
  /// - Parameters:
  ///   - year: 0…9999.
  ///   - month: 1…12.
  ///   - day: 1…31.
  ///   - hour: 0…23.
  ///   - minute: 0…59.
  ///   - second: 0…60; 60 is a leap second and reads as the second after it.
  /// - Returns: nil if there is no such time.
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    guard civil.exists else { return nil }
    self = civil.date
  }

  public static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

  /// The three forms that a recipient must accept.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    case imfFixdate = "imf-fixdate"
    /// `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete
    case rfc850 = "rfc850"
    /// `Sun Nov  6 08:49:37 1994`, obsolete
    case asctime = "asctime"
  }

  /// Reads any of the three forms.
  /// - Parameters:
  ///   - text: the date and nothing else: no surrounding spaces. The case of letters matters.
  ///   - now: what a two-digit year is read against: the latest year with those digits that is not more than 50 years
  ///     ahead.
  /// - Returns: nil if it is no HTTP date, or names a day that does not exist or has another weekday.
  public init?(_ text: String, now: HTTPDate) {
    guard let read = HTTPDate.read(Array(text.utf8), now: now) else { return nil }
    self = read.date
  }

  /// Reads any of the three forms from bytes.
  public init?(_ bytes: [UInt8], now: HTTPDate) {
    guard let read = HTTPDate.read(bytes, now: now) else { return nil }
    self = read.date
  }

  /// The date as IMF-fixdate, the one form to send; 29 bytes. Years beyond 0…9999 are cut to that range.
  public var imfFixdate: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the date as IMF-fixdate.
  public func write(to bytes: inout [UInt8]) {
    let time = CivilTime(self)
    func digits(_ number: Int) {
      bytes.append(UInt8(48 + number / 10 % 10))
      bytes.append(UInt8(48 + number % 10))
    }
    bytes.append(contentsOf: DateNames.days[time.weekday].utf8.prefix(3))
    bytes.append(contentsOf: ", ".utf8)
    digits(time.day)
    bytes.append(32)
    bytes.append(contentsOf: DateNames.months[time.month - 1].utf8)
    bytes.append(32)
    digits(time.year / 100)
    digits(time.year % 100)
    bytes.append(32)
    digits(time.hour)
    bytes.append(58)
    digits(time.minute)
    bytes.append(58)
    digits(time.second)
    bytes.append(contentsOf: " GMT".utf8)
  }
}

enum DateNames {
  static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
