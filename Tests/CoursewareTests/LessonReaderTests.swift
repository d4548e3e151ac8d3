import Courseware
import JSON
import Testing

let frontMatter = "---\ntitle: A\nsummary: B\norder: 1\nminutes: 2\n---\n"

/// Reads one lesson whose front matter is right; its text begins on line 7.
func read(_ text: String, rules: any CellRules = NoCellRules(), name: String = "Lessons/01-a.md")
  -> LessonReader.Reading
{
  LessonReader(rules: rules).read(Array((frontMatter + text).utf8), file: name)
}

/// What an author is told, without the file's name.
func told(_ findings: [Finding]) -> [String] { findings.map { "\($0.line): \($0.message)" } }

@Suite("Front matter") struct FrontMatterReading {
  private func lesson(_ text: String) -> LessonReader.Reading {
    LessonReader(rules: NoCellRules()).read(Array(text.utf8), file: "05-how-long.md")
  }

  @Test(arguments: [
    ("title: How long: 3 ways # really", "How long: 3 ways # really"), ("title:   A  ", "A"),
    ("title: \"A: \\\"B\\\" \\\\\"", "A: \"B\" \\"),
    ("title: 'It''s'", "It's"), ("title: \"<script>\"", "<script>"), ("# a note\n\ntitle: A", "A"),
  ])
  func `holds plain and quoted values`(line: String, title: String) {
    let reading = lesson("---\n\(line)\nsummary: B\norder: 05\nminutes: 14\n---\ntext")
    #expect(reading.findings == [])
    #expect(reading.lesson?.title == title)
    #expect(reading.lesson?.summary == "B")
    #expect(reading.lesson?.order == 5)
    #expect(reading.lesson?.minutes == 14)
    #expect(reading.lesson?.slug == "how-long")
    #expect(reading.lesson?.file == "05-how-long.md")
  }

  @Test func `may have a byte order mark and Windows' line ends`() {
    let text = "\u{FEFF}---\r\ntitle: A\r\nsummary: B\r\norder: 1\r\nminutes: 2\r\n---\r\n\r\ntext\r\n"
    let reading = lesson(text)
    #expect(reading.findings == [])
    #expect(reading.lesson?.title == "A")
  }

  @Test(arguments: [
    ("title: A", 1, "lacks `summary`"),
    ("title: A\nsummary:\norder: 1\nminutes: 2", 3, "`summary` is empty"),
    ("title: A\nsummary: B\norder: x\nminutes: 2", 4, "`order` is `x`"),
    ("title: A\nsummary: B\norder: -1\nminutes: 2", 4, "`order` is `-1`"),
    ("title: A\nsummary: B\norder: +5\nminutes: 2", 4, "`order` is `+5`"),
    ("title: A\nsummary: B\norder: 10000\nminutes: 2", 4, "from 0 to 9999"),
    ("title: A\nsummary: B\norder: 1\nminutes: 0", 5, "from 1 to 600"),
    ("title: A\nsummary: B\norder: 1\nminutes: 99999999999999999999", 5, "from 1 to 600"),
    ("title: A\nsummary: B\norder: 1\nminutes: 2\nauthor: C", 6, "has no `author`"),
    ("title: A\ntitle: B\nsummary: B\norder: 1\nminutes: 2", 3, "`title` stands in the front matter twice"),
    ("title A\nsummary: B\norder: 1\nminutes: 2", 2, "`title A` is not of the form `name: value`"),
    ("title: A\n  summary: B\norder: 1\nminutes: 2", 3, "is not of the form"),
    ("title: \"A\nsummary: B\norder: 1\nminutes: 2", 2, "does not end with the quotation mark"),
    ("title: 'A' b\nsummary: B\norder: 1\nminutes: 2", 2, "does not end with the quotation mark"),
    ("title: [A]\nsummary: B\norder: 1\nminutes: 2", 2, "begins with `[`"),
    ("title: >\nsummary: B\norder: 1\nminutes: 2", 2, "begins with `>`"),
    ("title: A\u{7}\nsummary: B\norder: 1\nminutes: 2", 2, "control character"),
    ("title: " + String(repeating: "a", count: 121) + "\nsummary: B\norder: 1\nminutes: 2", 2, "at most 120"),
  ])
  func `faults have their line`(matter: String, line: Int, message: String) throws {
    let reading = lesson("---\n\(matter)\n---\ntext")
    #expect(reading.findings.contains { $0.line == line && $0.message.contains(message) }, "\(told(reading.findings))")
  }

  @Test func `faults come all at once`() {
    let reading = lesson("---\norder: x\nminutes: y\nz: 1\n---\n#### a\n\n![](/b)")
    #expect(reading.findings.map(\.line) == [4, 1, 1, 2, 3, 6, 8])
  }

  @Test(arguments: [
    ("text", "has no front matter"), ("---\ntitle: A\n\ntext", "does not end"), ("", "has no front matter"),
  ])
  func `missing as a whole`(text: String, message: String) {
    let reading = lesson(text)
    #expect(reading.findings.count == 1)
    #expect(reading.findings.first?.message.contains(message) == true)
  }

  @Test(arguments: ["a.md", "5.md", "05-.md", "05-A.md", "05-a--b.md", "05-a.txt", "Lessons/x-a.md"])
  func `is not read from a file of another name`(name: String) {
    let reading = read("text", name: name)
    #expect(reading.lesson == nil)
    #expect(reading.findings.map(\.line) == [1])
  }

  @Test func `alone is no lesson`() {
    #expect(told(read("").findings) == ["7: The lesson has no text. Write some behind the front matter."])
  }
}

@Suite("Experiment cells") struct ExperimentCells {
  private func cell(_ json: String, argument: String = "herd", rules: any CellRules = NoCellRules())
    -> LessonReader.Reading
  {
    read("text\n\n```experiment \(argument)\n\(json)\n```\n\nmore", rules: rules)
  }

  /// A cell whose drawing has one member of its own, on its second line, and is right besides.
  private static func drawn(_ member: String, view: String = "lines") -> String {
    let rest = [("at", "\"at\": [0, 1, 2]"), ("highest", "\"highest\": 9")].filter { !member.contains("\"\($0.0)\"") }
    return
      #"{"title": "T", "view": "\#(view)", "predict": {"ask": "a", "value": "b", "draw": {"ask": "c", "value": "d","#
      + "\n" + ([member] + rest.map { $0.1 }).joined(separator: ", ") + "}}}"
  }

  @Test func `hold what is asked`() throws {
    let reading = cell(
      """
      {"id": "a", "title": "T", "parameters": {"clients": 10},
       "adjust": {"clients": {"min": 1, "max": 10.5, "step": 1}, "strategy": {"choices": ["x", "y"]}, "cap": {}},
       "predict": {"ask": "How many?", "unit": "ms", "value": "series[full].peak"},
       "view": "lines",
       "claims": [
         {"value": "a", "equals": 1},
         {"value": "b[0]", "with": {"c": 2}, "between": [1, 2.5]}
       ]}
      """)
    #expect(reading.findings == [])
    let cell = try #require(reading.lesson?.experiments.first)
    let expected = ExperimentCell(
      id: "a", experiment: "herd", line: 9, title: "T", parameters: ["clients": 10],
      adjustable: [
        .init(parameter: "clients", min: 1, max: 10.5, step: 1), .init(parameter: "strategy", choices: ["x", "y"]),
        .init(parameter: "cap"),
      ],
      prediction: .init(ask: "How many?", unit: "ms", value: try ResultPath("series[full].peak"), line: 12),
      view: .lines,
      claims: [
        .init(value: try ResultPath("a"), with: .object([]), expected: .equals(1), line: 15, index: 0),
        .init(value: try ResultPath("b[0]"), with: ["c": 2], expected: .between(1, 2.5), line: 16, index: 1),
      ])
    #expect(cell == expected)
    #expect(reading.lesson?.anchors == ["a"])
    #expect(reading.lesson?.parts.count == 3)
  }

  @Test func `hold a line to draw`() throws {
    let reading = cell(
      """
      {"title": "T", "view": "lines",
       "predict": {"ask": "How many?", "value": "peak",
         "draw": {"ask": "Draw it.", "value": "counts", "at": [0, 2.5, 10], "highest": 40}}}
      """)
    #expect(reading.findings == [])
    let drawing = ExperimentCell.Drawing(
      ask: "Draw it.", value: try ResultPath("counts"), positions: [0, 2.5, 10], highest: 40)
    #expect(reading.lesson?.experiments.first?.prediction?.drawing == drawing)
  }

  @Test func `are named by their experiment unless they say otherwise`() throws {
    let reading = cell(#"{"title": "T", "view": "table"}"#)
    #expect(reading.findings == [])
    #expect(reading.lesson?.experiments.map(\.id) == ["herd"])
  }

  @Test(arguments: ["herd", "he\0rd", "&amp;", "\\*", "http://a.b\0*"])
  func `behind whatever name count the blank lines that they begin with`(name: String) {
    let reading = read("http://.c\0*http://.r\n```experiment \(name)\n\n\n{,\n```\n")
    let told = told(reading.findings)
    #expect(told.contains { $0.hasPrefix("11: The cell's JSON cannot be read: ") }, "\(told)")
  }

  @Test func `behind a heading of what nobody sees have their own line`() {
    let reading = read("\0\n=\n```quiz\n\n```\n#")
    let told = told(reading.findings)
    #expect(told.contains { $0.hasPrefix("11: The cell's JSON cannot be read: ") }, "\(told)")
    #expect(told.contains { $0.hasPrefix("7: The line holds the control character U+0000") }, "\(told)")
  }

  @Test func `without any text are empty where their fence stands`() {
    let reading = read("`a`\n\n> ```experiment he\0rd\n>\n>\n> ```\n")
    let told = told(reading.findings)
    #expect(told.contains { $0.hasPrefix("12: The cell's JSON cannot be read: ") }, "\(told)")
  }

  @Test func `within lists and quotations find their lines too`() {
    let reading = read("- a\n\n  > ```experiment herd\n  > {\"title\": \"T\",\n  > \"view\": \"x\"}\n  > ```\n")
    #expect(told(reading.findings).map { $0.prefix(2) } == ["11"])
  }

  @Test(arguments: [
    ("{", 11, "cannot be read"),
    ("{\"title\": \"T\",\n\"view\": \"table\",}", 11, "cannot be read"),
    ("[]", 9, "The cell is an array. Write an object in braces."),
    ("{\"title\": \"T\"}", 9, "The cell lacks `view`"),
    ("{\"view\": \"table\"}", 9, "The cell lacks `title`"),
    ("{\"title\": \"\", \"view\": \"table\"}", 10, "`title` is empty"),
    ("{\"title\": 5, \"view\": \"table\"}", 10, "`title` is a whole number"),
    ("{\"title\": \"a\\nb\", \"view\": \"table\"}", 10, "control character"),
    ("{\"title\": \"T\",\n\"view\": \"pie\"}", 11, "There is no view `pie`. Use one of `histogram`, `lines`"),
    (
      "{\"title\": \"T\", \"view\": \"table\",\n\"colour\": 1}", 11,
      "The cell has no `colour`. It may have `id`, `title`"
    ),
    ("{\"title\": \"T\", \"view\": \"table\",\n\"id\": \"A b\"}", 11, "is no anchor"),
    ("{\"title\": \"T\", \"view\": \"table\",\n\"parameters\": 1}", 11, "`parameters` is a whole number"),
    ("{\"title\": \"T\", \"view\": \"table\",\n\"adjust\": []}", 11, "`adjust` is an array"),
    ("{\"title\": \"T\", \"view\": \"table\",\"adjust\": {\n\"a\": {\n\"mn\": 1}}}", 12, "`adjust.a` has no `mn`"),
    (
      "{\"title\": \"T\", \"view\": \"table\",\"adjust\": {\n\"a\": {\"min\": 2,\n\"max\": 1}}}", 12,
      "`max` is not above `min`"
    ),
    ("{\"title\": \"T\", \"view\": \"table\",\"adjust\": {\n\"a\": {\"step\": 0}}}", 11, "`step` is not above zero"),
    ("{\"title\": \"T\", \"view\": \"table\",\"adjust\": {\n\"a\": {\"min\": \"1\"}}}", 11, "`min` is a string"),
    (
      "{\"title\": \"T\", \"view\": \"table\",\"adjust\": {\n\"a\": {\"choices\": []}}}", 11, "`choices` offers nothing"
    ),
    ("{\"title\": \"T\", \"view\": \"table\",\"adjust\": {\n\"a\": {\"choices\": [\"x\",\n\"x\"]}}}", 12, "twice"),
    ("{\"title\": \"T\", \"view\": \"table\",\n\"predict\": {\"value\": \"a\"}}", 11, "`predict` lacks `ask`"),
    (drawn("\"at\": [1, 2]"), 11, "`at` needs 3 to 12 rising numbers"),
    (drawn("\"at\": [1, 3, 2]"), 11, "`at` needs 3 to 12 rising numbers"),
    (drawn("\"highest\": 0"), 10, "`highest` must be a number above 0"),
    (drawn("\"at\": [1, 2, 3]", view: "bars"), 10, "A line can be drawn where `view` is `histogram` or `lines`"),
    (
      "{\"title\": \"T\", \"view\": \"table\",\n\"predict\": {\"ask\": \"a\",\n\"value\": \"a[\"}}", 12,
      "has a `[` without its `]`"
    ),
    ("{\"title\": \"T\", \"view\": \"table\",\"claims\": [\n{\"value\": \"a\"}]}", 11, "either `equals` or `between`"),
    (
      "{\"title\": \"T\", \"view\": \"table\",\"claims\": [\n{\"value\": \"a\", \"equals\": 1, \"between\": [1, 2]}]}",
      11, "either `equals` or `between`"
    ),
    (
      "{\"title\": \"T\", \"view\": \"table\",\"claims\": [{\"value\": \"a\", \"equals\": 1},\n{\"value\": \"a\", \"between\": [2, 1]}]}",
      11, "the lesser first"
    ),
    (
      "{\"title\": \"T\", \"view\": \"table\",\"claims\": [\n{\"value\": \"a\", \"between\": 3}]}", 11,
      "`between` is a whole number"
    ),
    ("{\"title\": \"T\", \"view\": \"table\",\"claims\": [\n{\"equals\": 3}]}", 11, "`claims.0` lacks `value`"),
    ("{\"title\": \"T\", \"title\": \"U\", \"view\": \"table\"}", 10, "cannot be read"),
  ])
  func `faults have their line`(json: String, line: Int, message: String) throws {
    let reading = cell(json)
    #expect(reading.findings.count == 1, "\(told(reading.findings))")
    #expect(reading.findings.first?.line == line)
    #expect(reading.findings.first?.message.contains(message) == true, "\(told(reading.findings))")
  }

  @Test func `need an experiment's name`() {
    #expect(
      told(cell("{\"title\": \"T\", \"view\": \"table\"}", argument: "").findings).first?.hasPrefix(
        "9: Write the experiment's id") == true)
  }

  @Test func `are unique in their lesson`() {
    let fence = "```experiment herd\n{\"title\": \"T\", \"view\": \"table\"}\n```\n\n"
    let twice = read(fence + fence)
    #expect(
      told(twice.findings) == [
        "11: The anchor `herd` is in use further up, for a heading or a cell. Give this cell another `id`."
      ])
    #expect(read("## Herd\n\n" + fence).findings.count == 1)
    // A heading makes way by itself.
    #expect(read(fence + "## Herd\n").lesson?.headings.map(\.id) == ["herd-1"])
  }

  @Test func `are judged by the rules, on the member's line`() {
    struct Rules: CellRules {
      func faults(in cell: ExperimentCell) -> [CellFault] {
        [
          CellFault("There is no experiment `\(cell.experiment)`."), CellFault(["parameters", "b"], "Too many."),
          CellFault(["claims", "1", "with", "c"], "Too few."),
        ]
      }
      func fault(inExercise id: String) -> String? { nil }
      func lesson(ofExercise id: String) -> String? { nil }
      func hasExperiment(_ id: String) -> Bool { true }
      func hasPage(_ path: String) -> Bool { true }
    }
    let json = """
      {"title": "T", "view": "table", "parameters": {
        "a": "}\\"{",
        "b": 2},
       "claims": [{"value": "x", "equals": [1, {"y": "]"}]},
         {"value": "x", "equals": 1, "with":
           {"c": 1}}]}
      """
    #expect(
      told(cell(json, rules: Rules()).findings) == [
        "9: There is no experiment `herd`.", "12: Too many.", "15: Too few.",
      ])
  }

}

@Suite("Exercise cells") struct ExerciseCells {
  private struct Rules: CellRules {
    func faults(in cell: ExperimentCell) -> [CellFault] { [] }
    func fault(inExercise id: String) -> String? { id == "known" ? nil : "There is no exercise `\(id)`." }
    func lesson(ofExercise id: String) -> String? { nil }
    func hasExperiment(_ id: String) -> Bool { true }
    func hasPage(_ path: String) -> Bool { true }
  }

  @Test func `name an exercise and are its anchor`() {
    let reading = read("A\n\n```exercise known\n```\n\nB", rules: Rules())
    #expect(reading.findings == [])
    #expect(reading.lesson?.exercises == [ExerciseCell(id: "known", line: 9)])
    #expect(reading.lesson?.anchors.contains("known") == true)
  }

  @Test(
    arguments: [
      ("```exercise other\n```", "7: There is no exercise `other`."),
      ("```exercise\n```", "7: Write the exercise's id behind `exercise`, such as `exercise classify-failures`."),
      (
        "```exercise known\n{}\n```",
        "7: Nothing may stand in the fence of an exercise: its form is made from the exercise itself."
      ),
      (
        "```exercise known\n```\n\n```exercise known\n```",
        "10: The anchor `known` is in use further up, for a heading or a cell. Rename that."
      ),
    ])
  func `report what is wrong`(text: String, finding: String) {
    #expect(told(read(text, rules: Rules()).findings) == [finding])
  }
}

@Suite("Quiz cells") struct QuizCells {
  private func quiz(_ json: String) -> LessonReader.Reading { read("```quiz\n\(json)\n```") }

  private func cells(_ reading: LessonReader.Reading) -> [QuizCell] {
    reading.lesson?.parts.compactMap { if case .quiz(let cell) = $0 { cell } else { nil } } ?? []
  }

  @Test func `hold inline HTML`() throws {
    let reading = quiz(
      #"{"question": "What is `x` for $n^2$?", "choices": [{"text": "<b> & *c*", "right": true, "why": "[d](02-e.md#f)"}, {"text": "5"}], "explanation": "So."}"#
    )
    #expect(reading.findings == [])
    let cell = try #require(cells(reading).first)
    #expect(cell.id == "quiz-1" && cell.line == 7)
    #expect(cell.question.hasPrefix("What is <code>x</code> for <math>"))
    #expect(cell.choices.map(\.text) == ["&lt;b&gt; &amp; <em>c</em>", "5"])
    #expect(cell.choices.map(\.isRight) == [true, false])
    #expect(cell.choices.map(\.why) == ["<a href=\"/lessons/e#f\">d</a>", ""])
    #expect(cell.explanation == "So.")
    #expect(!cell.hasSeveralRight)
    #expect(reading.lesson?.links.map(\.path) == ["/lessons/e"])
    #expect(reading.lesson?.sections.first?.text.contains("What is x for n^2?") == true)
  }

  @Test func `number themselves`() {
    let fence =
      "```quiz\n{\"question\": \"a\", \"choices\": [{\"text\": \"b\", \"right\": true}, {\"text\": \"c\"}], \"explanation\": \"d\"}\n```\n\n"
    #expect(cells(read("## Quiz 1\n\n" + fence + fence)).map(\.id) == ["quiz-2", "quiz-3"])
  }

  @Test(arguments: [
    ("{\"question\": \"a\"}", 7, "at least two choices"),
    (
      "{\"question\": \"a\", \"explanation\": \"e\",\n\"choices\": [{\"text\": \"b\", \"right\": true}]}", 9,
      "at least two choices"
    ),
    (
      "{\"question\": \"a\", \"explanation\": \"e\",\n\"choices\": [{\"text\": \"b\"}, {\"text\": \"c\"}]}", 9,
      "No choice is right"
    ),
    (
      "{\"question\": \"a\", \"choices\": [{\"text\": \"b\", \"right\": true}, {\"text\": \"c\"}]}", 7,
      "lacks `explanation`"
    ),
    (
      "{\"question\": \"a\", \"explanation\": \"e\", \"choices\": [{\"text\": \"b\", \"right\": 1},\n{\"text\": \"c\", \"right\": true}]}",
      8, "`right` is a whole number"
    ),
    (
      "{\"question\": \"a\", \"explanation\": \"e\", \"choices\": [{\"text\": \"b\", \"right\": true},\n{\"tex\": \"c\"}]}",
      9, "has no `tex`"
    ),
    (
      "{\"question\": \"a\\\\foo\", \"explanation\": \"e\", \"choices\": [{\"text\": \"b\", \"right\": true},\n{\"text\": \"$\\\\foo$\"}]}",
      9, "`\\foo` is not known"
    ),
    (
      "{\"question\": \"a\", \"explanation\": \"e\", \"choices\": [{\"text\": \"b\", \"right\": true},\n{\"text\": \"- c\"}]}",
      9, "more than words in a line"
    ),
  ])
  func `faults have their line`(json: String, line: Int, message: String) {
    let findings = quiz(json).findings
    #expect(findings.contains { $0.line == line && $0.message.contains(message) }, "\(told(findings))")
  }
}
