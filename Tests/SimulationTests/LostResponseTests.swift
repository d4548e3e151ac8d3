import JSON
import Simulation
import Testing

@Suite("lost-response: the order that came twice")
struct LostResponseTests {
  @Test(
    "attempts and records",
    arguments: [
      ([:], 2, ["book@-", "book@-"]), (["key": "k-9"], 2, ["book@k-9"]),
      (["key": "k-9", "honoursKeys": "false"], 2, ["book@k-9", "book@k-9"]), (["lost": "request"], 2, ["book@-"]),
      (["lost": "request", "key": "k-9"], 2, ["book@k-9"]), (["lostResponses": "0"], 1, ["book@-"]),
      (["lostResponses": "2", "item": "pen"], 3, ["pen@-", "pen@-", "pen@-"]),
      (["lostResponses": "9", "key": "k"], 3, ["book@k"]), (["lostResponses": "9", "lost": "request"], 3, []),
      (["attempts": "1", "key": "k"], 1, ["book@k"]),
    ] as [(KeyValuePairs<String, String>, Int, [String])])
  func records(query: KeyValuePairs<String, String>, attempts: Int, records: [String]) throws {
    let report = try report(LostResponse(), query)
    #expect(report.result.integer("attempts") == attempts)
    #expect(report.result["records"] == .strings(records))
    #expect(report.result.elements("steps").count == report.tables[0].rows.count)
  }

  @Test("a client that never gets an answer says so")
  func unanswered() throws {
    let report = try report(LostResponse(), ["lostResponses": "5", "key": "k-9"])
    #expect(report.result["succeeded"] == .bool(false))
    #expect(report.reading == "3 attempts left 1 record at the server: book@k-9. The client never got an answer.")
  }

  @Test("names that would not show in a record are refused", arguments: ["", "a b", "ä", "a@b", "a,b"])
  func items(item: String) {
    #expect(faults(LostResponse(), ["item": item]).map(\.parameter) == ["item"])
  }
}

@Suite("two-worlds: what a client can know")
struct TwoWorldsTests {
  @Test(
    "observation and ledger",
    arguments: [
      ([:], true, false, ["book@-"], []), (["key": "k-9"], true, true, ["book@k-9"], ["book@k-9"]),
      (["failure": "refused"], false, true, ["book@-"], ["book@-"]),
      (["failure": "refused", "key": "k"], false, true, ["book@k"], ["book@k"]),
      (["client": "hasty"], true, false, ["book@-", "book@-"], ["book@-"]),
      (["client": "hasty", "key": "k"], true, true, ["book@k"], ["book@k"]),
      (["attempts": "1", "key": "k"], true, false, ["book@k"], []),
    ] as [(KeyValuePairs<String, String>, Bool, Bool, [String], [String])])
  func worlds(
    query: KeyValuePairs<String, String>, observationEqual: Bool, ledgerEqual: Bool, lost: [String], never: [String]
  ) throws {
    let result = try report(TwoWorlds(), query).result
    #expect(result["observationEqual"] == .bool(observationEqual))
    #expect(result["ledgerEqual"] == .bool(ledgerEqual))
    let worlds = result.elements("worlds")
    #expect(worlds.map { $0["ledger"] } == [.strings(lost), .strings(never)])
    #expect(worlds[0].text("observation") == "timed-out")
  }

  @Test("without a key the careful client stops and calls the result uncertain; with one it places the order")
  func told() throws {
    let keyless = try report(TwoWorlds(), [:]).result.elements("worlds")
    #expect(keyless.allSatisfy { $0.integer("attempts") == 1 && $0.text("stopped") == "not-repeatable" })
    #expect(keyless.allSatisfy { $0.text("message").contains("uncertain") })
    let keyed = try report(TwoWorlds(), ["key": "k-9"]).result.elements("worlds")
    #expect(keyed.allSatisfy { $0.integer("attempts") == 2 && $0.text("message") == "The order was placed." })
  }
}
