/// Texts that grow: each shape as long as is wanted, in about so many bytes.
struct LargeText: Sendable {
  var name: String
  /// False where MD4C itself takes longer than linear time: nesting costs each line a look at all that it is in.
  var isLinear = true
  var text: @Sendable (Int) -> String

  private static func repeated(_ name: String, _ piece: String) -> LargeText {
    LargeText(name: name) { String(repeating: piece, count: max($0 / piece.utf8.count, 1)) }
  }

  private static func around(_ name: String, _ before: String, _ piece: String, _ after: String) -> LargeText {
    LargeText(name: name) { before + String(repeating: piece, count: max($0 / piece.utf8.count, 1)) + after }
  }

  private static func numbered(_ name: String, _ piece: @escaping @Sendable (Int) -> String) -> LargeText {
    LargeText(name: name) { bytes in
      var text = ""
      var number = 0
      while text.utf8.count < bytes {
        text += piece(number)
        number += 1
      }
      return text
    }
  }

  static let shapes: [LargeText] = [
    // Plain.
    repeated("one word", "a"), repeated("words in one line", "word "), repeated("letters beyond ASCII", "é日"),
    repeated("paragraphs", "Some words in a line.\n\n"), repeated("lines of one paragraph", "words\n"),
    repeated("hard breaks", "a  \n"), repeated("backslashes", "\\"), repeated("escapes", "\\*"),
    repeated("NUL bytes", "\u{0}"), repeated("NUL bytes on lines", "\u{0}\n"), repeated("returns", "a\r"),
    repeated("blank lines", "\n"), repeated("spaces", " "), repeated("tabs", "\t"),
    // Emphasis.
    repeated("open emphasis", "*a **a "), repeated("stars", "*"), repeated("words and stars", "a**b"),
    repeated("closed emphasis", "**a* "), repeated("underscores", "_a __a "), repeated("strikes", "~~a ~a "),
    repeated("mixed marks", "*_**__~~"), repeated("emphasis in emphasis", "*a _b "),
    around("emphasis opened and closed", "", "*a ", String(repeating: "*", count: 1000)),
    // Code.
    repeated("back quotes", "`a"),
    numbered("runs of back quotes", { String(repeating: "`", count: $0 % 100 + 1) + "a" }),
    repeated("fences", "```\na\n```\n"), repeated("fences that never end", "> ```\n> a\n\n"),
    around("one long code block", "```swift\n", "let a = \"b\" + 1  // c\n", "```\n"),
    around("one long line of code", "```swift\n", "a + ", "\n```\n"),
    around("nested comments", "```swift\n", "/*", "\n```\n"),
    around("nested strings", "```swift\n", "\"\\(", "\n```\n"),
    around("raw strings", "```swift\n", "#\"", "\n```\n"), around("numbers signs", "```swift\n", "#", "\n```\n"),
    around("three quotes", "```swift\n", "\"\"\"", "\n```\n"), around("JSON", "```json\n", "{\"a\": [1, ", "\n```\n"),
    around("shell", "```sh\n", "a 'b \"c $d", "\n```\n"), around("HTTP", "```http\n", "A: b\n", "```\n"),
    repeated("indented code", "    a\n\n"),
    // Links.
    repeated("links", "[a](/b) "), repeated("links to lessons", "[a](01-a.md#b) "), repeated("opening brackets", "["),
    repeated("closing brackets", "]"), repeated("links without an end", "[a]("), repeated("links in links", "[a](/b["),
    repeated("images in images", "![a"), repeated("images", "![a](/b) "), repeated("angles in links", "[a](<b"),
    repeated("titles without an end", "[a](b \"c"), repeated("references to nothing", "[a][b] "),
    around("references", "[a]: /b\n\n", "[a] ", ""), numbered("definitions", { "[a\($0)]: /b\n" }),
    numbered("definitions and their uses", { "[a\($0)] [a\($0 / 2)]\n\n[a\($0)]: /b\n\n" }),
    LargeText(name: "a long definition, used often") {
      "[a]: /" + String(repeating: "b", count: $0 / 2) + "\n\n" + String(repeating: "[a] ", count: $0 / 8)
    },
    LargeText(name: "a long title, used often") {
      "[a]: /b '" + String(repeating: "c", count: $0 / 2) + "'\n\n" + String(repeating: "![a] ", count: $0 / 10)
    },
    repeated("addresses", "https://a.b/c "), repeated("addresses in one", "https://a.b/"),
    repeated("schemes", "http://"),
    repeated("mail addresses", "a@b.cd "), repeated("at signs", "a@"), repeated("dots", "a."),
    repeated("autolinks", "<https://a.b> "), repeated("angles", "<"), repeated("tags", "<a b=c> "),
    repeated("comments", "<!-- "), repeated("declarations", "<!A "), repeated("instructions", "<?"),
    repeated("character data", "<![CDATA["), repeated("entities", "&amp;"), repeated("ampersands", "&"),
    repeated("forbidden links", "[a](javascript:b) "),
    LargeText(name: "links to nowhere") { bytes in
      (0..<bytes / 40).map { "## Heading \($0)\n\n[a](#head\($0))\n\n" }.joined()
    },
    // Blocks.
    repeated("headings alike", "## a\n\n"), numbered("headings that differ", { "## a \($0)\n\n" }),
    numbered("headings that look numbered", { "## a\n\n## a-\($0)\n\n" }), repeated("empty headings", "##\n\n"),
    around("one long heading", "## ", "a *b* `c` ", "\n"), repeated("underlined headings", "a\n---\n\n"),
    repeated("rules", "---\n\n"), repeated("items", "- a\n"), repeated("loose items", "- a\n\n"),
    repeated("numbers", "1. a\n"), repeated("tasks", "- [ ] a\n"), repeated("quotes", "> a\n\n"),
    repeated("lazy lines", "> a\nb\n\n"), repeated("alerts", "> [!NOTE]\n> a\n\n"),
    repeated("alerts unknown", "> [!HINT]\n\n"),
    LargeText(name: "items in items", isLinear: false) { bytes in
      let depth = min(Int(Double(bytes).squareRoot()), 2_000)
      return (0..<depth).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()
    },
    LargeText(name: "items in one line", isLinear: false) { String(repeating: "- ", count: min($0 / 2, 20_000)) + "a" },
    LargeText(name: "quotes in quotes", isLinear: false) { String(repeating: ">", count: min($0, 20_000)) + "a" },
    around("an alert of many lines", "> [!NOTE]\n", "> a\n", ""),
    // Tables.
    around("rows", "| a | b |\n| --- | --- |\n", "| c | d |\n", ""),
    LargeText(name: "columns") { bytes in
      String(repeating: "|a", count: bytes / 8) + "\n" + String(repeating: "|---", count: bytes / 8) + "\n"
        + String(repeating: "|b", count: bytes / 8)
    },
    LargeText(name: "columns and short rows") { bytes in
      let width = bytes / 14
      return String(repeating: "|a", count: width) + "\n" + String(repeating: "|---", count: width) + "\n"
        + String(repeating: "|b\n", count: width)
    },
    repeated("tables", "| a |\n| --- |\n| b |\n\n"), repeated("bars", "|"), repeated("rules of tables", "|---\n"),
    around("one long cell", "| a |\n| --- |\n| ", "b *c* ", " |\n"),
    // Maths.
    repeated("formulas", "$a_b$ "), repeated("dollars", "$"), repeated("open formulas", "$a "),
    repeated("two dollars", "$$"),
    around("one formula", "$", "a+", "b$"), around("one formula of blanks", "$a", " ", "b$"),
    repeated("formulas that are none", "$\\b$ "), repeated("fractions", "$\\frac{a}{b}$ "),
    // Cells.
    repeated(
      "quizzes",
      "```quiz\n{\"question\": \"a\", \"choices\": [{\"text\": \"b\", \"right\": true}, {\"text\": \"c\"}], \"explanation\": \"d\"}\n```\n\n"
    ),
    around(
      "choices of a quiz", "```quiz\n{\"question\": \"a\", \"explanation\": \"d\", \"choices\": [\n{\"text\": \"b\"}",
      ",\n{\"text\": \"c\"}", "]}\n```\n"),
    around(
      "claims of a cell",
      "```experiment herd\n{\"title\": \"T\", \"view\": \"table\", \"claims\": [\n{\"value\": \"a\", \"equals\": 1}",
      ",\n{\"value\": \"a\", \"equals\": 1}", "]}\n```\n"),
    around(
      "faults of a cell",
      "```experiment herd\n{\"title\": \"T\", \"view\": \"table\", \"claims\": [\n{\"value\": \"a\"}",
      ",\n{\"value\": \"a\"}", "]}\n```\n"),
    LargeText(name: "choices of a cell") { bytes in
      let choices = (0..<bytes / 8).map { "\"\($0)\"" }.joined(separator: ",")
      return
        "```experiment herd\n{\"title\": \"T\", \"view\": \"table\", \"adjust\": {\"a\": {\"choices\": [\(choices)]}}}\n```\n"
    },
    around("deep JSON", "```quiz\n", "[", "\n```\n"),
    around("JSON that never ends", "```quiz\n{\"a\": \"", "b", "\n```\n"),
  ]
}
