/// A Retry-After field, understood: how long the server asks the client to wait (RFC 9110 §10.2.3).
public struct RetryAfter: Sendable, Hashable {
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// `120`
    case delaySeconds = "delay-seconds"
    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    case imfFixdate = "imf-fixdate"
    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    case rfc850 = "rfc850"
    /// `Sun Nov  6 08:49:37 1994`
    case asctime = "asctime"
  }

  public let form: Form
  /// From 0; a date in the past is no wait. More seconds than a duration can count in microseconds are cut to that
  /// (292,000 years).
  public let wait: Duration

  /// Why a value is refused. The client then waits by its own backoff.
  public enum Refusal: String, Error, Sendable, Hashable, CaseIterable {
    case empty
    /// `+5`, `-5`
    case signed
    /// `0.5`, `1e3`
    case notWholeSeconds = "not-whole-seconds"
    /// `2, 5`, as two fields read when they are joined
    case list
    /// A date in another zone than GMT, or in none
    case wrongZone = "wrong-zone"
    /// A date whose weekday is another one
    case wrongWeekday = "wrong-weekday"
    /// 30 February, or 25 o'clock
    case noSuchTime = "no-such-time"
    case unreadable
  }

  /// A wait that the server asked for, such as in another protocol's own field.
  public init(delay: Duration) {
    form = .delaySeconds
    wait = max(.zero, delay)
  }

  /// Reads a field's value.
  /// - Parameters:
  ///   - value: spaces and tabs around it are let go.
  ///   - now: the wall clock when the response came, in whole seconds rounded down, so that a wait is never too short.
  ///     It is read once, here: the wait itself belongs to a monotonic clock.
  public init(_ value: String, now: HTTPDate) throws(Refusal) {
    let bytes = RetryAfter.trimmed(Array(value.utf8))
    if bytes.isEmpty { throw .empty }
    if bytes.allSatisfy({ (48...57).contains($0) }) {
      form = .delaySeconds
      wait = .seconds(RetryAfter.saturatingNumber(bytes))
      return
    }
    let read = try HTTPDateReader.read(bytes, now: now) { fault in RetryAfter.refusal(of: bytes, as: fault) }
    form =
      switch read.form {
      case .imfFixdate: .imfFixdate
      case .rfc850: .rfc850
      case .asctime: .asctime
      }
    let (seconds, overflowed) = read.date.secondsSince1970.subtractingReportingOverflow(now.secondsSince1970)
    wait = .seconds(min(max(0, overflowed ? .max : seconds), RetryAfter.longestSeconds))
  }

  /// The field's value among a response's fields (name, value), whatever the case of its name; several are joined by a comma, as
  /// they mean (RFC 9110 §5.3).
  public static func value(in fields: some Sequence<(String, String)>) -> String? {
    var found: String?
    for (name, value) in fields where isName(name) {
      found = found.map { $0 + ", " + value } ?? value
    }
    return found
  }

  private static let longestSeconds = Int64.max / 1_000_000

  private static func saturatingNumber(_ digits: [UInt8]) -> Int64 {
    var number: Int64 = 0
    for digit in digits {
      number = number * 10 + Int64(digit - 48)
      if number >= longestSeconds { return longestSeconds }
    }
    return number
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.elementsEqual("retry-after".utf8) { byte, lower in
      ((65...90).contains(byte) ? byte + 32 : byte) == lower
    }
  }

  private static func refusal(of bytes: [UInt8], as fault: HTTPDateReader.Fault?) -> Refusal {
    switch fault {
    case .zone: return .wrongZone
    case .weekday: return .wrongWeekday
    case .noSuchTime: return .noSuchTime
    case nil: break
    }
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    if bytes.contains(UInt8(ascii: ",")), isDigit(bytes[0]) { return .list }
    if bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-") {
      return bytes.count > 1 && isDigit(bytes[1]) ? .signed : .unreadable
    }
    let isNumeral =
      bytes.allSatisfy { isDigit($0) || [46, 69, 101, 43, 45].contains($0) } && bytes.contains(where: isDigit)
    return isNumeral ? .notWholeSeconds : .unreadable
  }
}

extension RetryAfter.Refusal: CustomStringConvertible {
  /// What is wrong with the value, as half a sentence.
  public var description: String {
    switch self {
    case .empty: "there is no value"
    case .signed: "a delay has no sign"
    case .notWholeSeconds: "a delay is whole seconds, digits only"
    case .list: "there are two values"
    case .wrongZone: "a date must be in GMT and say so"
    case .wrongWeekday: "the date has another weekday"
    case .noSuchTime: "there is no such time"
    case .unreadable: "it is neither whole seconds nor an HTTP date"
    }
  }
}
