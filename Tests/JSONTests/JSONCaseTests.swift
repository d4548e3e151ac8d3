import Foundation
import JSON
import Testing

/// The request bodies of `Tests/Cases/json-cases.jsonl`, as texts for the parser alone.
@Suite("The collected bodies") struct CollectedBodies {
  static let cases: [Case] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Cases/json-cases.jsonl")
    guard let text = try? Data(contentsOf: file) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { Case(line: Array($0)) }
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var body: [UInt8]
    var statuses: [Int]
    var testDescription: String { id }

    /// Nil if the case is about more than the text: its type, its size or who asks.
    init?(line: [UInt8]) {
      guard let value = try? JSONParser.parse(line), case .string(let id)? = value["id"],
        case .string(let base64)? = value["body_b64"], case .array(let statuses)? = value["expect_status"],
        value["content_type"] == "application/json"
      else { return nil }
      self.id = id
      self.statuses = statuses.compactMap { if case .integer(let status) = $0 { status } else { nil } }
      if self.statuses.contains(413) { return nil }
      body = Array(Data(base64Encoded: base64) ?? Data())
      if case .array(let parts)? = value["parts"] {
        for case .array(let part) in parts {
          guard case .string(let base64)? = part.first, case .integer(let times)? = part.last else { return nil }
          let bytes = Array(Data(base64Encoded: base64) ?? Data())
          for _ in 0..<times { body += bytes }
        }
      }
    }
  }

  @Test func `are all there`() {
    #expect(CollectedBodies.cases.count >= 38)
  }

  @Test(arguments: cases)
  func `parse or are refused as expected`(body: Case) {
    let parses = (try? JSONParser.parse(body.body)) != nil
    if body.statuses == [400] || body.statuses == [400, 406] { #expect(!parses) }
    if body.statuses.contains(200) || body.statuses == [422] { #expect(parses) }
  }
}
