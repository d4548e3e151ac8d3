/// What an alert's first line names, as GitHub has them: `> [!NOTE]`.
enum Alert: String, CaseIterable {
  case note, tip, important, warning, caution

  var title: StaticString {
    switch self {
    case .note: "Note"
    case .tip: "Tip"
    case .important: "Important"
    case .warning: "Warning"
    case .caution: "Caution"
    }
  }

  fileprivate var start: StaticString {
    switch self {
    case .note: "<aside class=\"alert alert-note\" role=\"note\">\n<p class=\"alert-title\">"
    case .tip: "<aside class=\"alert alert-tip\" role=\"note\">\n<p class=\"alert-title\">"
    case .important: "<aside class=\"alert alert-important\" role=\"note\">\n<p class=\"alert-title\">"
    case .warning: "<aside class=\"alert alert-warning\" role=\"note\">\n<p class=\"alert-title\">"
    case .caution: "<aside class=\"alert alert-caution\" role=\"note\">\n<p class=\"alert-title\">"
    }
  }
}

extension MarkdownRenderer {
  /// Writes a quotation that turned out to be no alert.
  func openPlainQuote() {
    out.markup("<blockquote>\n")
    quotes.append(.plain)
    if opening == .quoteParagraph { out.markup("<p>") }
    opening = .none
  }

  /// Begins an alert if a quotation's first text names one; what follows on that line is its title.
  /// - Returns: The rest of the text behind the name, or nil if this is no alert.
  func openAlert(_ text: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>>? {
    guard text.starts(with: "[!".utf8), let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let name = text[2..<end]
    guard !name.isEmpty, name.allSatisfy(\.isLetter) else { return nil }
    guard let kind = Alert(rawValue: name.map(\.lowercased).text) else {
      if name.count <= 20 {
        let known = Alert.allCases.map { "[!\($0.rawValue.uppercased())]" }.joined(separator: ", ")
        report(at: offset(of: text), "There is no alert `[!\(name.text)]`. Use one of \(known).")
      }
      return nil
    }
    opening = .none
    quotes.append(.alert)
    out.markup(kind.start)
    alertTitle = AlertTitle(kind: kind)
    return text[(end + 1)...]
  }

  /// Ends an alert's title at the end of its line.
  func closeAlertTitle() {
    guard let title = alertTitle else { return }
    if title.isEmpty { out.markup(title.kind.title) }
    alertTitle = nil
  }
}
