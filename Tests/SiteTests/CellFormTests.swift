import Courseware
import JSON
import Simulation
import Site
import Testing

/// A page's form arrives as browsers send it, which is not how the API wants it.
struct CellFormTests {
  private struct Trial: Experiment {
    let id = "trial"
    let title = "A trial"
    let question = "What comes?"
    let schema = Schema([
      Parameter("count", "Count", .integer(1...10, default: 3), meaning: "How many."),
      Parameter("limit", "Limit", unit: "ms", .optionalInteger(1...1_000), meaning: "The limit."),
      Parameter(
        "strategy", "Strategy", .choices([.init("full", "Full"), .init("none", "None")], default: ["full"]),
        meaning: "Which."),
      Parameter("safe", "Safe", .flag(default: true), meaning: "Whether."),
      Parameter("script", "Script", .text(maxBytes: 200, default: "a<b"), meaning: "What the server does."),
    ])

    func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
      Report(
        result: ["count": .integer(arguments.integer("count"))], reading: "1 < 2 & so on.",
        tables: [
          Table(caption: "Numbers", columns: ["Row", "Value"], rows: [[.text("a\"b"), .number(1.5, digits: 2)]])
        ])
    }
  }

  private func pairs(_ sent: (String, String)...) -> [String: String] {
    let pairs = CellForm.pairs(sent.map { (name: $0.0, value: $0.1) }, experiment: Trial())
    return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0) and again \($1)" })
  }

  @Test func joinsTickedBoxes() {
    #expect(pairs(("strategy", ""), ("strategy", "full"), ("strategy", "none")) == ["strategy": "full,none"])
    #expect(pairs(("strategy", "")) == ["strategy": ""])
  }

  @Test func takesAFlagOnce() {
    #expect(pairs(("safe", "false")) == ["safe": "false"])
    #expect(pairs(("safe", "false"), ("safe", "true")) == ["safe": "true"])
  }

  @Test func leavesOutWhatIsEmptyOrOfThePage() {
    #expect(pairs(("cell", "herd"), ("limit", ""), ("count", "")) == ["count": ""])
  }

  @Test func keepsARepeatedNumberForTheSchemaToRefuse() {
    #expect(pairs(("count", "1"), ("count", "2")) == ["count": "1 and again 2"])
  }

  private func page(_ run: CellRun) -> String {
    Pages.experiment(Trial(), run: run, in: CourseOutline(lessons: [], experiments: [], assets: "/static/x")).markup
  }

  @Test func showsTheResultInWordsAndAsATable() throws {
    let arguments = try Trial().schema.arguments(query: [("count", "7")])
    let html = page(CellRun(outcome: .report(try Trial().run(arguments, RunMonitor()), arguments)))
    #expect(html.contains("1 &lt; 2 &amp; so on."))
    #expect(html.contains("<th scope=\"row\">a&quot;b</th><td class=\"figure\">1.50</td>"))
    #expect(html.contains("value=\"a&lt;b\""))
    #expect(
      html.contains("name=\"count\" type=\"number\" inputmode=\"numeric\" min=\"1\" max=\"10\" step=\"1\" value=\"7\""))
  }

  @Test func showsFaultsAtTheirFieldsAndWhatWasSent() {
    let run = CellRun(
      submitted: [("count", "<99>")],
      outcome: .faults([Fault("count", "must be from 1 to 10"), Fault("odd", "is unknown")]))
    let html = page(run)
    #expect(html.contains("value=\"&lt;99&gt;\""))
    #expect(html.contains("data-parameter=\"count\">Must be from 1 to 10.</p>"))
    #expect(html.contains("aria-invalid=\"true\""))
    #expect(html.contains("<code>odd</code>: is unknown"))
  }

  @Test func hasNoInlineScriptOrStyle() throws {
    let html = page(CellRun(outcome: .notRun))
    #expect(!html.contains("style="))
    #expect(!html.contains("onclick"))
    for script in html.split(separator: "<script").dropFirst() {
      #expect(script.hasPrefix(" src=\"/static/x/") || script.hasPrefix(" type=\"module\" src=\"/static/x/"))
    }
  }
}
