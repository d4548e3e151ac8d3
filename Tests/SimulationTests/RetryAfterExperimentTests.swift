import JSON
import Simulation
import Testing

@Suite("retry-after: one value and a clock")
struct RetryAfterExperimentTests {
  let experiment = RetryAfterExperiment()

  func result(_ value: String, _ now: String = "2026-11-30T12:00:00Z") throws -> JSONValue {
    try report(experiment, ["value": value, "now": now]).result
  }

  @Test(
    "what is read",
    arguments: [
      ("30", "delay-seconds", 30_000), (" 0 ", "delay-seconds", 0), ("9223372037", "delay-seconds", 9_223_372_037_000),
      ("Mon, 30 Nov 2026 12:00:30 GMT", "imf-fixdate", 30_000), ("Monday, 30-Nov-26 12:00:30 GMT", "rfc850", 30_000),
      ("Mon Nov 30 12:00:30 2026", "asctime", 30_000), ("Sun, 06 Nov 1994 08:49:37 GMT", "imf-fixdate", 0),
    ])
  func read(value: String, form: String, wait: Int) throws {
    let result = try result(value)
    #expect(result.text("form") == form)
    #expect(result.integer("waitMs") == wait)
    #expect(result["refused"] == .null)
    #expect(result.text("action") == "wait")
  }

  @Test("more seconds than can be counted saturate")
  func saturates() throws {
    #expect(try result("99999999999999999999").integer("waitMs") > 9_000_000_000_000_000)
  }

  @Test(
    "what is refused, with what the shortcuts make of it",
    arguments: [
      ("-5", "signed", -5, nil), ("+5", "signed", 5, nil), ("0.503", "not-whole-seconds", nil, nil),
      ("1e3", "not-whole-seconds", nil, nil), ("nan", "unreadable", nil, nil), (" ", "empty", nil, nil),
      ("2, 5", "list", nil, nil), ("Tue, 30 Nov 2026 12:00:30 GMT", "wrong-weekday", nil, 30),
      ("Mon, 30 Nov 2026 12:00:30 EST", "wrong-zone", nil, 18_030),
      ("Mon, 30 Nov 2026 12:00:30 +0100", "wrong-zone", nil, -3_570),
      ("Mon, 30 Nov 2026 12:00:30", "wrong-zone", nil, nil),
    ] as [(String, String, Int?, Int?)])
  func refused(value: String, refusal: String, int: Int?, formatter: Int?) throws {
    let result = try result(value)
    #expect(result.text("refused") == refusal)
    #expect(result["form"] == .null && result["waitMs"] == .null)
    #expect(result.text("action") == "backoff")
    #expect(result.member("naive")["int"] == int.map { .integer($0) } ?? .null)
    #expect(result.member("naive")["dateFormatter"] == formatter.map { .integer($0) } ?? .null)
  }

  /// As Foundation's own DateFormatter was seen to read them.
  @Test(
    "the model of a naive DateFormatter",
    arguments: [
      ("Mon, 30 Nov 2026 12:00:30 GMT", 30), ("mon, 30 nov 2026 12:00:30 gmt", 30),
      ("Monday, 30 Nov 2026 12:00:30 GMT", 30),
      ("Mon, 30 November 2026 12:00:30 GMT", 30), ("Mon,  30 Nov 2026 12:00:30 GMT ", 30),
      ("Mon, 30 Nov 2026 12:00:30 PST", 28_830), ("Mon, 30 Nov 2026 12:00:30 Z", 30),
      ("Mon, 30 Nov 2026 12:00:30 -0500", 18_030), ("Mon, 30 Nov 2026 12:00:30 GMT+1", -3_570),
      ("Mon, 30 Nov 2026 12:00:30 GMT+01:00", -3_570), ("Mon, 30 Nov 2026 12:00:30 +01:00", -3_570),
      ("Mon, 3 Nov 2026 12:00:30 GMT", -2_332_770), ("Mon, 30 Nov 2026 1:0:3 GMT", -39_597),
      ("Mon, 30 Nov 2026 12:00:30 GMT+0100", nil), ("Mon, 30 Nov 2026 12:00:30 CET", nil),
      ("Mon, 31 Nov 2026 12:00:30 GMT", nil), ("Mon, 30 Nov 2026 12:00:60 GMT", nil),
      ("Mon,30 Nov 2026 12:00:30 GMT", nil),
      ("Monday, 30-Nov-26 12:00:30 GMT", nil), ("Mon Nov 30 12:01:00 2026", nil), ("30", nil), ("", nil),
    ] as [(String, Int?)])
  func naive(value: String, seconds: Int?) throws {
    #expect(try result(value).member("naive")["dateFormatter"] == seconds.map { .integer($0) } ?? .null)
  }

  @Test(
    "the clock is a time as RFC 3339 has it",
    arguments: [
      ("2026-11-30T12:00:00Z", 30), ("2026-11-30t12:00:00z", 30), ("2026-11-30 12:00:00.999Z", 30),
      ("2026-11-30T13:00:00+01:00", 30), ("2026-11-30T13:00:00 01:00", 30), ("2026-11-30T07:00:05-05:00", 25),
      ("2026-11-30T12:00:31Z", 0),
    ])
  func clock(now: String, seconds: Int) throws {
    #expect(try result("Mon, 30 Nov 2026 12:00:30 GMT", now).integer("waitMs") == seconds * 1_000)
  }

  @Test(
    "a clock that is none is refused",
    arguments: [
      "", "now", "2026-11-30", "2026-11-30T12:00:00", "2026-11-31T12:00:00Z", "2026-11-30T24:00:00Z",
      "2026-11-30T12:00:00.Z", "2026-11-30T12:00:00+1", "2026-11-30T12:00:00+01:60", "+026-11-30T12:00:00Z",
    ])
  func badClock(now: String) {
    #expect(faults(experiment, ["now": now]).map(\.parameter) == ["now"])
  }

  @Test("a wait beyond the client's limit stops it")
  func limit() throws {
    #expect(try report(experiment, ["value": "61", "limitMs": "60000"]).result.text("action") == "stop")
    #expect(try report(experiment, ["value": "60", "limitMs": "60000"]).result.text("action") == "wait")
  }
}
