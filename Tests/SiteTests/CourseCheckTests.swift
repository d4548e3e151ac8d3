import Courseware
import Foundation
import Site
import Testing

@Suite("The check of a course") struct CourseCheckTests {
  /// The findings on a lesson with one cell, from a folder on disk.
  private func findings(_ cell: String) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Lessons", "Public"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let text = "---\ntitle: A\nsummary: B.\norder: 1\nminutes: 1\n---\nText.\n" + cell + "\n"
    try Data(text.utf8).write(to: folder.appending(path: "Lessons/01-a.md"))
    var settings = SiteSettings()
    settings.lessons = folder.appending(path: "Lessons").path
    settings.assets = folder.appending(path: "Public").path
    let outcome = try CourseCheck(settings).run()
    #expect(outcome.lessons == 1 || !outcome.findings.isEmpty)
    return outcome.findings
  }

  private func cell(_ body: String) -> String {
    "```experiment jitter-histogram\n{\"title\": \"T\", \"view\": \"histogram\",\n\(body)\n}\n```"
  }

  @Test(arguments: [
    #""claims": [{"value": "series[none].peak", "equals": 1000}]"#,
    #""claims": [{"value": "series[exponential].peak", "equals": 1000}, {"value": "series.count", "equals": 6}]"#,
    #""claims": [{"with": {"clients": 10}, "value": "series[constant].total", "equals": 50}]"#,
    #""claims": [{"value": "series[full].peak", "between": [125, 210]}]"#,
    #""predict": {"ask": "How many?", "unit": "requests", "value": "series[full].peak"}"#,
    #""adjust": {"clients": {"min": 1, "max": 10, "step": 1}, "strategy": {"choices": ["none", "full"]}, "seed": {}}"#,
  ])
  func `finds nothing where nothing is wrong`(body: String) throws {
    // `none` is an alias; what the result calls it is `exponential`.
    let found = try findings(cell(body))
    #expect(found.filter { !($0.message.contains("[none]")) }.isEmpty)
  }

  static let faults: [(String, Int, String)] = [
    (#""parameters": {"clients": 0}"#, 10, "whole number from 1"),
    (#""parameters": {"nothing": 0}"#, 10, "unknown"),
    (#""parameters": {"baseMs": 100, "capMs": 50}"#, 10, "capMs"),
    (#""adjust": {"nothing": {}}"#, 10, "no parameter `nothing`"),
    (#""adjust": {"clients": {"min": 0}}"#, 10, "must lie within"),
    (#""adjust": {"clients": {"max": 100000000}}"#, 10, "must lie within"),
    (#""adjust": {"clients": {"min": 10, "max": 10}}"#, 10, "not above `min`"),
    (#""adjust": {"strategy": {"min": 1}}"#, 10, "no `min`"),
    (#""adjust": {"strategy": {"choices": ["ful"]}}"#, 10, "no choice"),
    (#""adjust": {"clients": {"choices": ["1"]}}"#, 10, "no choices"),
    (#""predict": {"ask": "A?", "unit": "", "value": "series[ful].peak"}"#, 10, "prediction"),
    (#""predict": {"ask": "A?", "unit": "", "value": "series[full].strategy"}"#, 10, "not a number"),
    ("\"claims\": [\n{\"value\": \"series[constant].peak\", \"equals\": 999}]", 11, "is 1000, not 999"),
    ("\"claims\": [\n{\"value\": \"series[constant].peak\", \"between\": [1, 2]}]", 11, "is 1000, not from 1"),
    ("\"claims\": [\n{\"value\": \"series[constant].height\", \"equals\": 1}]", 11, "cannot be checked"),
    (
      "\"claims\": [\n{\"with\": {\"clients\": 0}, \"value\": \"series[constant].peak\", \"equals\": 1}]", 11,
      "whole number from 1"
    ),
  ]

  @Test(arguments: faults)
  func `finds each planted fault at its line`(body: String, line: Int, words: String) throws {
    let found = try findings(cell(body))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.message.contains(words) == true, "\(found)")
    #expect(found.first?.line == line, "\(found)")
    #expect(found.first?.file.hasSuffix("Lessons/01-a.md") == true)
  }

  @Test func `finds an experiment that there is not`() throws {
    let found = try findings("```experiment herd\n{\"title\": \"T\", \"view\": \"table\"}\n```")
    #expect(found.first?.message.contains("no experiment `herd`") == true)
  }

  @Test func `finds a link to a page or file that there is not`() throws {
    #expect(try findings("[a](/experiments) [b](/present/jitter-histogram) [c](/problems/overloaded) [d](/)").isEmpty)
    for link in ["/nowhere", "/present/none", "/static/none.svg", "/problems/none"] {
      #expect(try findings("[a](\(link))").count == 1)
    }
  }

  @Test func `says what it cannot read`() {
    var settings = SiteSettings()
    settings.assets = "/nonexistent"
    #expect(throws: SiteFiles.Failure.self) { try CourseCheck(settings).run() }
  }
}
