extension HTTPDate {
  /// Reads any of the three forms from bytes, and tells which it was.
  public static func read(_ bytes: [UInt8], now: HTTPDate) -> (date: HTTPDate, form: Form)? {
    var reader = HTTPDateReader(bytes)
    return reader.date(now: now)
  }
}

/// Reads one date from the front to the end. Each form starts over; a form that does not fit to the last byte is nil.
struct HTTPDateReader {
  /// What is wrong with a text that has the shape of a date.
  enum Fault { case zone, weekday, noSuchTime }

  private let bytes: [UInt8]
  private var position = 0
  private var fault: Fault?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func read<Refusal: Error>(
    _ bytes: [UInt8], now: HTTPDate, else refusal: (Fault?) -> Refusal
  ) throws(Refusal) -> (date: HTTPDate, form: HTTPDate.Form) {
    var reader = HTTPDateReader(bytes)
    guard let read = reader.date(now: now) else { throw refusal(reader.fault) }
    return read
  }

  mutating func date(now: HTTPDate) -> (date: HTTPDate, form: HTTPDate.Form)? {
    guard let (time, form) = imfFixdate() ?? rfc850(now: now) ?? asctime() else { return nil }
    return (time.date, form)
  }

  private mutating func imfFixdate() -> (CivilTime, HTTPDate.Form)? {
    position = 0
    guard let weekday = weekday(prefix: 3), skip(", "), let day = number(2), skip(" "), let month = month(), skip(" "),
      let year = number(4), skip(" "), let time = timeOfDay(), zone()
    else { return nil }
    return checked(time, year, month, day, weekday).map { ($0, .imfFixdate) }
  }

  private mutating func rfc850(now: HTTPDate) -> (CivilTime, HTTPDate.Form)? {
    position = 0
    guard let weekday = weekday(prefix: nil), skip(", "), let day = number(2), skip("-"), let month = month(),
      skip("-"), let digits = number(2), skip(" "), let time = timeOfDay(), zone()
    else { return nil }
    // 50 years after now, by the calendar. A leap day is let stand: only its order matters here.
    let horizon = CivilTime(now)
    let latestYear = horizon.year + 50
    var year = latestYear / 100 * 100 + digits
    let written = (year, month, day, time.hour, time.minute, time.second)
    let latest = (latestYear, horizon.month, horizon.day, horizon.hour, horizon.minute, horizon.second)
    if written > latest { year -= 100 }
    return checked(time, year, month, day, weekday).map { ($0, .rfc850) }
  }

  private mutating func asctime() -> (CivilTime, HTTPDate.Form)? {
    position = 0
    guard let weekday = weekday(prefix: 3), skip(" "), let month = month(), skip(" "),
      let day = skip(" ") ? number(1) : number(2), skip(" "), let time = timeOfDay(), skip(" "), let year = number(4),
      position == bytes.count
    else { return nil }
    return checked(time, year, month, day, weekday).map { ($0, .asctime) }
  }

  private mutating func checked(
    _ time: (hour: Int, minute: Int, second: Int), _ year: Int, _ month: Int, _ day: Int, _ weekday: Int
  ) -> CivilTime? {
    let civil = CivilTime(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    guard civil.exists else {
      fault = .noSuchTime
      return nil
    }
    guard civil.weekday == weekday else {
      fault = .weekday
      return nil
    }
    return civil
  }

  /// Steps over the zone that ends a date: GMT, and nothing behind it.
  private mutating func zone() -> Bool {
    if skip(" GMT"), position == bytes.count { return true }
    fault = .zone
    return false
  }

  /// Steps over exactly this text.
  private mutating func skip(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[position + index] != text.utf8Start[index] { return false }
    position = end
    return true
  }

  private mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + digits] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    position += digits
    return value
  }

  private mutating func timeOfDay() -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2) else { return nil }
    return (hour, minute, second)
  }

  private mutating func weekday(prefix: Int?) -> Int? {
    DateNames.days.firstIndex { take($0, prefix: prefix ?? $0.utf8.count) }
  }

  private mutating func month() -> Int? {
    DateNames.months.firstIndex { take($0, prefix: 3) }.map { $0 + 1 }
  }

  private mutating func take(_ name: String, prefix: Int) -> Bool {
    guard position + prefix <= bytes.count, bytes[position..<position + prefix].elementsEqual(name.utf8.prefix(prefix))
    else { return false }
    position += prefix
    return true
  }
}
