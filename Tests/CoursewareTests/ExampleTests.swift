import Courseware
import Foundation
import JSON
import Testing

/// Our own examples of every construct, in `Tests/Cases/markdown-examples.jsonl`. `Tests/Markdown/run` holds the same
/// texts, and thousands of generated ones, against another parser.
@Suite("Examples of Markdown") struct MarkdownExamples {
  struct Example: Sendable, CustomTestStringConvertible {
    var id: String
    var markdown: String
    var html: String
    var testDescription: String { id }

    init?(line: [UInt8]) {
      guard let value = try? JSONParser.parse(line), case .string(let id)? = value["id"],
        case .string(let markdown)? = value["markdown"], case .string(let html)? = value["html"]
      else { return nil }
      (self.id, self.markdown, self.html) = (id, markdown, html)
    }
  }

  static let examples: [Example] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Cases/markdown-examples.jsonl")
    guard let text = try? Data(contentsOf: file) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { Example(line: Array($0)) }
  }()

  @Test func `are all there`() {
    #expect(MarkdownExamples.examples.count >= 150)
    #expect(Set(MarkdownExamples.examples.map(\.id)).count == MarkdownExamples.examples.count)
  }

  @Test(arguments: examples)
  func `give this HTML`(example: Example) {
    #expect(Markdown.render(Array(example.markdown.utf8)).html == example.html)
  }
}

/// Renders the texts that `Tests/Markdown/compare.py` wants to compare, a JSON string a line.
@Suite("Rendering for comparison") struct RenderingForComparison {
  static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["COURSE_MARKDOWN_TEXTS"] != nil && environment["COURSE_MARKDOWN_HTML"] != nil))
  func `of the texts that were asked for`() throws {
    let texts = try #require(Self.environment["COURSE_MARKDOWN_TEXTS"])
    let target = try #require(Self.environment["COURSE_MARKDOWN_HTML"])
    var out: [UInt8] = []
    for line in try Data(contentsOf: URL(filePath: texts)).split(separator: UInt8(ascii: "\n")) {
      guard case .string(let text) = try JSONParser.parse(Array(line)) else { continue }
      out += JSONValue.string(Markdown.render(Array(text.utf8)).html).bytes + [UInt8(ascii: "\n")]
    }
    try Data(out).write(to: URL(filePath: target))
  }
}
