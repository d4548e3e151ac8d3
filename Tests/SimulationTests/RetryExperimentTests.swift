import JSON
import Retry
import Simulation
import Testing

@Suite("retry: one policy against a scripted server")
struct RetryExperimentTests {
  let experiment = RetryExperiment()

  func result(_ query: KeyValuePairs<String, String>) throws -> JSONValue { try report(experiment, query).result }

  func outcomes(_ result: JSONValue) -> [String] { result.elements("attempts").map { $0.text("outcome") } }

  func waits(_ result: JSONValue) -> [Double] { result.elements("waits").map { $0.number("ms") } }

  func rules(_ result: JSONValue) -> [String] { result.elements("waits").map { $0.text("rule") } }

  @Test("a 503 with Retry-After 1, a 502, then success: waits exactly 1,000 ms, then at most 200 ms")
  func told() throws {
    for seed in 1...100 {
      let result = try result(["script": "503;retry-after=1,502,200", "seed": "\(seed)"])
      #expect(outcomes(result) == ["503", "502", "200"])
      #expect(rules(result) == ["retry-after", "backoff"])
      #expect(waits(result)[0] == 1_000)
      #expect((0...200).contains(waits(result)[1]))
      #expect(result.text("stopped") == "succeeded")
    }
  }

  @Test("attempts and waits follow each other without a gap")
  func timeline() throws {
    let result = try result(["script": "503,drop;latencyMs=40,200;latencyMs=7"])
    let attempts = result.elements("attempts")
    let waits = result.elements("waits")
    #expect(
      attempts.map { $0.number("endMs") - $0.number("startMs") }.map { ($0 * 1_000).rounded() } == [
        5_000, 40_000, 7_000,
      ])
    for index in 0..<2 {
      #expect(waits[index].number("startMs") == attempts[index].number("endMs"))
      #expect(waits[index].number("endMs") == attempts[index + 1].number("startMs"))
    }
    #expect(result.number("stoppedAtMs") == attempts[2].number("endMs"))
    #expect(attempts.map { $0.integer("number") } == [1, 2, 3])
  }

  @Test(
    "what ends a run",
    arguments: [
      (["script": "400"], ["400"], "not-retryable"), (["script": "404,200"], ["404"], "not-retryable"),
      (["script": "500,200"], ["500"], "not-retryable"), (["script": "200"], ["200"], "succeeded"),
      (["script": "302"], ["302"], "succeeded"), (["script": "503"], ["503", "503", "503"], "attempts-spent"),
      (["script": "503,200", "method": "POST"], ["503"], "not-repeatable"),
      (["script": "drop,200", "method": "PATCH"], ["drop"], "not-repeatable"),
      (["script": "refuse,200", "method": "POST"], ["refuse", "200"], "succeeded"),
      (["script": "drop,200", "method": "POST", "key": "k-9"], ["drop", "200"], "succeeded"),
      (["script": "503,200", "method": "PUT", "streamedBody": "true"], ["503"], "body-not-replayable"),
      (["script": "insecure,200"], ["insecure"], "not-retryable"),
      (["script": "garbled,200"], ["garbled"], "not-retryable"),
      (["script": "reset,200"], ["reset", "200"], "succeeded"),
      (["script": "half-close,200"], ["half-close", "200"], "succeeded"),
      (["script": "truncated,200"], ["truncated", "200"], "succeeded"),
      (["script": "malformed-chunk,200"], ["malformed-chunk"], "not-retryable"),
      (["script": "drip,200"], ["timeout", "200"], "succeeded"),
      (["script": "drip;latencyMs=300"], ["200"], "succeeded"),
      (["script": "503;keep-alive,200"], ["503", "200"], "succeeded"),
      (["script": "truncated,200", "method": "POST"], ["truncated"], "not-repeatable"),
      (["script": "unresolved,200"], ["unresolved", "200"], "succeeded"),
      (["script": "503;retry-after=3601,200"], ["503"], "retry-after-too-long"),
      (["script": "503;retry-after=60,200", "deadlineMs": "30000"], ["503"], "deadline"),
      (["script": "503,200", "tokensLeft": "0"], ["503"], "budget-spent"),
      (["script": "503,200", "tokensLeft": "1"], ["503", "200"], "succeeded"),
      (["script": "503;retry-after=9,200", "cancelAtMs": "2000"], ["503"], "cancelled"),
      (["script": "200;latencyMs=900", "cancelAtMs": "300"], ["cancelled"], "cancelled"),
      (["script": "200;latencyMs=900", "timeoutMs": "300"], ["timeout", "timeout", "timeout"], "attempts-spent"),
      (["script": "500,200", "statuses": "500"], ["500", "200"], "succeeded"),
    ] as [(KeyValuePairs<String, String>, [String], String)])
  func ends(query: KeyValuePairs<String, String>, outcomes expected: [String], stopped: String) throws {
    let report = try report(experiment, query)
    #expect(outcomes(report.result) == expected)
    #expect(report.result.text("stopped") == stopped)
    #expect(report.result.elements("waits").count >= expected.count - 1)
    #expect(report.tables[0].rows.last?[3] == .text(stopped))
    #expect(report.reading.contains("It stopped"))
  }

  @Test("Retry-After as a date waits until then; a past one does not wait; an invalid one leaves it to the backoff")
  func retryAfterForms() throws {
    for (value, wait) in [("+30", 30_000), (" 30", 30_000), ("-30", 0), ("30", 30_000)] as [(String, Double)] {
      let result = try result(["script": "503;retry-after=\(value),200"])
      #expect(waits(result) == [wait])
      #expect(rules(result) == ["retry-after"])
    }
    for value in ["raw:0.503", "raw:soon", "raw:-5", "raw:"] {
      let result = try result(["script": "503;retry-after=\(value),200"])
      #expect(rules(result) == ["backoff"])
      #expect(result.elements("attempts")[0]["retryAfterRefused"] != nil)
    }
  }

  @Test(
    "naive: 200 requests a second reach a dead server for ten seconds", arguments: ["503", "drop", "400", "refuse"])
  func naive(script: String) throws {
    let result = try result(["preset": "naive", "script": script])
    #expect(result.elements("attempts").count == 2_000)
    #expect(result.number("requestsPerSecond") == 200)
    #expect(result.text("stopped") == "horizon")
    #expect(result.number("stoppedAtMs") == 10_000)
    #expect(waits(result).allSatisfy { $0 == 0 })
  }

  @Test("limited: three attempts, 500 then 1,000 ms, whatever the method")
  func limited() throws {
    let result = try result(["preset": "limited", "script": "501;retry-after=9", "method": "POST"])
    #expect(waits(result) == [500, 1_000])
    #expect(rules(result) == ["backoff", "backoff"])
    #expect(outcomes(result) == ["501", "501", "501"])
  }

  @Test("what is given wins over its preset, the rest is echoed as the preset has it")
  func presets() throws {
    let arguments = try experiment.arguments(query: [("maxAttempts", "2"), ("preset", "naive"), ("strategy", "")])
    #expect(arguments.integer("maxAttempts") == 2)
    #expect(arguments.text("strategy") == "immediate")
    #expect(arguments.optionalInteger("horizonMs") == 10_000)
    let json = try experiment.arguments(json: ["preset": "limited", "baseMs": .null, "capMs": 700])
    #expect(json.integer("baseMs") == 500)
    #expect(json.integer("capMs") == 700)
    #expect(try experiment.arguments(query: []) == experiment.schema.defaults)
  }

  @Test("offline waits for the network and spends no attempt; a policy on a timer does not")
  func offline() throws {
    let careful = try result(["script": "offline;latencyMs=3000,200"])
    #expect(outcomes(careful) == ["offline", "200"])
    #expect(careful.elements("attempts").map { $0.integer("number") } == [1, 1])
    #expect(careful.integer("sent") == 1)
    #expect(waits(careful) == [3_000])
    #expect(rules(careful) == ["connectivity"])
    let limited = try result(["preset": "limited", "script": "offline;latencyMs=3000,200"])
    #expect(outcomes(limited) == ["offline", "offline", "offline"])
    #expect(limited.integer("arrived") == 0)
    let late = try result(["script": "offline;latencyMs=9000,200", "deadlineMs": "5000"])
    #expect(late.text("stopped") == "deadline")
    #expect(late.number("stoppedAtMs") == 5_000)
  }

  @Test("a deadline of 5 s with a next wait of 4 s at second 2 stops early")
  func deadline() throws {
    let result = try result(["script": "503;latencyMs=2000;retry-after=4,200", "deadlineMs": "5000"])
    #expect(result.text("stopped") == "deadline")
    #expect(result.number("stoppedAtMs") == 2_000)
  }

  @Test("an attempt has no more time than is left")
  func shrinkingTimeout() throws {
    let result = try result(["script": "503;retry-after=4,timeout", "deadlineMs": "5000"])
    #expect(outcomes(result) == ["503", "timeout"])
    #expect(result.elements("attempts")[1].number("endMs") == 5_000)
  }

  @Test(
    "a script that cannot be played is refused with what is allowed",
    arguments: [
      ("", "item 1"), ("teapot", "a status from 200 to 599, or drop, refuse, timeout"), ("99", "a status"),
      ("600", "a status"), ("+503", "a status"), ("503,,200", "item 2"), ("503,", "item 2"),
      ("503;latencyMs=-1", "latencyMs must be a whole number from 0 to 600000"), ("503;latencyMs=1.5", "latencyMs"),
      ("503;latency=5", "allowed are retry-after, latencyMs, times and keep-alive"), ("503;latencyMs", "NAME=VALUE"),
      ("503;keep-alive=1", "keep-alive"), ("drop;keep-alive", "keep-alive"), ("503;keep-alive;keep-alive", "twice"),
      ("503;latencyMs=1;latencyMs=2", "latencyMs is given twice"), ("503;retry-after=soon", "raw:TEXT"),
      ("503;retry-after=1e3", "whole seconds"), ("drop;retry-after=1", "only a status"),
      ("503;times=0", "from 1 to 10000"),
      ("503;retry-after=+99999999999", "1000000000 seconds"), ("503;retry-after=", "whole seconds"),
    ])
  func badScripts(script: String, allowed: String) {
    let found = faults(experiment, ["script": script])
    #expect(found.map(\.parameter) == ["script"])
    #expect(found[0].message.contains(allowed), "\(found[0].message)")
  }

  @Test("every fault is named at once")
  func everyFault() {
    let found = faults(
      experiment,
      ["script": "x", "key": "ké", "maxAttempts": "0", "strategy": "slow", "deadlineMs": "0", "colour": "1"])
    #expect(Set(found.map(\.parameter)) == ["script", "key", "maxAttempts", "strategy", "deadlineMs", "colour"])
    #expect(faults(experiment, ["baseMs": "500", "capMs": "100"]).map(\.parameter) == ["capMs"])
  }

  @Test("a script repeats an outcome so many times, and its last for ever; a huge Retry-After is bounded")
  func repetition() throws {
    let result = try result(["script": "503;times=4, 200", "maxAttempts": "9"])
    #expect(outcomes(result) == ["503", "503", "503", "503", "200"])
    #expect(
      try self.result(["script": "503;retry-after=99999999999999999999"]).text("stopped") == "retry-after-too-long")
  }

  @Test("jitter on Retry-After is added, never taken off")
  func jitter() throws {
    let waits = try (1...50).map { seed in
      try self.waits(
        result(["script": "503;retry-after=2,200", "retryAfterJitterMs": "1000", "seed": "\(seed)"]))[0]
    }
    #expect(waits.allSatisfy { (2_000...3_000).contains($0) })
    #expect(Set(waits).count > 40)
  }

  @Test("the same seed gives the same bytes, another other waits")
  func seeds() throws {
    let one = try result(["script": "503", "seed": "7"]).bytes
    #expect(try result(["script": "503", "seed": "7"]).bytes == one)
    #expect(try result(["script": "503", "seed": "8"]).bytes != one)
  }
}
