import JSON
import Lab
import Simulation
import Testing

@Suite("idempotency")
struct IdempotencyTests {
  private let experiment = IdempotencyExperiment()

  private func run(_ parameters: JSONValue = [:], _ monitor: RunMonitor = RunMonitor()) throws -> Report {
    try experiment.run(try experiment.arguments(json: parameters), monitor)
  }

  private func variant(_ name: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
    let all = JSONValue.object(([("variants", .string(name))] + parameters).map { JSONMember($0.0, $0.1) })
    let result = try run(all).result
    guard case .array(let variants)? = result["variants"], variants.count == 1 else { return .null }
    #expect(variants[0]["variant"] == .string(name))
    return variants[0]
  }

  @Test(
    "counts the payments at the server",
    arguments: [
      ("keyless", 2, ["book@-", "book@-"], ["r-2"], [nil, 201]),
      ("keyed", 1, ["book@k-9"], ["r-1"], [nil, 201]),
      ("fresh-key", 2, ["book@k-9-1", "book@k-9-2"], ["r-2"], [nil, 201]),
      ("ignored-key", 2, ["book@k-9", "book@k-9"], ["r-2"], [nil, 201]),
      ("concurrent", 1, ["book@k-9"], ["r-1", "r-1"], [201, 409, 201]),
      ("changed-body", 1, ["book@k-9"], ["r-1"], [nil, 201, 422]),
      ("killed-separate", 2, ["book@k-9", "book@k-9"], ["r-2"], [nil, 201]),
      ("killed-transaction", 1, ["book@k-9"], ["r-1"], [nil, 201]),
    ] as [(String, Int, [String], [String], [Int?])])
  func counts(name: String, payments: Int, records: [String], receipts: [String], answers: [Int?]) throws {
    let variant = try variant(name)
    #expect(variant["payments"] == .integer(payments))
    #expect(variant["records"] == .strings(records))
    #expect(variant["receipts"] == .strings(receipts))
    #expect(variant["answers"] == .array(answers.map { $0.map { .integer($0) } ?? .null }))
    #expect(variant["serverRequests"] == .integer(answers.count))
  }
}
