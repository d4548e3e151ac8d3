/// Code to HTML, each token of a kind in a span of its class: `code-keyword`, `code-type`, `code-string`,
/// `code-number`, `code-comment`, `code-attribute`. The text between the tags is the code, byte for byte.
enum Highlight {
  enum Token {
    case plain, keyword, type, string, number, comment, attribute

    fileprivate var start: StaticString {
      switch self {
      case .plain: ""
      case .keyword: "<span class=\"code-keyword\">"
      case .type: "<span class=\"code-type\">"
      case .string: "<span class=\"code-string\">"
      case .number: "<span class=\"code-number\">"
      case .comment: "<span class=\"code-comment\">"
      case .attribute: "<span class=\"code-attribute\">"
      }
    }
  }

  /// Writes code in a language named as behind a fence. A language that is not known is written as it is.
  static func write(_ code: [UInt8], language: String, to out: inout HTMLBuffer) {
    switch language {
    case "swift":
      var highlighter = SwiftHighlighter(code)
      highlighter.write(to: &out)
    case "json": JSONHighlighter.write(code, to: &out)
    case "http": HTTPHighlighter.write(code, to: &out)
    case "sh", "bash", "shell", "zsh", "console": ShellHighlighter.write(code, to: &out)
    default: out.text(code)
    }
  }
}

extension HTMLBuffer {
  /// Writes a token in its span.
  mutating func token(_ kind: Highlight.Token, _ text: ArraySlice<UInt8>) {
    if text.isEmpty { return }
    markup(kind.start)
    self.text(text)
    if kind != .plain { markup("</span>") }
  }
}
