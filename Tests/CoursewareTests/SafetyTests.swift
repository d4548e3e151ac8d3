import Courseware
import JSON
import Testing

/// No text, however made, becomes script.
@Suite("Nothing an author writes becomes script") struct Safety {
  private static let seeds = [
    "[x](javascript:alert(1))", "<script>alert(1)</script>", "![\"onerror=\"a](x.png \"t' onload='\")",
    "> [!NOTE] <img src=x onerror=a>\n> b", "| <b onclick=a> | b |\n| :-: | - |\n| `</td>` | \"c\" |",
    "```\"><script>\nlet a = \"</code><script>\"\n```", "$\\text{<script>}\\frac{a}{<b>}$",
    "# <a href='x' onclick=\"b\">",
    "[a]: java&#x09;script:b\n[a] [A][] <https://b.c/\"onclick=x>", "- [x] <svg/onload=a>",
    "a &lt;script&gt; &#60;script&#62;",
    "```swift\n\"\\(<script>\"\\(\"</span><script>\")\n```", "![a](https://b.c/d?e='f\"g<h>)",
    "[x](&quot;onclick=&quot;b)",
    "$$\\begin{cases}<script> & \\\"onclick=x \\\\ \\end{cases}$$", "~~<b>~~ **<i>** https://a.b/<script>",
    "[x](JaVaScRiPt:alert(1)) [x](java\u{1}script:b) [x](\u{1}javascript:b) [x]( javascript:b) [x](javascript&#58;b)",
    "[x](java&NewLine;script:b) [x](java&Tab;script:b) [x](&#106;avascript:b) [x](&#x6A;avascript&#x3A;b)",
    "[x](data:text/html;base64,PHNjcmlwdD4=) ![x](data:image/svg+xml,<svg/onload=a>) [x](vbscript:b) [x](blob:b)",
    "[x](\u{2028}javascript:b) [x](\u{A0}javascript:b) [x](javascript\u{200B}:b) [x](\u{FEFF}javascript:b)",
    "<javascript:b> <data:b> <JAVASCRIPT:b> [r]\n\n[r]: <javascript:b> 'c'",
    "[x](//evil.example) [x](/\\evil.example) [x](\\\\evil.example) [x](https:javascript:b) [x](file:///etc/passwd)",
    "<svg><script>a</script></svg> <math><mtext><img onerror=a></mtext></math> <iframe srcdoc='<script>'>",
    "$\\text{</mtext><script>alert(1)</script>}$ $\\mathrm{<img src=x onerror=a>}$ $\\begin{<script>}$ $<$ $\"$",
    "$$</annotation><script>a</script>$$ $\\text{\" onclick=\"a}$ $\\href{javascript:a}{b}$ $\\class{x}{y}$",
    "## <script>alert(1)</script>\n\n## \" onclick=\"a\n\n## ' id='b\n\n## [a](javascript:b)",
    "![\" onerror=\"a](/b) ![<img src=x onerror=a>](/b) ![a](/b '\" onload=\"c') ![a](/b\"onload=c)",
    "[a](/b '\" onclick=\"c') [a](/b \"&quot; onclick=&quot;c\") [a](/b (\"><script>))",
    "| <script> |\n| --- |\n| </table><script> |\n\n| \" onclick=\"a |\n| --- |\n| b |",
    "> [!NOTE] <script>\n> a\n\n> [!<script>]\n> a\n\n> [!NOTE\" onclick=\"a]\n> b",
    "```<script>\na\n```\n\n```\" onclick=\"a\nb\n```\n\n```swift\\\"><script>\nlet a = /* <script> */ \"<b>\" // </span>\n```",
    "```json\n{\"<script>\": \"</span>\"}\n```\n\n```sh\necho '<script>' \"$(<b>)\" # </code>\n```\n\n```http\nGET /<script> HTTP/1.1\nA: <b>\n```",
    "```math\n\\text{<script>}\n```\n\n- [x] <script>\n1. <b onclick=a>\n\n<style>a</style>\n\n<a href=\"javascript:b\">",
    "https://a.b/\"onclick=a https://a.b/'><script> a@b.c\"onclick=a <https://a.b/\"><script>>",
    "&lt;script&gt; &#x3C;script&#x3E; &#60;img&#32;onerror=a&#62; &LT;b&GT; &#0;<b>",
  ]

  /// Reads HTML as strictly as it is written here: every tag is one that the renderer makes, with attributes that it
  /// makes, in double quotes.
  private func faults(in html: String) -> [String] {
    let tags: Set<String> = [
      "p", "ul", "ol", "li", "em", "strong", "code", "del", "hr", "br", "blockquote", "aside", "a", "img", "pre",
      "span",
      "table", "thead", "tbody", "tr", "th", "td", "div", "h1", "h2", "h3", "h4", "h5", "h6", "input", "math",
      "semantics",
      "annotation", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
      "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mphantom",
    ]
    let attributes: Set<String> = [
      "class", "href", "rel", "title", "src", "alt", "loading", "decoding", "id", "aria-label", "role", "tabindex",
      "scope",
      "colspan", "start", "type", "disabled", "checked", "display", "encoding", "form", "stretchy", "lspace", "rspace",
      "width", "mathvariant", "accent", "accentunder", "movablelimits", "linethickness", "displaystyle", "minsize",
      "maxsize",
    ]
    var faults: [String] = []
    let bytes = Array(html.utf8)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        if bytes[at] == UInt8(ascii: ">") { faults.append("a bare >") }
        at += 1
        continue
      }
      var end = at
      var isQuoted = false
      while end < bytes.count, isQuoted || bytes[end] != UInt8(ascii: ">") {
        if bytes[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
        end += 1
      }
      let tag = String(decoding: bytes[(at + 1)..<min(end, bytes.count)], as: UTF8.self)
      let name = tag.drop { $0 == "/" }.prefix { $0 != " " }
      if !tags.contains(String(name)) { faults.append("the tag <\(name)>") }
      var rest = tag.drop { $0 != " " }
      while let equals = rest.firstIndex(where: { $0 == "=" || $0 == " " }) {
        rest = rest.drop { $0 == " " }
        let attribute = rest.prefix { $0 != "=" && $0 != " " }
        if attribute.isEmpty { break }
        if !attributes.contains(String(attribute)) { faults.append("the attribute \(attribute)") }
        rest = rest.dropFirst(attribute.count)
        guard rest.first == "=" else { continue }
        rest = rest.dropFirst()
        if rest.first != "\"" { faults.append("an unquoted value") }
        let value = rest.dropFirst().prefix { $0 != "\"" }
        if attribute == "href" || attribute == "src", let colon = value.firstIndex(of: ":") {
          let front = value[..<colon]
          if !front.contains(where: { "/?#".contains($0) }), !["https", "http", "mailto"].contains(front.lowercased()) {
            faults.append("the address \(value)")
          }
        }
        rest = rest.dropFirst(value.count + 2)
        _ = equals
      }
      at = end + 1
    }
    return faults
  }

  @Test(arguments: seeds)
  func `as it stands`(text: String) {
    #expect(faults(in: Markdown.render(Array(text.utf8)).html) == [])
  }

  @Test func `cut up and put together`() {
    var random = SplitMix(seed: 11)
    let pieces = Safety.seeds.map { Array($0.utf8) }
    let marks = Array("<>\"'&`*_[]()!|$\\\n:#~- ".utf8)
    for _ in 0..<3000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let piece = pieces.randomElement(using: &random) else { continue }
        let start = Int.random(in: 0..<piece.count, using: &random)
        text += piece[start..<Int.random(in: start...piece.count, using: &random)]
        if let mark = marks.randomElement(using: &random) { text.append(mark) }
      }
      let found = faults(in: Markdown.render(text).html)
      #expect(found == [], "from \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: seeds)
  func `in the cells and the contents of a lesson`(text: String) throws {
    let written = JSONValue.string(text.filter { $0 != "\n" && $0 != "\u{1}" && $0 != "\u{0}" }).bytes
    let json = String(decoding: written, as: UTF8.self)
    let quiz =
      "```quiz\n{\"question\": \(json), \"choices\": [{\"text\": \(json), \"right\": true, \"why\": \(json)}, {\"text\": \"b\"}], \"explanation\": \(json)}\n```\n\n"
    let matter = "---\ntitle: A\nsummary: B\norder: 1\nminutes: 1\n---\n"
    let bytes = Array((matter + quiz + text).utf8)
    let lesson = try #require(LessonReader(rules: NoCellRules()).read(bytes, file: "01-a.md").lesson)
    for part in lesson.parts {
      switch part {
      case .quiz(let cell):
        let texts = [cell.question, cell.explanation] + cell.choices.flatMap { [$0.text, $0.why] }
        for html in texts { #expect(faults(in: html) == [], "\(html)") }
      default: break
      }
    }
    for heading in lesson.headings {
      #expect(faults(in: heading.html) == [])
      #expect(heading.id.unicodeScalars.allSatisfy { !"\"'<>& \n\t=".unicodeScalars.contains($0) })
    }
  }
}
