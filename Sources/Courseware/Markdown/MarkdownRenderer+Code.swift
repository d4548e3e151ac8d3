import CMD4C

/// A code block that is being collected.
struct OpenCode {
  /// The info string: the language and what follows it; empty for an indented block.
  var info: [UInt8]
  /// What the fence is made of, nil for an indented block.
  var fence: UInt8?
  /// Where the text before the block ends.
  var start: Int
  /// Where the info string stands in the source.
  var infoOffset: Int?
  /// Where the first text stands, and how many lines of the body come before it.
  var first: (offset: Int, line: Int)?
  var bytes: [UInt8] = []

  var isFenced: Bool { fence != nil }

  mutating func begin(at offset: Int) {
    // Blank lines come first, which have no place of their own.
    if first == nil { first = (offset, bytes.count { $0 == UInt8(ascii: "\n") }) }
  }
}

extension MarkdownRenderer {
  /// The longest line, in bytes, that fits the narrowest page; a block with a longer one can be scrolled.
  private static let narrowLine = 32

  func enterCode(_ detail: MD_BLOCK_CODE_DETAIL?) {
    let fence = detail.flatMap { $0.fence_char == 0 ? nil : UInt8(bitPattern: $0.fence_char) }
    code = OpenCode(
      info: detail.map { decoded($0.info) } ?? [], fence: fence, start: position,
      infoOffset: detail.flatMap { place(of: $0.info) { isBehindFence($0, fence) } })
  }

  /// True if a place may be that of the words behind the fence that has just begun.
  private func isBehindFence(_ place: Int, _ mark: UInt8?) -> Bool {
    place >= position && text[..<place].reversed().lazy.drop { $0.isBlank }.prefix(3).allSatisfy { $0 == mark }
  }

  func leaveCode() {
    guard let open = code else { return }
    code = nil
    if let mark = open.fence { checkFenceEnd(open, mark) }
    let language = open.info.prefix { !$0.isBlank }
    let argument = open.info.dropFirst(language.count).trimmed
    if open.isFenced, let cells = options.cells, CellReader.languages.contains(language.text) {
      closePart()
      let fence = Fence(
        kind: language.text, argument: argument.text, body: open.bytes, file: source.file, line: fenceLine(open))
      cells.read(fence, into: self)
    } else if open.isFenced, language.elementsEqual("math".utf8) {
      out.markup("<p>")
      writeMaths(open.bytes, isDisplay: true) { place(of: $0, in: open) }
      out.markup("</p>\n")
    } else {
      writeCode(open.bytes, language: language)
    }
  }

  /// Finds a fence that was never closed, which MD4C takes for one that is closed by the end of the text, or of the
  /// list or quotation around it.
  private func checkFenceEnd(_ open: OpenCode, _ mark: UInt8) {
    // Nothing but blank lines can stand between the last text of the block and the fence that closes it.
    guard let opening = open.infoOffset ?? next(mark, times: 3, after: open.start) else { return }
    let rest = lineEnd(after: open.first == nil ? opening : position)
    if let closing = next(mark, times: 3, after: rest), isBlankLine(behind: closing, mark),
      text[rest..<closing].allSatisfy(\.isContainerMark)
    {
      position = lineEnd(after: closing)
      return
    }
    let marks = String(repeating: mark == UInt8(ascii: "~") ? "~" : "`", count: 3)
    report(at: opening, "The code block that begins here is never closed. Put a line `\(marks)` behind it.")
  }

  /// A place in the source on the line of a byte of a fence's body, of which indents and marks are left out.
  private func place(of offset: Int, in open: OpenCode) -> Int? {
    guard var place = open.infoOffset else { return nil }
    let lines = open.bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    for _ in 0..<lines { place = min(lineEnd(after: place) + 1, text.count) }
    return place
  }

  private func lineEnd(after start: Int) -> Int {
    var offset = start
    while offset < text.count, text[offset] != UInt8(ascii: "\n") { offset += 1 }
    return offset
  }

  /// True if a line holds nothing behind its fence marks.
  private func isBlankLine(behind fence: Int, _ mark: UInt8) -> Bool {
    text[fence..<lineEnd(after: fence)].drop { $0 == mark }.allSatisfy(\.isBlank)
  }

  private func fenceLine(_ open: OpenCode) -> Int {
    if let offset = open.infoOffset { return source.line(at: offset) }
    if let first = open.first { return max(source.line(at: first.offset) - 1 - first.line, 1) }
    return source.line(at: open.fence.flatMap { next($0, times: 3, after: open.start) } ?? open.start)
  }

  private func writeCode(_ bytes: [UInt8], language: ArraySlice<UInt8>) {
    let name = language.map(\.lowercased)
    let isName =
      !name.isEmpty && name.count <= 32 && name.allSatisfy { $0.isLetter || $0.isDigit || "+#-_.".utf8.contains($0) }
    if bytes.split(separator: UInt8(ascii: "\n")).contains(where: { $0.count > MarkdownRenderer.narrowLine }) {
      out.markup("<pre tabindex=\"0\" role=\"group\" aria-label=\"Code")
      if isName {
        out.markup(": ")
        out.text(name)
      }
      out.markup("\">")
    } else {
      out.markup("<pre>")
    }
    if isName {
      out.markup("<code class=\"language-")
      out.text(name)
      out.markup("\">")
    } else {
      out.markup("<code>")
    }
    Highlight.write(bytes, language: name.text, to: &out)
    out.markup("</code></pre>\n")
  }
}
