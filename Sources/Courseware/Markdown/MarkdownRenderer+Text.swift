import CMD4C

extension MarkdownRenderer {
  func text(_ type: MD_TEXTTYPE, _ text: UnsafeBufferPointer<UInt8>) {
    if let offset = offset(of: text) {
      code?.begin(at: offset)
      if heading != nil, heading?.offset == nil { heading?.offset = offset }
      if maths != nil {
        maths?.begin(at: offset, count: text.count)
      }
      position = offset + text.count
    }
    if code != nil {
      code?.bytes.append(contentsOf: text)
      return
    }
    if maths != nil {
      maths?.tex.append(contentsOf: text)
      return
    }
    if opening == .quoteParagraph, type == MD_TEXT_NORMAL, let rest = openAlert(text) {
      let title = rest.drop { $0.isBlank }
      if !title.isEmpty { writeText(title) }
      return
    }
    settle()
    switch type {
    case MD_TEXT_BR, MD_TEXT_SOFTBR: lineBreak(isHard: type == MD_TEXT_BR)
    case MD_TEXT_ENTITY:
      if let decoded = Entities.decoded(text) {
        writeText(decoded.utf8)
      } else if images.isEmpty, Entities.isReadWhole(text) {
        // Letters and digits between `&` and `;`: the browser knows the name, or shows it as it is.
        out.html(text)
        plain(text)
      } else {
        writeText(text)
      }
    default:
      checkTableRule(text)
      checkReference(text)
      writeText(text)
    }
  }

  /// Finds the line under a table's headings where the parser saw no table, because a column has too few dashes.
  private func checkTableRule(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = text.first,
      first == UInt8(ascii: "|") || first == UInt8(ascii: "-") || first == UInt8(ascii: ":"),
      text.contains(UInt8(ascii: "|")), text.contains(UInt8(ascii: "-")),
      text.allSatisfy({ $0.isBlank || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") })
    else { return }
    report(
      "The line `\(text.prefix(40).text)` makes no table. Write three dashes or more for each column of the line above it."
    )
  }

  /// Finds `[words][name]` that stayed text, because the name is defined nowhere.
  private func checkReference(_ text: UnsafeBufferPointer<UInt8>) {
    guard spans.last != MD_SPAN_CODE, maths == nil,
      let middle = text.indices.dropLast().first(where: {
        text[$0] == UInt8(ascii: "]") && text[$0 + 1] == UInt8(ascii: "[")
      }),
      let end = text[middle...].dropFirst().firstIndex(of: UInt8(ascii: "]")),
      let start = text[..<middle].lastIndex(of: UInt8(ascii: "["))
    else { return }
    let name = end > middle + 2 ? text[(middle + 2)..<end] : text[(start + 1)..<middle]
    report(
      at: offset(of: text).map { $0 + start },
      "The link `\(text[start...end].prefix(60).text)` leads nowhere: `\(name.prefix(40).text)` is not defined. Add a line `[\(name.prefix(40).text)]: …` or mend the name."
    )
  }

  /// Writes words, escaped.
  func writeText(_ words: some Collection<UInt8>) {
    alertTitle?.isEmpty = false
    if images.isEmpty { out.text(words) }
    plain(words)
  }

  private func lineBreak(isHard: Bool) {
    plain(" ")
    guard images.isEmpty else { return }
    if alertTitle != nil, spans.isEmpty {
      closeAlertTitle()
      out.markup("</p>\n<p>")
    } else {
      out.markup(isHard ? "<br>\n" : "\n")
    }
  }
}
