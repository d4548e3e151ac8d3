/// How far a zone's clocks are from UTC, and when that changes (RFC 9636, the TZif format of the system's zone files).
package struct ZoneRules: Sendable, Equatable {
  /// An IANA name, such as `Europe/Berlin`.
  package let name: String
  /// Seconds since 1970 from which an offset holds, and the offset in seconds east of UTC.
  private let changes: [Change]
  /// Before the first change.
  private let first: Int
  /// After the last change.
  private let rule: ZoneRule?

  private struct Change: Sendable, Equatable {
    let at: Int
    let offset: Int
  }

  package static let utc = ZoneRules(name: "UTC")

  private init(name: String) {
    self.name = name
    changes = []
    first = 0
    rule = nil
  }

  /// Nil unless the bytes are a zone file of version 2 or later.
  package init?(name: String, _ bytes: [UInt8]) {
    var reader = TZifReader(bytes)
    // The first block has 32-bit times, for programs of long ago.
    guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.length(timeSize: 4)),
      let counts = reader.header(), let times = reader.integers(counts.times, size: 8),
      let kinds = reader.bytes(counts.times), let types = reader.bytes(counts.types * 6),
      reader.skip(counts.characters + counts.leaps * 12 + counts.standard + counts.universal),
      counts.types > 0, kinds.allSatisfy({ Int($0) < counts.types })
    else { return nil }
    let offsets = (0..<counts.types).map { TZifReader.integer(types[($0 * 6)..<($0 * 6 + 4)]) }
    self.name = name
    changes = zip(times, kinds).map { Change(at: $0, offset: offsets[Int($1)]) }
    first = offsets[0]
    let footer = String(decoding: reader.rest.filter { $0 != 0x0A }, as: UTF8.self)
    rule = ZoneRule(footer)
    guard footer.isEmpty || rule != nil else { return nil }
  }

  /// Seconds east of UTC at an instant, in seconds since 1970.
  package func offset(at instant: Int) -> Int {
    guard let last = changes.last, instant < last.at else {
      return rule?.offset(at: instant) ?? changes.last?.offset ?? first
    }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }

  /// What the zone's clocks show at an instant.
  package func local(at instant: Int) -> LocalTime {
    LocalTime(secondsSince1970: instant + offset(at: instant))
  }

  /// What the zone's clocks make of a time: when they show it, if they do, in seconds since 1970.
  package enum Showing: Sendable, Equatable {
    case once(Int)
    /// They are put back over it; the earlier one comes first.
    case twice(Int, Int)
    /// They are put forward over it, from one time to another.
    case never(from: LocalTime, to: LocalTime)
  }

  package func showing(of time: LocalTime) -> Showing {
    let asUTC = time.secondsSince1970
    // Offsets lie within a day, and change at most once about there.
    let (before, after) = (offset(at: asUTC - 86_400), offset(at: asUTC + 86_400))
    let isShownBefore = offset(at: asUTC - before) == before
    let isShownAfter = offset(at: asUTC - after) == after
    switch (isShownBefore, isShownAfter) {
    case (true, true): return before == after ? .once(asUTC - before) : .twice(asUTC - before, asUTC - after)
    case (true, false): return .once(asUTC - before)
    case (false, true): return .once(asUTC - after)
    case (false, false):
      let change = change(in: asUTC - 86_400..<asUTC + 86_400)
      return .never(
        from: LocalTime(secondsSince1970: change + before), to: LocalTime(secondsSince1970: change + after))
    }
  }

  /// The first second with another offset than the first of a span whose offset changes once.
  private func change(in span: Range<Int>) -> Int {
    let before = offset(at: span.lowerBound)
    var (low, high) = (span.lowerBound, span.upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(at: middle) == before { low = middle } else { high = middle }
    }
    return high
  }

  /// Such as `UTC+02:00`.
  package static func text(offset: Int) -> String {
    let minutes = offset.magnitude / 60
    func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "UTC\(offset < 0 ? "−" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
}

/// Reads a zone file's parts.
private struct TZifReader {
  struct Header {
    let version: UInt8
    let universal: Int
    let standard: Int
    let leaps: Int
    let times: Int
    let types: Int
    let characters: Int

    func length(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standard + universal
    }
  }

  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func header() -> Header? {
    guard let bytes = bytes(44), bytes.starts(with: "TZif".utf8) else { return nil }
    let counts = (0..<6).map { TZifReader.integer(bytes[(20 + $0 * 4)..<(24 + $0 * 4)]) }
    guard counts.allSatisfy({ (0..<1_000_000).contains($0) }) else { return nil }
    return Header(
      version: bytes[4], universal: counts[0], standard: counts[1], leaps: counts[2], times: counts[3],
      types: counts[4], characters: counts[5])
  }

  mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func integers(_ count: Int, size: Int) -> [Int]? {
    guard let bytes = bytes(count * size) else { return nil }
    return (0..<count).map { TZifReader.integer(bytes[($0 * size)..<(($0 + 1) * size)]) }
  }

  /// A signed number, the high byte first.
  static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let shift = 64 - bytes.count * 8
    return Int(Int64(bitPattern: value << UInt64(shift)) >> Int64(shift))
  }
}
