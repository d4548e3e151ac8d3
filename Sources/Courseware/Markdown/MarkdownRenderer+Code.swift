import CMD4C

/// A code block that is being collected.
struct OpenCode {
  /// The info string: the language and what follows it; empty for an indented block.
  var info: [UInt8]
  var isFenced: Bool
  /// Where the info string stands in the source.
  var infoOffset: Int?
  /// Where the first text stands.
  var offset: Int?
  var bytes: [UInt8] = []
}

extension MarkdownRenderer {
  /// The longest line, in bytes, that fits the narrowest page; a block with a longer one can be scrolled.
  private static let narrowLine = 32

  func enterCode(_ detail: MD_BLOCK_CODE_DETAIL?) {
    code = OpenCode(
      info: detail.map { decoded($0.info) } ?? [], isFenced: detail.map { $0.fence_char != 0 } ?? false,
      infoOffset: detail.flatMap { offset(of: $0.info) })
  }

  func leaveCode() {
    guard let open = code else { return }
    code = nil
    let language = open.info.prefix { !$0.isBlank }
    let argument = open.info.dropFirst(language.count).trimmed
    if open.isFenced, let cells = options.cells, CellReader.languages.contains(language.text) {
      closePart()
      let fence = Fence(
        kind: language.text, argument: argument.text, body: open.bytes, file: source.file, line: fenceLine(open))
      cells.read(fence, into: self)
    } else if open.isFenced, language.elementsEqual("math".utf8) {
      out.markup("<p>")
      writeMaths(open.bytes, isDisplay: true) { offset in open.offset.map { $0 + offset } }
      out.markup("</p>\n")
    } else {
      writeCode(open.bytes, language: language)
    }
  }

  private func fenceLine(_ open: OpenCode) -> Int {
    if let offset = open.infoOffset { return source.line(at: offset) }
    if let offset = open.offset { return max(source.line(at: offset) - 1, 1) }
    return source.line(at: position)
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
