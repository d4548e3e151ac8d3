/// Year, month, day and time of day in UTC, in the proleptic Gregorian calendar.
struct CivilTime: Equatable {
  /// 0…9999.
  var year: Int
  /// 1…12.
  var month: Int
  /// 1…31.
  var day: Int
  var hour: Int
  var minute: Int
  /// 0…60, where 60 is a leap second.
  var second: Int

  init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The civil time of an instant, cut to the years 0…9999.
  init(_ date: HTTPDate) {
    let seconds = min(max(date.secondsSince1970, -62_167_219_200), 253_402_300_799)
    let days = Int(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    let rest = Int(seconds - Int64(days) * 86_400)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // Howard Hinnant, "chrono-compatible low-level date algorithms": eras of 400 years, years that begin in March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// True if such a time exists.
  var exists: Bool {
    guard (0...9999).contains(year), (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...length).contains(day) && (0...23).contains(hour) && (0...59).contains(minute)
      && (0...60).contains(second)
  }

  private var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 0 for Sunday.
  var weekday: Int {
    let index = (daysSince1970 + 4) % 7
    return index < 0 ? index + 7 : index
  }

  var date: HTTPDate {
    HTTPDate(secondsSince1970: Int64(daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second))
  }
}
