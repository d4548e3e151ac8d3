/// HTTP messages: request and status lines, and header fields up to the blank line. Several messages may follow one
/// another, and a line that begins with `#` is a comment on them.
enum HTTPHighlighter {
  static func write(_ code: [UInt8], to out: inout HTMLBuffer) {
    var isInHead = false
    for line in code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.startIndex > 0 { out.text("\n") }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
      if words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3, words[1].allSatisfy(\.isDigit) {
        isInHead = true
        out.token(.plain, line[..<words[1].startIndex])
        out.token(.keyword, words[1])
        out.token(.plain, line[words[1].endIndex...])
      } else if words.count == 3, words[2].starts(with: "HTTP/".utf8), words[0].allSatisfy(\.isLetter) {
        isInHead = true
        out.token(.keyword, words[0])
        out.token(.plain, line[words[0].endIndex...])
      } else if line.first == UInt8(ascii: "#") {
        out.token(.comment, line)
      } else if isInHead, let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex {
        out.token(.type, line[..<colon])
        out.token(.plain, line[colon...])
      } else {
        isInHead = isInHead && !line.isEmpty
        out.token(.plain, line)
      }
    }
  }
}
