/// When a zone changes its clocks every year, as a zone file's last line says it: `CET-1CEST,M3.5.0,M10.5.0/3`
/// (POSIX.1-2024, section 8.3, with the hours of RFC 9636).
struct ZoneRule: Sendable, Equatable {
  /// Seconds east of UTC.
  private let standard: Int
  private let summer: Summer?

  private struct Summer: Sendable, Equatable {
    let offset: Int
    let begin: Day
    let end: Day
  }

  /// A day of each year, and a time of that day.
  private struct Day: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      /// The nth (5 for the last) such weekday of a month, 0 for Sunday.
      case weekday(month: Int, week: Int, weekday: Int)
      /// 1…365, never counting 29 February.
      case julian(Int)
      /// 0…365.
      case ordinal(Int)
    }

    let kind: Kind
    /// Seconds after the day began, which may lie in another day.
    let time: Int

    /// Seconds since 1970, as UTC would show that local time.
    func local(in year: Int) -> Int {
      guard let newYear = LocalTime(year: year, month: 1, day: 1)?.secondsSince1970 else { return 0 }
      switch kind {
      case .ordinal(let day): return newYear + day * 86_400 + time
      case .julian(let day):
        let isLeap = LocalTime.days(in: 2, of: year) == 29
        return newYear + (day - 1 + (isLeap && day >= 60 ? 1 : 0)) * 86_400 + time
      case .weekday(let month, let week, let weekday):
        guard let first = LocalTime(year: year, month: month, day: 1)?.secondsSince1970 else { return 0 }
        // 1970-01-01 was a Thursday.
        let firstWeekday = ((first / 86_400 + 4) % 7 + 7) % 7
        var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        while day >= LocalTime.days(in: month, of: year) { day -= 7 }
        return first + day * 86_400 + time
      }
    }
  }

  /// Nil for what is not understood.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.name(), let standard = reader.time(mostHours: 24) else { return nil }
    self.standard = -standard
    guard !reader.rest.isEmpty else {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = self.standard + 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let given = reader.time(mostHours: 24) else { return nil }
      offset = -given
    }
    guard let begin = reader.day(), let end = reader.day(), reader.rest.isEmpty else { return nil }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  func offset(at instant: Int) -> Int {
    guard let summer else { return standard }
    let year = min(max(LocalTime(secondsSince1970: instant + standard).year, 2), 9998)
    // The year's own changes and those next to it: a change may lie some days outside its year.
    var latest = (at: Int.min, offset: standard)
    for year in (year - 1)...(year + 1) {
      let begin = (at: summer.begin.local(in: year) - standard, offset: summer.offset)
      let end = (at: summer.end.local(in: year) - summer.offset, offset: standard)
      for change in [begin, end] where change.at <= instant && change.at > latest.at { latest = change }
    }
    return latest.offset
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Steps behind a zone's abbreviation.
    mutating func name() -> Bool {
      if rest.first == UInt8(ascii: "<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }.count
      rest = rest.dropFirst(letters)
      return letters >= 3
    }

    private mutating func number() -> Int? {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard (1...4).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    /// Seconds from `hh[:mm[:ss]]` with a sign.
    mutating func time(mostHours: Int) -> Int? {
      let sign = take(UInt8(ascii: "-")) ? -1 : 1
      if sign == 1 { _ = take(UInt8(ascii: "+")) }
      guard let hours = number(), hours <= mostHours else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where take(UInt8(ascii: ":")) {
        guard let part = number(), part < 60 else { return nil }
        seconds += part * unit
      }
      return sign * seconds
    }

    /// A comma, a day, and `/` with a time unless that is two o'clock.
    mutating func day() -> Day? {
      guard take(UInt8(ascii: ",")) else { return nil }
      let kind: Day.Kind
      if take(UInt8(ascii: "M")) {
        guard let month = number(), (1...12).contains(month), take(UInt8(ascii: ".")), let week = number(),
          (1...5).contains(week), take(UInt8(ascii: ".")), let weekday = number(), (0...6).contains(weekday)
        else { return nil }
        kind = .weekday(month: month, week: week, weekday: weekday)
      } else if take(UInt8(ascii: "J")) {
        guard let day = number(), (1...365).contains(day) else { return nil }
        kind = .julian(day)
      } else {
        guard let day = number(), (0...365).contains(day) else { return nil }
        kind = .ordinal(day)
      }
      guard take(UInt8(ascii: "/")) else { return Day(kind: kind, time: 7200) }
      guard let time = time(mostHours: 167) else { return nil }
      return Day(kind: kind, time: time)
    }
  }
}
