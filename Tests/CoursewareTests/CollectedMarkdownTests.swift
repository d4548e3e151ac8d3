import Courseware
import Foundation
import JSON
import Testing

/// The pathological and unsafe texts of `Tests/Cases/markdown-cases.jsonl`.
@Suite("The collected Markdown") struct CollectedMarkdown {
  static let cases: [Case] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Cases/markdown-cases.jsonl")
    guard let text = try? Data(contentsOf: file) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { Case(line: Array($0)) }
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var body: [UInt8]
    var mustNotContain: [String]
    var mustContain: [String]
    var largestRatio: Int?
    var testDescription: String { id }

    init?(line: [UInt8]) {
      guard let value = try? JSONParser.parse(line), case .string(let id)? = value["id"], let expect = value["expect"]
      else { return nil }
      self.id = id
      mustNotContain = expect["must_not_contain"]?.strings ?? []
      mustContain = expect["must_contain"]?.strings ?? []
      if case .integer(let ratio)? = expect["max_output_ratio"] { largestRatio = ratio }
      body = []
      if case .string(let base64)? = value["body_b64"] { body = Array(Data(base64Encoded: base64) ?? Data()) }
      if case .array(let parts)? = value["parts"] {
        for case .array(let part) in parts {
          guard case .string(let base64)? = part.first, case .integer(let times)? = part.last else { return nil }
          let bytes = Array(Data(base64Encoded: base64) ?? Data())
          for _ in 0..<times { body += bytes }
        }
      }
    }
  }

  @Test func `is all there`() {
    #expect(CollectedMarkdown.cases.count == 36)
  }

  @Test(arguments: cases)
  func `renders in time, in bounds and safely`(text: Case) {
    let start = threadTime()
    let rendered = Markdown.render(text.body)
    let html = rendered.html
    // A second of a processor is what the cases ask of a release build; not every machine is as fast.
    #expect(threadTime() - start < 5)
    if let ratio = text.largestRatio { #expect(html.utf8.count <= max(text.body.count * ratio, 1000)) }
    for forbidden in text.mustNotContain { #expect(!html.contains(forbidden)) }
    for wanted in text.mustContain { #expect(html.contains(wanted)) }
  }
}

extension JSONValue {
  fileprivate var strings: [String] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
