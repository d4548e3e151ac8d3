import JSON
import Retry

/// What two common shortcuts make of a Retry-After value: `Int(value)`, and a `DateFormatter` with the format
/// `EEE, dd MMM yyyy HH:mm:ss zzz` in an American locale. The second is a model of what Foundation was seen to do: the
/// weekday is not checked, other zones are taken, spaces do not matter.
struct NaiveRetryAfter {
  /// Seconds.
  let int: Int?
  /// Seconds from now, negative for a time that has passed.
  let dateFormatter: Int?

  init(_ value: String, now: HTTPDate) {
    int = Int(value)
    dateFormatter = NaiveRetryAfter.seconds(value).map { Int($0 - now.secondsSince1970) }
  }

  var json: JSONValue {
    [
      "int": int.map { .integer($0) } ?? .null, "dateFormatter": dateFormatter.map { .integer($0) } ?? .null,
    ]
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let zones = [
    "gmt": 0, "utc": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
  ]

  private static func seconds(_ value: String) -> Int64? {
    let parts = value.utf8.split(separator: 32).map { lowercased(Array($0)) }
    guard parts.count == 6, parts[0].last == ",", index(of: String(parts[0].dropLast()), in: weekdays) != nil,
      let day = number(parts[1]), let month = index(of: parts[2], in: months), let year = number(parts[3]),
      let time = clock(parts[4]), let zone = zone(parts[5]),
      let date = HTTPDate(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    else { return nil }
    return date.secondsSince1970 - Int64(zone)
  }

  private static func lowercased(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// A name in full or its first three letters.
  private static func index(of name: String, in names: [String]) -> Int? {
    names.firstIndex { $0 == name || $0.prefix(3) == name }
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } && text.utf8.count <= 6 ? Int(text) : nil
  }

  private static func clock(_ text: String) -> [Int]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { number(String($0)) }
    return parts.count == 3 && parts[2] < 60 ? parts : nil
  }

  /// Seconds east of UTC: a name, or `+0100`, `+01:00`, `GMT+1`, `GMT+01:00`.
  private static func zone(_ text: String) -> Int? {
    if let hours = zones[text] { return hours * 3_600 }
    let isNamed = text.hasPrefix("gmt")
    let rest = isNamed ? String(text.dropFirst(3)) : text
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    let digits = rest.dropFirst()
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false).compactMap { number(String($0)) }
    let minutes: Int
    switch (parts.count, digits.utf8.count) {
    case (2, 5): minutes = parts[0] * 60 + parts[1]
    case (1, 4) where !isNamed: minutes = parts[0] / 100 * 60 + parts[0] % 100
    case (1, 1...2) where isNamed: minutes = parts[0] * 60
    default: return nil
    }
    return (sign == "-" ? -60 : 60) * minutes
  }
}
