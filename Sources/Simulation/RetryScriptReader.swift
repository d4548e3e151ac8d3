/// Why a script cannot be played, as one sentence without the parameter's name.
package struct RetryScriptFault: Error, Equatable {
  package let message: String
}

extension RetryScript {
  /// The most items in a script, and the most times that one repeats.
  static let mostItems = 200
  static let mostTimes = 10_000
  static let longestLatencyMs = 600_000

  package static let grammar = grammar(of: Fault.allCases)

  /// What a script may hold, for whoever can play these faults only.
  package static func grammar(of faults: [Fault]) -> String {
    "outcomes separated by commas: a status from 200 to 599, or \(faults.map(\.rawValue).joined(separator: ", "))"
      + "; each perhaps with ;retry-after=SECONDS (or +SECONDS for a date, raw:TEXT for anything), ;latencyMs=N, ;times=N"
      + ", ;keep-alive"
  }

  private static let options = "allowed are retry-after, latencyMs, times and keep-alive"

  package init(_ text: String) throws(RetryScriptFault) {
    let parts = RetryScript.split(text, at: ",")
    guard parts.count <= RetryScript.mostItems else {
      throw RetryScriptFault(message: "has \(parts.count) items; at most \(RetryScript.mostItems) are allowed")
    }
    var items: [Item] = []
    for (index, part) in parts.enumerated() {
      do throws(RetryScriptFault) {
        items.append(try RetryScript.item(part))
      } catch {
        throw RetryScriptFault(message: "item \(index + 1), \(Excerpt.text(part)): \(error.message)")
      }
    }
    self.items = items
  }

  private static func item(_ text: String) throws(RetryScriptFault) -> Item {
    let parts = split(text, at: ";")
    var item = Item(event: try event(parts[0]))
    var seen: [String] = []
    for option in parts.dropFirst() {
      let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 || pair == ["keep-alive"], !seen.contains(pair[0]) else {
        let what = seen.contains(pair[0]) ? "\(pair[0]) is given twice" : "an option is NAME=VALUE"
        throw RetryScriptFault(message: "\(what); \(options)")
      }
      seen.append(pair[0])
      switch pair[0] {
      case "retry-after":
        guard case .status = item.event else {
          throw RetryScriptFault(message: "only a status can have a retry-after")
        }
        item.retryAfter = try retryAfter(pair[1])
      case "keep-alive":
        guard case .status = item.event, pair.count == 1 else {
          throw RetryScriptFault(message: "only a status can have keep-alive, and it has no value")
        }
        item.keepsAlive = true
      case "latencyMs": item.latencyMs = try number(pair, 0...longestLatencyMs)
      case "times": item.times = try number(pair, 1...mostTimes)
      default:
        throw RetryScriptFault(message: "\(Excerpt.text(pair[0])) is no option; \(options)")
      }
    }
    return item
  }

  private static func event(_ name: String) throws(RetryScriptFault) -> Event {
    if let fault = Fault(rawValue: name) { return .fault(fault) }
    if name.utf8.count == 3, let code = DigitReader.integer(name), (200...599).contains(code) { return .status(code) }
    throw RetryScriptFault(message: "must be \(grammar)")
  }

  private static func retryAfter(_ value: String) throws(RetryScriptFault) -> RetryAfterField {
    let raw = "raw:"
    if value.hasPrefix(raw) { return .raw(String(value.dropFirst(raw.count))) }
    // A plus sign that was not percent-encoded in a query arrives as a space.
    let isDate = value.hasPrefix("+") || value.hasPrefix("-") || value.hasPrefix(" ")
    let digits = isDate ? String(value.dropFirst()) : value
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let seconds = DigitReader.integer(digits)
    else {
      throw RetryScriptFault(
        message: "retry-after must be whole seconds, +SECONDS for a date ahead, -SECONDS for one past, or raw:TEXT")
    }
    guard isDate else { return .seconds(digits) }
    guard seconds <= 1_000_000_000 else {
      throw RetryScriptFault(message: "a date may be at most 1000000000 seconds away")
    }
    return .date(value.hasPrefix("-") ? -seconds : seconds)
  }

  private static func number(_ pair: [String], _ range: ClosedRange<Int>) throws(RetryScriptFault) -> Int {
    guard let number = DigitReader.integer(pair[1]), range.contains(number) else {
      throw RetryScriptFault(
        message: "\(pair[0]) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The parts of a text without the spaces around them.
  private static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { part in
      let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " }
      let end = part.lastIndex { !isSpace($0) }.map(part.index(after:)) ?? part.startIndex
      return String(String.UnicodeScalarView(part[..<end].drop(while: isSpace)))
    }
  }
}
