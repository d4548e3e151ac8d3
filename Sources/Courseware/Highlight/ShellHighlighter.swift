/// Shell: comments, strings, variables and the words of its control flow.
enum ShellHighlighter {
  private static let keywords: Set<String> = [
    "if", "then", "elif", "else", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "function",
    "export",
  ]

  static func write(_ code: [UInt8], to out: inout HTMLBuffer) {
    var at = 0
    var isWordStart = true
    while at < code.count {
      let byte = code[at]
      let start = at
      at += 1
      var kind = Highlight.Token.plain
      switch byte {
      case UInt8(ascii: "#") where isWordStart:
        while at < code.count, code[at] != UInt8(ascii: "\n") { at += 1 }
        kind = .comment
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        while at < code.count, code[at] != byte {
          at += byte == UInt8(ascii: "\"") && code[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at = min(at + 1, code.count)
        kind = .string
      case UInt8(ascii: "$") where at < code.count && (code[at].isLetter || code[at] == UInt8(ascii: "{")):
        let isBraced = code[at] == UInt8(ascii: "{")
        while at < code.count, isBraced ? code[at] != UInt8(ascii: "}") : isNamePart(code[at]) { at += 1 }
        if isBraced { at = min(at + 1, code.count) }
        kind = .type
      case UInt8(ascii: "\\"): at = min(at + 1, code.count)
      case _ where isNamePart(byte):
        while at < code.count, isNamePart(code[at]) || code[at] == UInt8(ascii: "-") { at += 1 }
        if isWordStart, keywords.contains(code[start..<at].text) { kind = .keyword }
      default: break
      }
      out.token(kind, code[start..<at])
      isWordStart = byte.isBlank || ";|&(".utf8.contains(byte)
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }
}
