import Foundation
import JSON
import Testing

/// A request as raw bytes, and what may be answered. See `Cases/http-cases.jsonl`.
struct HTTPCase: Sendable, CustomTestStringConvertible {
  struct Expectation: Sendable {
    /// Statuses of the first response; 0 is a close without any; empty allows all.
    var statuses: [Int]
    var closes: Bool?
    /// How many final responses there may be.
    var responses: Int?
    /// Statuses of the last response if there are several.
    var last: [Int]
    var mustNotContain: [[UInt8]]
    var hasNoBody: Bool
    var absent: [String]
    var present: [(status: Int?, name: String)]
  }

  let id: String
  let note: String
  let bytes: [UInt8]
  let script: [String]
  let secondPart: [UInt8]
  let isStream: Bool
  let expectation: Expectation

  var testDescription: String { "\(id): \(note)" }

  /// True if it waits for a deadline of the server.
  var isSlow: Bool { script.contains { ["slow", "drip", "idle"].contains(operation($0)) } }

  func operation(_ step: String) -> String { String(step.prefix { $0 != ":" }) }

  static let all: [HTTPCase] = {
    guard let path = Bundle.module.path(forResource: "http-cases", ofType: "jsonl", inDirectory: "Cases"),
      let text = FileManager.default.contents(atPath: path)
    else { return [] }
    return text.split(separator: 0x0A).compactMap { line in
      (try? JSONParser.parse(Array(line))).map(HTTPCase.init)
    }
  }()

  init(_ json: JSONValue) {
    id = json["id"].text
    note = json["note"].text
    let parts = json["parts"]?.elements ?? []
    var bytes = HTTPCase.base64(json["bytes_b64"].text)
    if !parts.isEmpty {
      bytes = parts.flatMap { part in
        let piece = HTTPCase.base64(part.elements.first.text)
        return Array(repeatElement(piece, count: part.elements.last.number ?? 0).joined())
      }
    }
    let paths = ["@STATIC@": "/static/app.css", "@SSE@": "/events", "@JSONPOST@": "/json", "@RESOURCE@": "/x/1"]
    for (name, path) in paths { bytes = bytes.replacing(Array(name.utf8), with: Array(path.utf8)) }
    self.bytes = bytes
    let steps = (json["script"]?.elements ?? []).map { Optional($0).text }
    script = steps.isEmpty ? ["send"] : steps
    secondPart = HTTPCase.base64(json["two_phase_b64"].text)
    isStream = json["stream"] == .bool(true)

    let expect = json["expect"]
    let header = expect?["header"]
    var present = (header?["present"]?.elements ?? []).map { (status: Int?.none, name: Optional($0).text) }
    if case .object(let members)? = header?["if_status"] {
      for member in members {
        present += member.value.elements.map { (status: Int(member.name), name: Optional($0).text) }
      }
    }
    expectation = Expectation(
      statuses: (expect?["status"]?.elements ?? []).compactMap { Optional($0).number },
      closes: expect?["close"].flatMap { if case .bool(let value) = $0 { value } else { nil } },
      responses: expect?["responses"].number,
      last: (expect?["then"]?.elements ?? []).compactMap { Optional($0).number },
      mustNotContain: (expect?["must_not_contain"]?.elements ?? []).map { Array(Optional($0).text.utf8) },
      hasNoBody: expect?["no_body"] == .bool(true),
      absent: (header?["absent"]?.elements ?? []).map { Optional($0).text }, present: present)
  }

  private static func base64(_ text: String) -> [UInt8] { Data(base64Encoded: text).map { Array($0) } ?? [] }
}

extension JSONValue {
  var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}

extension JSONValue? {
  var text: String { if case .string(let value)? = self { value } else { "" } }
  var number: Int? { if case .integer(let value)? = self { value } else { nil } }
}
