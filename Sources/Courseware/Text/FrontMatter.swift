/// What stands between the `---` lines at a lesson's head: one `name: value` a line, nothing else of YAML. A value may
/// stand in double quotes (with `\"` and `\\`) or in single ones (with `''`). Blank lines and lines that begin with `#`
/// are passed over.
struct FrontMatter {
  var title: String
  var summary: String
  var order: Int
  var minutes: Int
  /// The line that gives the order, from 1; nil if no order could be read.
  var orderLine: Int?

  static let names = ["title", "summary", "order", "minutes"]
  static let maximumTitle = 120
  static let maximumSummary = 400
  static let orders = 0...9999
  static let minutesRange = 1...600

  /// Reads the front matter.
  /// - Returns: It, as far as it could be read, and the offset at which the lesson's text begins.
  static func read(_ source: SourceText, findings: inout [Finding]) -> (matter: FrontMatter, textStart: Int) {
    var reading = Reading(source: source)
    let matter = reading.matter()
    findings += reading.findings
    return (matter, reading.textStart)
  }

  /// Steps over front matter that a text may have but need not, such as the glossary's.
  static func skip(_ source: SourceText, findings: inout [Finding]) -> Int {
    guard source.bytes.starts(with: "---\n".utf8) else { return 0 }
    var reading = Reading(source: source)
    _ = reading.readLines()
    findings += reading.findings
    return reading.textStart
  }

  private struct Reading {
    let source: SourceText
    var findings: [Finding] = []
    var textStart = 0
    private var values: [String: (value: String, offset: Int)] = [:]

    init(source: SourceText) { self.source = source }

    mutating func matter() -> FrontMatter {
      guard readLines() else { return FrontMatter(title: "", summary: "", order: 0, minutes: 1) }
      let title = text("title", "what the lesson is called", atMost: FrontMatter.maximumTitle)
      let summary = text("summary", "a sentence for the list of lessons", atMost: FrontMatter.maximumSummary)
      let order = number("order", "its place in the course", FrontMatter.orders)
      let minutes = number("minutes", "how long it takes to read", FrontMatter.minutesRange)
      let orderLine = order.flatMap { _ in values["order"] }.map { source.line(at: $0.offset) }
      return FrontMatter(
        title: title ?? "", summary: summary ?? "", order: order ?? 0, minutes: minutes ?? 1, orderLine: orderLine)
    }

    /// The lines up to the closing `---`; false if there is no front matter at all.
    mutating func readLines() -> Bool {
      let bytes = source.bytes
      var start = 0
      var isFirst = true
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = bytes[start..<end]
        while let last = line.last, last.isBlank { line.removeLast() }
        let next = min(end + 1, bytes.count)
        if isFirst {
          guard line.elementsEqual("---".utf8) else { break }
          isFirst = false
        } else if line.elementsEqual("---".utf8) {
          textStart = next
          return true
        } else {
          read(line: line)
        }
        start = next
      }
      let example = "`title`, `summary`, `order` and `minutes`, each as `name: value` on its own line"
      findings =
        isFirst
        ? [
          source.finding(
            at: 0, "The lesson has no front matter. Begin it with a line `---`, then \(example), then `---`.")
        ]
        : [source.finding(at: 0, "The front matter does not end. Put a line `---` behind \(example).")]
      return false
    }

    private mutating func read(line: ArraySlice<UInt8>) {
      let content = line.trimmed
      guard let first = content.first, first != UInt8(ascii: "#") else { return }
      guard let colon = content.firstIndex(of: UInt8(ascii: ":")),
        content[..<colon].allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        ),
        colon > content.startIndex, line.startIndex == content.startIndex
      else {
        report(line.startIndex, "The front matter's line `\(shown(content))` is not of the form `name: value`.")
        return
      }
      let name = content[..<colon].text
      guard FrontMatter.names.contains(name) else {
        report(
          line.startIndex,
          "The front matter has no `\(shown(content[..<colon]))`. Leave it out; there are `title`, `summary`, `order` and `minutes`."
        )
        return
      }
      guard values[name] == nil else {
        report(line.startIndex, "`\(name)` stands in the front matter twice. Leave one out.")
        return
      }
      let value = unquoted(content[(colon + 1)...].trimmed, name: name)
      values[name] = (value ?? "", line.startIndex)
    }

    private mutating func unquoted(_ value: ArraySlice<UInt8>, name: String) -> String? {
      guard let first = value.first else { return "" }
      switch first {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let text = quoted(value) else {
          report(value.startIndex, "The value of `\(name)` does not end with the quotation mark that it begins with.")
          return nil
        }
        return text
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "&"),
        UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
        report(
          value.startIndex,
          "The value of `\(name)` begins with `\(Character(Unicode.Scalar(first)))`, which means something of its own in YAML. Put the value in double quotes."
        )
        return nil
      default:
        return value.text
      }
    }

    /// The text between quotation marks, or nil if the closing one is missing or something follows it.
    private func quoted(_ value: ArraySlice<UInt8>) -> String? {
      guard let mark = value.first else { return nil }
      var text: [UInt8] = []
      var at = value.startIndex + 1
      while at < value.endIndex {
        let byte = value[at]
        if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
          guard at + 1 < value.endIndex, value[at + 1] == mark || value[at + 1] == byte else { return nil }
          text.append(value[at + 1])
          at += 2
        } else if byte == mark {
          if mark == UInt8(ascii: "'"), at + 1 < value.endIndex, value[at + 1] == mark {
            text.append(mark)
            at += 2
          } else {
            return at + 1 == value.endIndex ? text.text : nil
          }
        } else {
          text.append(byte)
          at += 1
        }
      }
      return nil
    }

    private mutating func text(_ name: String, _ meaning: String, atMost limit: Int) -> String? {
      guard let (value, offset) = present(name, meaning) else { return nil }
      guard value.utf8.count <= limit else {
        report(offset, "`\(name)` has \(value.utf8.count) bytes; at most \(limit) are allowed. Shorten it.")
        return nil
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        report(offset, "`\(name)` holds a control character. Remove it.")
        return nil
      }
      return value
    }

    private mutating func number(_ name: String, _ meaning: String, _ range: ClosedRange<Int>) -> Int? {
      guard let (value, offset) = present(name, meaning) else { return nil }
      guard let number = wholeNumber(value.utf8), range.contains(number) else {
        report(
          offset,
          "`\(name)` is `\(shown(value.utf8))`. Write a whole number from \(range.lowerBound) to \(range.upperBound): \(meaning)."
        )
        return nil
      }
      return number
    }

    /// A value that is there and not empty.
    private mutating func present(_ name: String, _ meaning: String) -> (value: String, offset: Int)? {
      guard let (value, offset) = values[name] else {
        report(0, "The front matter lacks `\(name)`. Add a line `\(name): …`, \(meaning).")
        return nil
      }
      guard !value.isEmpty else {
        // A value that could not be read has its finding already.
        if !findings.contains(where: { $0.line == source.line(at: offset) }) {
          report(offset, "`\(name)` is empty. Write \(meaning) behind the colon.")
        }
        return nil
      }
      return (value, offset)
    }

    private mutating func report(_ offset: Int, _ message: String) {
      findings.append(source.finding(at: offset, message))
    }

    /// What the author wrote, cut to a length that fits a message.
    private func shown(_ bytes: some Collection<UInt8>) -> String {
      bytes.count > 60 ? bytes.prefix(60).text + "…" : bytes.text
    }
  }
}
