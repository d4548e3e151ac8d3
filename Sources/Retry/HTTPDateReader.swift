extension HTTPDate {
  static func read(_ bytes: [UInt8], now: HTTPDate) -> (date: HTTPDate, form: Form)? {
    var reader = HTTPDateReader(bytes)
    guard let (time, form) = reader.imfFixdate() ?? reader.rfc850(now: now) ?? reader.asctime() else { return nil }
    return (time.date, form)
  }
}

/// Reads one date from the front to the end. Each form starts over; a form that does not fit to the last byte is nil.
private struct HTTPDateReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func imfFixdate() -> (CivilTime, HTTPDate.Form)? {
    position = 0
    guard bytes.count == 29, let weekday = weekday(prefix: 3), skip(", "), let day = number(2), skip(" "),
      let month = month(), skip(" "), let year = number(4), skip(" "), let time = timeOfDay(), skip(" GMT")
    else { return nil }
    return checked(time, year, month, day, weekday).map { ($0, .imfFixdate) }
  }

  mutating func rfc850(now: HTTPDate) -> (CivilTime, HTTPDate.Form)? {
    position = 0
    guard let weekday = weekday(prefix: nil), skip(", "), let day = number(2), skip("-"), let month = month(),
      skip("-"), let digits = number(2), skip(" "), let time = timeOfDay(), skip(" GMT"), position == bytes.count
    else { return nil }
    // 50 years after now, by the calendar. A leap day is let stand: only its order matters here.
    var horizon = CivilTime(now)
    horizon.year += 50
    var year = horizon.year / 100 * 100 + digits
    let written = (year, month, day, time.hour, time.minute, time.second)
    let latest = (horizon.year, horizon.month, horizon.day, horizon.hour, horizon.minute, horizon.second)
    if written > latest { year -= 100 }
    return checked(time, year, month, day, weekday).map { ($0, .rfc850) }
  }

  mutating func asctime() -> (CivilTime, HTTPDate.Form)? {
    position = 0
    guard bytes.count == 24, let weekday = weekday(prefix: 3), skip(" "), let month = month(), skip(" "),
      let day = skip(" ") ? number(1) : number(2), skip(" "), let time = timeOfDay(), skip(" "),
      let year = number(4)
    else { return nil }
    return checked(time, year, month, day, weekday).map { ($0, .asctime) }
  }

  private func checked(
    _ time: (hour: Int, minute: Int, second: Int), _ year: Int, _ month: Int, _ day: Int, _ weekday: Int
  ) -> CivilTime? {
    let civil = CivilTime(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    return civil.exists && civil.weekday == weekday ? civil : nil
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
