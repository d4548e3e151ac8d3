/// JSON's tokens. Text that is no JSON keeps its bytes.
enum JSONHighlighter {
  static func write(_ code: [UInt8], to out: inout HTMLBuffer) {
    var at = 0
    while at < code.count {
      let byte = code[at]
      let start = at
      at += 1
      if byte == UInt8(ascii: "\"") {
        while at < code.count, code[at] != UInt8(ascii: "\""), code[at] != UInt8(ascii: "\n") {
          at += code[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at = min(at + (at < code.count && code[at] == UInt8(ascii: "\"") ? 1 : 0), code.count)
        let isName = code[at...].first { !$0.isBlank } == UInt8(ascii: ":")
        out.token(isName ? .type : .string, code[start..<at])
      } else if byte.isDigit || byte == UInt8(ascii: "-") {
        while at < code.count, code[at].isDigit || code[at].isLetter || "+-.".utf8.contains(code[at]) { at += 1 }
        out.token(.number, code[start..<at])
      } else if byte.isLetter {
        while at < code.count, code[at].isLetter { at += 1 }
        let isWord = ["true", "false", "null"].contains(code[start..<at].text)
        out.token(isWord ? .keyword : .plain, code[start..<at])
      } else {
        while at < code.count, !code[at].isDigit, !code[at].isLetter, code[at] != UInt8(ascii: "\""),
          code[at] != UInt8(ascii: "-")
        {
          at += 1
        }
        out.token(.plain, code[start..<at])
      }
    }
  }
}
