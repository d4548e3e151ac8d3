import Courseware
import Foundation
import Site
import Testing

/// One planted example of each fault that `course check` promises to find.
@Suite("The check of a course finds") struct PlantedFaults {
  struct Planted: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Files beside a lesson and a glossary that are right.
    var files: [String: String]
    /// The file, the line and some words of each finding.
    var findings: [(file: String, line: Int, words: String)]
  }

  private static let matter = "---\ntitle: A\nsummary: B.\norder: 1\nminutes: 1\n---\n"

  /// A fault in a lesson's text, whose first line is line 7.
  private static func text(_ name: String, _ text: String, _ findings: (line: Int, words: String)...) -> Planted {
    Planted(
      testDescription: name, files: ["01-a.md": matter + text + "\n"],
      findings: findings.map { ("01-a.md", $0.line, $0.words) })
  }

  /// A fault in an experiment cell, whose members stand on line 9 and on.
  private static func cell(
    _ name: String, _ body: String, experiment: String = "jitter-histogram", view: String = "histogram",
    _ findings: (line: Int, words: String)...
  ) -> Planted {
    let text =
      "```experiment \(experiment)\n{\"title\": \"T\", \"view\": \"\(view)\"\(body.isEmpty ? "" : ",")\n\(body)\n}\n```"
    return Planted(
      testDescription: name, files: ["01-a.md": matter + text + "\n"],
      findings: findings.map { ("01-a.md", $0.line, $0.words) })
  }

  /// A fault in a quiz, whose members stand on line 9 and on.
  private static func quiz(_ name: String, _ body: String, _ findings: (line: Int, words: String)...) -> Planted {
    Planted(
      testDescription: name, files: ["01-a.md": matter + "```quiz\n{\"question\": \"Q?\",\n\(body)}\n```\n"],
      findings: findings.map { ("01-a.md", $0.line, $0.words) })
  }

  static let planted: [Planted] = [
    // Files.
    Planted(
      testDescription: "a file's name of another form", files: ["a.md": matter + "Text."],
      findings: [("a.md", 1, "Rename")]),
    Planted(
      testDescription: "an order used twice",
      files: ["02-b.md": matter.replacingOccurrences(of: "order: 1", with: "order: 9") + "Text."],
      findings: [("09-other.md", 4, "is that of 02-b.md too")]),
    Planted(
      testDescription: "an address used twice",
      files: ["01-other.md": matter + "Text."], findings: [("09-other.md", 1, "is that of 01-other.md too")]),
    text("a NUL byte", "one\ntwo \u{0} three", (8, "U+0000")),
    text("control characters, each line", "a\u{7}b\n\u{1B}[1m\n\u{9D}", (7, "U+0007"), (8, "U+001B"), (9, "U+009D")),
    text("a character that turns the text around", "a \u{202E}b", (7, "U+202E")),

    // Front matter.
    Planted(
      testDescription: "missing front matter", files: ["01-a.md": "Text."],
      findings: [("01-a.md", 1, "no front matter")]),
    Planted(
      testDescription: "front matter without an end", files: ["01-a.md": "---\ntitle: A\n"],
      findings: [("01-a.md", 1, "does not end")]),
    Planted(
      testDescription: "front matter that lacks a title, beside a fault of the text",
      files: ["01-a.md": "---\nsummary: B.\norder: x\nminutes: 1\n---\n#### A\n"],
      findings: [("01-a.md", 1, "lacks `title`"), ("01-a.md", 3, "`order` is `x`"), ("01-a.md", 6, "skips")]),

    // Text.
    text("a fence without an end", "one\n\n```swift\nlet a = 1\n\n## Two\n", (9, "never closed")),
    text("a fence without an end or a word", "one\n\n~~~", (9, "never closed")),
    text("a fence that ends with its list", "- one\n\n  ```\n  a\n\ntwo", (9, "never closed")),
    text("a fence closed by fewer marks", "````\na\n```\n", (7, "never closed")),
    text("a fence without an end behind a closed one", "~~~\na\n~~~\n\n~~~\nb", (11, "never closed")),
    text("a fence without an end behind code", "one ```a```\n\n```\nb", (9, "never closed")),
    text("a fence without an end, with a character reference", "one\n\n```a&amp;b\nc", (9, "never closed")),
    text("a heading that skips a level", "## A\n\n#### B", (9, "skips from level 2 to level 4")),
    text("a heading without words", "one\n\n##\n", (9, "is empty")),
    text(
      "headings without words that skip a level", "[a]: /#b\n\n###\n\n##",
      (9, "is empty"), (9, "skips"), (11, "is empty")),
    text("two headings of level 1", "# A\n\n# B", (7, "level 1"), (9, "level 1")),
    text("a table without headings", "one\n\n| | |\n| --- | --- |\n| a | b |", (9, "no headings")),
    text("a table whose rule is too short", "| a | b |\n| - | - |\n| c | d |", (8, "makes no table")),
    text("more headings than columns", "| a | b |\n| --- |\n| c |", (7, "more headings")),
    text(
      "headings beyond the columns, none within them", "one\n\n| | b |\n| --- |\n| c |",
      (9, "more headings"), (9, "no headings")),
    text("an image without a description", "![](/static/icon.svg)", (7, "no description")),
    text("an image that there is not", "![An icon](/static/none.svg)", (7, "nothing that this server has")),
    text("an image on another server", "![An icon](https://a.b/c.svg)", (7, "another server")),
    text("an alert that there is not", "> [!HINT]\n> a", (7, "no alert `[!HINT]`")),
    text("a TeX command that is not known", "$\\frac{a}{b} \\foo$", (7, "`\\foo` is not known")),
    text("TeX in a fence within a list", "- a\n\n  ```math\n\n  a\n  b\n  \\foo\n  ```", (13, "`\\foo`")),
    text(
      "a cell behind a character reference", "```quiz &amp;\n{}\n```",
      (7, "two choices"), (7, "Nothing may follow"), (7, "lacks")),
    text("TeX nested too deep", "$" + String(repeating: "{", count: 99) + "$", (7, "deep")),

    // Links.
    text("a link to a lesson that there is not", "one\n[a](02-none.md)", (8, "no lesson")),
    text("a wrong anchor in another lesson", "[a](09-other.md#wher)", (7, "The nearest is `where`")),
    text("a wrong anchor on the page", "## Here\n\n[a](#her)", (9, "The nearest is `here`")),
    text("an experiment that there is not, in a link", "[a](/experiments/herd)", (7, "no experiment")),
    text("an exercise that there is not, in a link", "[a](/exercises/none)", (7, "nothing that this server has")),
    text("a glossary's term that there is not", "[a](glossary.md#jiter)", (7, "The nearest is `jitter`")),
    text("a page that there is not", "[a](/nowhere)", (7, "nothing that this server has")),
    text("an empty link", "[a]()", (7, "empty")),
    text("a link of a forbidden kind", "[a](javascript:alert)", (7, "may not lead to `javascript:`")),
    // MD4C copies an address with a backslash or an ampersand, so its place has to be looked for.
    text(
      "addresses with character references",
      "one\n\n[a](/b&amp;c)\n\n[a](/b&#38;c)\n\n[a](/b&#x26;c)\n\n[a](/b?c&d)",
      (9, "/b&c`"), (11, "/b&c`"), (13, "/b&c`"), (15, "/b?c&d`")),
    text(
      "addresses with backslashes",
      #"""
      one `\`

      [a](/b\_c)

      - two
      - ![d](/b\*c.png)
      - [a](</b\> c>) `\`

      > three
      > [a](/b\c)

      [a](/b\`c)
      """#,
      (9, "/b_c`"), (12, "/b*c.png`"), (13, "/b> c`"), (16, #"/b\c`"#), (18, "/b`c`")),
    text(
      "an address that a fence, code and a right link have too",
      "[a](/?b&c)\n\n~~~\n[a](/b&c)\n[r]: /b&c\n~~~\n`[a](/b&c)`\n\n[one\ntwo](/b&c)\n[a](/b&c) [a](/c&d)",
      (16, "/b&c`"), (17, "/b&c`"), (17, "/c&d`")),
    text(
      "addresses of definitions, at the definition",
      "one [r] [two][s]\n\n![r]\n\n[s]: /b&amp;c\n\n> [R]: </d\\_e>",
      (11, "/b&c`"), (13, "/d_e`"), (13, "/d_e`")),
    text(
      "addresses in headings, tables and links around images",
      "## A [a](/b\\_c)\n\n| a |\n| --- |\n| [a](/c&amp;d) |\n\n[![a](/e&amp;f.png)\nb](/g&amp;h)",
      (7, "/b_c`"), (11, "/c&d`"), (13, "/e&f.png`"), (14, "/g&h`")),
    text(
      "forbidden addresses, however they are written",
      "one\n\n[a](java&#115;cript:b)\n\n[a](data\\:b)\n\n<tel:1&2>\n\n![a](data&colon;b)\n\nftp://a.b/?c&d",
      (9, "`javascript:`"), (11, "`data:`"), (13, "`tel:`"), (15, "`data:`"), (17, "`ftp:`")),
    text(
      "empty addresses, with words and without", "one\n\n[]()\n\n[a\nb]()\n\n[](/)\n\n[]()\n[*a*]()",
      (9, "empty"), (12, "empty"), (16, "empty"), (17, "empty")),
    text(
      "an image with neither words nor an address", "one\n\n[a](/)\n![]()", (10, "no description"), (10, "not found")),
    text("a reference that is not defined", "one\nsee [a][b]", (8, "`b` is not defined")),
    Planted(
      testDescription: "the same in the glossary",
      files: ["glossary.md": "# Glossary\n\n## Jitter\n\n[a](09-other.md#no)\n\n##\n"],
      findings: [("glossary.md", 5, "no anchor"), ("glossary.md", 7, "is empty")]),

    // Experiment cells.
    cell("an experiment that there is not", "", experiment: "herd", view: "table", (7, "no experiment `herd`")),
    cell("a view of another experiment", "", experiment: "flaky", view: "histogram", (8, "Use `timeline`")),
    cell("a view that there is not", "", view: "pie", (8, "no view `pie`")),
    cell("a parameter out of range", "\"parameters\": {\n\"clients\": 0}", (10, "whole number from 1")),
    cell("a parameter that there is not", "\"parameters\": {\n\"nothing\": 0}", (10, "unknown")),
    cell("parameters that contradict each other", "\"parameters\": {\n\"baseMs\": 3000}", (9, "capMs")),
    cell("a range out of range", "\"adjust\": {\"clients\": {\n\"min\": 0}}", (10, "must lie within")),
    cell(
      "a seed to change where nothing is drawn", "\"adjust\": {\"seed\": {}}", experiment: "replay", view: "table",
      (9, "changes nothing")),
    cell(
      "a prediction of what the result has not",
      "\"predict\": {\"ask\": \"A?\",\n\"value\": \"series[ful].peak\"}", (10, "prediction")),
    cell("a claim on an unknown path", "\"claims\": [\n{\"value\": \"peak\", \"equals\": 1}]", (10, "has no `peak`")),
    cell(
      "a claim that is not borne out", "\"claims\": [\n{\"value\": \"series[constant].peak\", \"equals\": 999}]",
      (10, "is 1000, not 999")),
    cell(
      "a claim with parameters out of range",
      "\"claims\": [\n{\"value\": \"series[constant].peak\", \"with\":\n{\"clients\": 0}, \"equals\": 999}]",
      (11, "whole number from 1")),
    cell("JSON that cannot be read", "\"claims\": [\n}", (10, "cannot be read")),
    cell(
      "every fault of a cell at once, each on its line",
      """
      "colour": 1,
      "predict": {"ask": "A?", "value": "series[full].pek"},
      "adjust": {
        "clients": {"min": 0},
        "nothing": {}},
      "claims": [
        {"value": "series[full].peak"},
        {"value": "series[constant].peak", "equals": 999},
        {"value": "series[constant].peak", "with": {"clients": -1}, "equals": 1}]
      """, view: "pie",
      (8, "no view"), (9, "no `colour`"), (10, "prediction"), (12, "must lie within"), (13, "no parameter"),
      (15, "either"), (16, "not 999"), (17, "whole number from 1")),

    // Quizzes.
    quiz(
      "a quiz without a right answer", "\"explanation\": \"E\", \"choices\":\n[{\"text\": \"a\"}, {\"text\": \"b\"}]",
      (9, "No choice is right")),
    quiz(
      "a quiz with two right answers where one is meant",
      "\"explanation\": \"E\", \"choices\":\n[{\"text\": \"a\", \"right\": true}, {\"text\": \"b\", \"right\": true}]",
      (9, "2 choices are right")),
    quiz(
      "a quiz with one right answer where several are meant",
      "\"explanation\": \"E\", \"several\": true,\n\"choices\": [{\"text\": \"a\", \"right\": true}, {\"text\": \"b\"}]",
      (9, "One choice alone")),
    quiz(
      "a choice that stands there twice",
      "\"explanation\": \"E\", \"choices\": [\n{\"text\": \"a\", \"right\": true},\n{\"text\": \"a\"}]",
      (11, "twice")),
    quiz(
      "every fault of a quiz at once",
      "\"choices\": [\n{\"text\": \"[a](02-none.md)\", \"right\": true},\n{\"text\": \"$\\\\foo$\", \"why\": 5}]",
      (7, "lacks `explanation`"), (10, "no lesson"), (11, "`\\foo`"), (11, "`why` is")),
  ]

  /// What is found in a folder with these files beside a lesson and a glossary that are right.
  private func findings(_ files: [String: String]) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Lessons", "Public"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let right = [
      "09-other.md": "---\ntitle: O\nsummary: P.\norder: 9\nminutes: 1\n---\n## Where\n",
      "glossary.md": "# Glossary\n\n## Jitter\n\nChance.\n",
    ]
    for (name, text) in right.merging(files, uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: folder.appending(path: "Lessons/\(name)"))
    }
    try Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8).write(to: folder.appending(path: "Public/icon.svg"))
    var settings = SiteSettings()
    settings.lessons = folder.appending(path: "Lessons").path
    settings.assets = folder.appending(path: "Public").path
    return try CourseCheck(settings).run().findings
  }

  @Test(arguments: planted)
  func `each fault at its line, and nothing else`(fault: Planted) throws {
    let found = try findings(fault.files)
    #expect(found.count == fault.findings.count, "\(found)")
    for (finding, expected) in zip(found, fault.findings) {
      #expect(finding.file.hasSuffix("/" + expected.file), "\(finding)")
      #expect(finding.line == expected.line, "\(finding)")
      #expect(finding.message.contains(expected.words), "\(finding)")
    }
  }

  @Test func `nothing where nothing is wrong`() throws {
    let text = """
      ## Here

      ~~~text
      a
      ~~~

      > ```
      > b
      >
      > ```

      1. one

         ```swift
         let c = 1
         ```

      ![An icon](/static/icon.svg) [a](09-other.md#where) [b](glossary.md#jitter) [c](#here) [d](/experiments/replay)

      | | a |
      | --- | --- |
      | b | c |
      """
    #expect(try findings(["01-a.md": PlantedFaults.matter + text]).map(\.description) == [])
  }

  @Test func `bytes that are no UTF-8, on each line, and what else is wrong`() throws {
    let bytes =
      Array((PlantedFaults.matter + "one\n").utf8) + [0xFF, 0xFE, 0x0A, 0xC3, 0x28] + Array("\n#### A\n".utf8)
    let found = CourseReader(rules: NoCellRules()).read([CourseReader.File(name: "01-a.md", bytes: bytes)], folder: "L")
    #expect(found.findings.map(\.line) == [8, 9, 10])
    #expect(found.findings.map { $0.message.contains("UTF-8") } == [true, true, false])
  }
}
