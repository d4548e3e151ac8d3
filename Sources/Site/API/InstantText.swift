internal import Glibc

/// Times of day as text.
enum InstantText {
  /// RFC 3339, in UTC with milliseconds.
  /// - Parameter milliseconds: Since 1970-01-01T00:00:00Z.
  static func rfc3339(milliseconds: Int) -> String {
    let fraction = ((milliseconds % 1000) + 1000) % 1000
    var seconds = (milliseconds - fraction) / 1000
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    let date =
      "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-\(digits(Int(parts.tm_mday), 2))"
    let time = "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2))"
    return "\(date)T\(time).\(digits(fraction, 3))Z"
  }
}
