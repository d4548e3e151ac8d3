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

  @Test(
    "counts as its parameters say",
    arguments: [
      ("keyless", [("attempts", 1)], 1, [], [nil]),
      ("keyless", [("lostResponses", 0)], 1, ["r-1"], [201]),
      ("keyless", [("lostResponses", 2)], 3, ["r-3"], [nil, nil, 201]),
      ("keyless", [("lostResponses", 5)], 3, [], [nil, nil, nil]),
      ("keyed", [("lostResponses", 2)], 1, ["r-1"], [nil, nil, 201]),
      ("keyed", [("lostResponses", 5), ("attempts", 6)], 1, ["r-1"], [nil, nil, nil, nil, nil, 201]),
      ("fresh-key", [("lostResponses", 2)], 3, ["r-3"], [nil, nil, 201]),
      ("killed-separate", [("lostResponses", 2)], 3, ["r-3"], [nil, nil, 201]),
      ("killed-transaction", [("lostResponses", 2)], 1, ["r-1"], [nil, nil, 201]),
      ("killed-transaction", [("lostResponses", 1), ("attempts", 1)], 0, [], [nil]),
      ("concurrent", [("lostResponses", 5), ("attempts", 1)], 1, ["r-1"], [201, 409]),
      ("changed-body", [("lostResponses", 0)], 1, ["r-1"], [201, 422]),
    ] as [(String, [(String, Int)], Int, [String], [Int?])])
  func parameters(
    name: String, parameters: [(String, Int)], payments: Int, receipts: [String], answers: [Int?]
  ) throws {
    let variant = try variant(name, parameters.map { ($0.0, .integer($0.1)) })
    #expect(variant["payments"] == .integer(payments))
    #expect(variant["receipts"] == .strings(receipts))
    #expect(variant["answers"] == .array(answers.map { $0.map { .integer($0) } ?? .null }))
  }

  @Test("records what was bought under which key")
  func names() throws {
    let variant = try variant("fresh-key", [("item", "pen_2"), ("key", "A.b")])
    #expect(variant["records"] == .strings(["pen_2@A.b-1", "pen_2@A.b-2"]))
  }

  @Test("shows every step, and which messages were lost")
  func steps() throws {
    let variant = try variant("keyless")
    guard case .array(let steps)? = variant["steps"] else {
      Issue.record("no steps")
      return
    }
    let arrows = steps.filter { $0["from"] != $0["to"] }
    #expect(arrows.map { $0["from"] } == ["client", "server", "client", "server"])
    #expect(arrows.map { $0["lost"] } == [false, true, false, false])
    #expect(steps.count { $0["what"] == .string("pays: payment 1, book@-") } == 1)
    let times = steps.compactMap { step in if case .integer(let at)? = step["atMs"] { at } else { nil } }
    #expect(times == times.sorted() && times.count == steps.count)
  }

  @Test("says the same each time, apart from its times")
  func repeatable() throws {
    let first = try run()
    let second = try run()
    #expect(first.reading == second.reading)
    #expect(first.tables == second.tables)
    #expect(
      first.reading.hasPrefix("One order came to 2 payments without a key, ")
        && first.reading.contains("; 1 payment with one key for all attempts, "))
  }

  @Test("plays the variants that were asked for, in that order")
  func selection() throws {
    let report = try run(["variants": ["keyed", "keyless"]])
    guard case .array(let variants)? = report.result["variants"] else {
      Issue.record("no variants")
      return
    }
    #expect(variants.map { $0["variant"] } == ["keyed", "keyless"])
    #expect(report.tables.count == 3)
  }

  @Test("refuses what could not be sent", arguments: ["", "a b", "a\r\nX: y", "é", "a\"b", "a/b"])
  func faults(text: String) {
    #expect(throws: InvalidParameters.self) { try run(["key": .string(text)]) }
    #expect(throws: InvalidParameters.self) { try run(["item": .string(text)]) }
  }

  @Test("stops within 250 ms of nobody waiting any more, in the midst of a wait")
  func cancelled() throws {
    let arguments = try experiment.arguments(json: ["variants": "concurrent", "workMs": 500])
    // The run takes 1 s by itself; what a busy machine adds to that comes once and not each time.
    var quickest = Duration.seconds(60)
    for _ in 0..<10 where quickest >= .milliseconds(900) {
      let begin = ContinuousClock.now
      #expect(throws: RunStopped.cancelled) {
        try experiment.run(arguments, RunMonitor { .now - begin > .milliseconds(100) })
      }
      quickest = min(quickest, .now - begin)
    }
    #expect(quickest < .milliseconds(900))
    #expect(throws: RunStopped.cancelled) { try run([:], RunMonitor { true }) }
  }
}
