/// Swift's tokens, as far as their colours need. Strings stand in interpolations in strings on a stack of its own, so
/// nothing recurses.
struct SwiftHighlighter {
  private let code: [UInt8]
  private var position = 0
  /// The last byte that was no blank and no comment, by which a name behind a point is told from a keyword.
  private var previous = UInt8(ascii: "\n")
  /// Strings that are open, the innermost last, while their text or an interpolation in them is read.
  private var strings: [OpenString] = []

  private struct OpenString {
    /// How many `#` stand before its quotation mark.
    var hashes: Int
    var isMultiline: Bool
    /// Parentheses open in the interpolation; nil in the string's own text.
    var parentheses: Int?
  }

  init(_ code: [UInt8]) { self.code = code }

  mutating func write(to out: inout HTMLBuffer) {
    while position < code.count {
      if let string = strings.last, string.parentheses == nil {
        writeStringText(string, from: position, to: &out)
      } else {
        writeToken(to: &out)
      }
    }
  }

  private func byte(_ ahead: Int = 0) -> UInt8? {
    position + ahead < code.count ? code[position + ahead] : nil
  }

  private func isNext(_ text: StaticString) -> Bool {
    code[position...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func emit(_ kind: Highlight.Token, to end: Int, _ out: inout HTMLBuffer) {
    out.token(kind, code[position..<end])
    if kind != .comment, let last = code[position..<end].last(where: { !$0.isBlank }) { previous = last }
    position = end
  }

  // MARK: Code

  private mutating func writeToken(to out: inout HTMLBuffer) {
    let byte = code[position]
    switch byte {
    case UInt8(ascii: "/") where isNext("//"): emit(.comment, to: lineEnd(position), &out)
    case UInt8(ascii: "/") where isNext("/*"): emit(.comment, to: commentEnd, &out)
    case UInt8(ascii: "\""): openString(hashes: 0, to: &out)
    case UInt8(ascii: "#"): writeHash(to: &out)
    case UInt8(ascii: "@"): emit(.attribute, to: nameEnd(position + 1, throughPoints: true), &out)
    case UInt8(ascii: "`"):
      let end = code[(position + 1)...].firstIndex { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "\n") }
      emit(.plain, to: end.map { code[$0] == UInt8(ascii: "`") ? $0 + 1 : $0 } ?? code.count, &out)
    case _ where byte.isDigit: emit(isTupleIndex ? .plain : .number, to: numberEnd, &out)
    case _ where SwiftHighlighter.beginsName(byte): writeName(to: &out)
    case UInt8(ascii: "("), UInt8(ascii: ")"): writeParenthesis(byte, to: &out)
    default: emit(.plain, to: position + 1, &out)
    }
  }

  private mutating func writeParenthesis(_ byte: UInt8, to out: inout HTMLBuffer) {
    if let open = strings.last?.parentheses {
      if byte == UInt8(ascii: ")"), open == 0 {
        var string = strings.removeLast()
        string.parentheses = nil
        strings.append(string)
        return writeStringText(string, from: position + 1, to: &out)
      }
      strings[strings.count - 1].parentheses = byte == UInt8(ascii: "(") ? open + 1 : open - 1
    }
    emit(.plain, to: position + 1, &out)
  }

  /// `#if`, `#expect`, a raw string or a regular expression.
  private mutating func writeHash(to out: inout HTMLBuffer) {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch byte(hashes) {
    case UInt8(ascii: "\"")?: openString(hashes: hashes, to: &out)
    case UInt8(ascii: "/")?:
      let closing = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
      var end = position + hashes + 1
      while end < code.count, !code[end...].starts(with: closing) { end += 1 }
      emit(.string, to: min(end + closing.count, code.count), &out)
    case let next? where SwiftHighlighter.beginsName(next):
      emit(.keyword, to: nameEnd(position + hashes, throughPoints: false), &out)
    default: emit(.plain, to: position + hashes, &out)
    }
  }

  private mutating func writeName(to out: inout HTMLBuffer) {
    let end = nameEnd(position, throughPoints: false)
    let name = code[position..<end]
    let kind: Highlight.Token
    if SwiftKeywords.isKeyword(name, behind: previous, before: rest(from: end)) {
      kind = .keyword
    } else if let first = name.first(where: { $0 != UInt8(ascii: "_") }), first.isLetter, first != first.lowercased {
      kind = .type
    } else {
      kind = .plain
    }
    emit(kind, to: end, &out)
  }

  /// What follows on the same line behind a name, blanks passed over; no more than tells a keyword from a name.
  private func rest(from start: Int) -> ArraySlice<UInt8> {
    code[start...].prefix(64).prefix { $0 != UInt8(ascii: "\n") }.drop { $0.isBlank }
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private func nameEnd(_ start: Int, throughPoints: Bool) -> Int {
    var end = start
    while end < code.count {
      let byte = code[end]
      let isPoint = throughPoints && byte == UInt8(ascii: ".") && end + 1 < code.count && code[end + 1].isLetter
      guard SwiftHighlighter.beginsName(byte) || byte.isDigit || isPoint else { break }
      end += 1
    }
    return max(end, min(start, code.count))
  }

  /// True for the digit in `pair.0`, but not in `1...5`.
  private var isTupleIndex: Bool {
    position > 1 && code[position - 1] == UInt8(ascii: ".") && code[position - 2] != UInt8(ascii: ".")
  }

  private var numberEnd: Int {
    let isHexadecimal = isNext("0x")
    var end = position
    while end < code.count {
      let byte = code[end]
      let exponent: UInt8 = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
      let isSign =
        (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")) && code[end - 1].lowercased == exponent
        && end > position
      let isPoint = byte == UInt8(ascii: ".") && end + 1 < code.count && code[end + 1].isDigit
      guard byte.isDigit || byte.isLetter || byte == UInt8(ascii: "_") || isSign || isPoint else { break }
      end += 1
    }
    return end
  }

  private func lineEnd(_ start: Int) -> Int {
    code[start...].firstIndex(of: UInt8(ascii: "\n")) ?? code.count
  }

  /// The end of the comment that begins here. Comments stand in one another.
  private var commentEnd: Int {
    var end = position + 2
    var depth = 1
    while end < code.count, depth > 0 {
      if code[end...].starts(with: "/*".utf8) {
        depth += 1
        end += 2
      } else if code[end...].starts(with: "*/".utf8) {
        depth -= 1
        end += 2
      } else {
        end += 1
      }
    }
    return min(end, code.count)
  }

  // MARK: Strings

  private mutating func openString(hashes: Int, to out: inout HTMLBuffer) {
    position += hashes
    let isMultiline = isNext("\"\"\"")
    position -= hashes
    let string = OpenString(hashes: hashes, isMultiline: isMultiline)
    strings.append(string)
    writeStringText(string, from: position + hashes + (isMultiline ? 3 : 1), to: &out)
  }

  /// A string's text up to its end, an interpolation, or the line end that breaks it off.
  /// - Parameter start: Where its text begins, behind the mark that opens it or ends an interpolation.
  private mutating func writeStringText(_ string: OpenString, from start: Int, to out: inout HTMLBuffer) {
    let hashes = Array(repeating: UInt8(ascii: "#"), count: string.hashes)
    let closing = Array(repeating: UInt8(ascii: "\""), count: string.isMultiline ? 3 : 1) + hashes
    let escape = [UInt8(ascii: "\\")] + hashes
    var end = start
    while end < code.count {
      let byte = code[end]
      if byte == UInt8(ascii: "\\"), code[end...].starts(with: escape) {
        end += escape.count
        if end < code.count, code[end] == UInt8(ascii: "(") {
          strings[strings.count - 1].parentheses = 0
          return emit(.string, to: end + 1, &out)
        }
        end = min(end + 1, code.count)
      } else if byte == UInt8(ascii: "\""), code[end...].starts(with: closing) {
        strings.removeLast()
        return emit(.string, to: end + closing.count, &out)
      } else if byte == UInt8(ascii: "\n"), !string.isMultiline {
        strings.removeLast()
        return emit(.string, to: end, &out)
      } else {
        end += 1
      }
    }
    emit(.string, to: end, &out)
  }
}
