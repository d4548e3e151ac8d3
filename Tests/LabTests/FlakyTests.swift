import JSON
import Lab
import Simulation
import Testing

@Suite("flaky")
struct FlakyTests {
  private let experiment = FlakyExperiment()

  /// A run without long waits, unless the parameters say otherwise.
  private func run(
    _ script: String, _ parameters: [(String, JSONValue)] = [], _ monitor: RunMonitor = RunMonitor()
  ) throws -> Report {
    let quick: [(String, JSONValue)] = [
      ("script", .string(script)), ("baseMs", 2), ("capMs", 10), ("latencyMs", 0), ("timeoutMs", 5_000),
    ]
    let given = Set(parameters.map(\.0))
    let all = quick.filter { !given.contains($0.0) } + parameters
    let arguments = try experiment.arguments(json: .object(all.map { JSONMember($0.0, $0.1) }))
    return try experiment.run(arguments, monitor)
  }

  private func outcomes(_ result: JSONValue) -> [JSONValue?] { members("attempts", "outcome", result) }

  private func members(_ list: String, _ member: String, _ result: JSONValue) -> [JSONValue?] {
    guard case .array(let elements)? = result[list] else { return [] }
    return elements.map { $0[member] }
  }

  @Test("three attempts are three requests by the exact transport, and four by one that resends")
  func counts() throws {
    let script = "503;retry-after=1,502,drop,200"
    let exact = try run(script).result
    #expect(outcomes(exact) == ["503", "502", "drop"])
    #expect(exact["serverAttempts"] == 3)
    #expect(exact["stopped"] == "attempts-spent")

    let resending = try run(script, [("transport", "resending")]).result
    #expect(outcomes(resending) == ["503", "502", "200"])
    #expect(members("attempts", "sends", resending) == [1, 1, 2])
    #expect(resending["clientAttempts"] == 3)
    #expect(resending["serverAttempts"] == 4)
    #expect(resending["sent"] == 4)
    #expect(resending["stopped"] == "succeeded")
    #expect(members("server", "outcome", resending) == ["503", "502", "drop", "200"])
    #expect(members("waits", "rule", resending) == ["retry-after", "backoff"])
    #expect(members("waits", "ms", resending).first == 1_000)
  }

  @Test("waits as long as the server says, by a real clock")
  func retryAfter() throws {
    let begin = ContinuousClock.now
    let result = try run("503;retry-after=1,200").result
    #expect(.now - begin >= .seconds(1))
    #expect(members("waits", "ms", result) == [1_000])
  }

  @Test("sends a Retry-After as seconds, as a date or as anything")
  func retryAfterForms() throws {
    let date = try run("503;retry-after=+1,200").result
    #expect(members("waits", "rule", date) == ["retry-after"])
    guard case .string(let field)? = members("attempts", "retryAfter", date)[0] else {
      Issue.record("no Retry-After came")
      return
    }
    #expect(field.hasSuffix(" GMT"))
    let raw = try run("503;retry-after=raw:soon,200").result
    #expect(members("attempts", "retryAfter", raw)[0] == "soon")
    #expect(members("waits", "rule", raw) == ["backoff"])
    #expect(members("waits", "rule", try run("503;retry-after=-30,200").result) == ["retry-after"])
  }

  @Test(
    "each fault on the wire is what the client sees, and what the server logs",
    arguments: [
      ("503", "503", "closed"), ("429;retry-after=0", "429", "closed"), ("drop", "drop", "closed"),
      ("reset", "reset", "reset"), ("half-close", "drop", "client left"), ("truncated", "truncated", "closed"),
    ])
  func retried(script: String, seen: String, ending: String) throws {
    let result = try run("\(script),200").result
    #expect(outcomes(result) == [.string(seen), "200"])
    #expect(members("server", "ending", result) == [.string(ending), "closed"])
    #expect(result["serverAttempts"] == 2)
    #expect(result["stopped"] == "succeeded")
  }

  @Test(
    "what would come again is not asked for again",
    arguments: [
      ("malformed-chunk", "malformed-chunk"), ("garbled", "garbled"), ("400", "400"), ("500", "500"), ("501", "501"),
    ])
  func notRetried(script: String, seen: String) throws {
    let result = try run("\(script),200").result
    #expect(outcomes(result) == [.string(seen)])
    #expect(result["serverAttempts"] == 1)
    #expect(result["stopped"] == "not-retryable")
  }

  @Test("a refused attempt never comes to the server")
  func refused() throws {
    let report = try run("refuse;times=2,200")
    #expect(outcomes(report.result) == ["refuse", "refuse", "200"])
    #expect(members("attempts", "arrived", report.result) == [false, false, true])
    #expect(report.result["serverAttempts"] == 1)
    #expect(report.reading.hasSuffix("The server counted 1 request: it never saw what was refused."))
  }

  @Test("an answer that takes too long is a timeout, whether it is late, slow or never comes")
  func timeouts() throws {
    for script in ["timeout", "200;latencyMs=", "drip", "drip;latencyMs="] {
      // An attempt that times out before the server has heard of it says nothing.
      var result = JSONValue.null
      for factor in everLonger where result["serverAttempts"] != .integer(outcomes(result).count) {
        let late = script.hasSuffix("=") ? "\(600 * factor)" : ""
        result = try run("\(script)\(late),200", [("timeoutMs", .integer(300 * factor))]).result
      }
      #expect(outcomes(result).first == "timeout", "\(script)")
      #expect(result["serverAttempts"] == .integer(outcomes(result).count), "\(script)")
    }
  }

  @Test("a slow drip and a delay in time are successes")
  func slow() throws {
    for script in ["drip;latencyMs=150", "200;latencyMs=150"] {
      let begin = ContinuousClock.now
      #expect(outcomes(try run(script).result) == ["200"])
      #expect(.now - begin >= .milliseconds(150), "\(script)")
    }
  }

  @Test("a POST is sent again only with a key, or if it surely did not arrive")
  func post() throws {
    let keyless = try run("drop,200", [("method", "POST")]).result
    #expect(keyless["serverAttempts"] == 1)
    #expect(keyless["stopped"] == "not-repeatable")
    let keyed = try run("drop,200", [("method", "POST"), ("key", "k \"9")]).result
    #expect(members("server", "key", keyed) == [#""k \"9""#, #""k \"9""#])
    #expect(keyed["stopped"] == "succeeded")
    #expect(try run("refuse,200", [("method", "POST")]).result["stopped"] == "succeeded")
  }

  @Test("the resending transport sends at most three times for an attempt, and never a POST")
  func resending() throws {
    let transport: (String, JSONValue) = ("transport", "resending")
    let get = try run("drop", [transport]).result
    #expect(members("attempts", "sends", get) == [3, 3, 3])
    #expect(get["serverAttempts"] == 9)
    let post = try run("drop", [transport, ("method", "POST"), ("key", "k")]).result
    #expect(members("attempts", "sends", post) == [1, 1, 1])
    #expect(try run("reset,200", [transport]).result["serverAttempts"] == 2)
    // Once an answer has begun the app learns of its end.
    #expect(members("attempts", "sends", try run("truncated,200", [transport]).result) == [1, 1])
  }

  @Test("connections are kept where the script says so, and found stale by the resending transport")
  func keepAlive() throws {
    let transport: (String, JSONValue) = ("transport", "resending")
    let kept = try run("503;keep-alive,200", [transport]).result
    #expect(members("server", "connection", kept) == [1, 1])
    #expect(members("server", "ending", kept).first == "kept open")
    #expect(members("server", "connection", try run("503,200", [transport]).result) == [1, 2])
    #expect(members("server", "connection", try run("503;keep-alive,200").result) == [1, 2])
    let stale = try run("503;keep-alive,drop,200", [transport]).result
    #expect(members("server", "connection", stale) == [1, 1, 2])
    #expect(outcomes(stale) == ["503", "200"])
  }

  @Test("a run ends at its deadline, without waiting for what would come later")
  func deadline() throws {
    let begin = ContinuousClock.now
    let result = try run("503;retry-after=3600", [("deadlineMs", 20_000)]).result
    #expect(result["stopped"] == "deadline")
    #expect(.now - begin < .seconds(20))
    var held = JSONValue.null
    for factor in everLonger where outcomes(held) != ["timeout"] {
      held = try run("timeout", [("deadlineMs", .integer(200 * factor)), ("timeoutMs", 5_000)]).result
    }
    #expect(outcomes(held) == ["timeout"])
    #expect(held["stopped"] == "deadline")
  }

  @Test("a naive policy is bounded here")
  func naive() throws {
    let result = try run("500", [("preset", "naive")]).result
    #expect(result["serverAttempts"] == 50)
    #expect(result["stopped"] == "attempts-spent")
  }

  @Test("the default run is the one that the question is about")
  func defaults() throws {
    let report = try experiment.run(experiment.schema.defaults, RunMonitor())
    #expect(report.result["serverAttempts"] == 3)
    #expect(report.reading.hasSuffix("The server counted as many requests."))
    #expect(report.tables.map(\.caption) == ["Attempts and waits", "The server's log"])
    #expect(report.tables[1].rows.count == 3)
  }

  @Test(
    "refuses what no server can play, and what is no script",
    arguments: ["offline", "200,unresolved", "insecure", "nonsense", "503;keep-alive=1", "drop;keep-alive", ""])
  func faults(script: String) {
    #expect(throws: InvalidParameters.self) { try run(script) }
  }

  @Test(
    "stops within 250 ms of nobody waiting any more, in a wait or in an attempt",
    arguments: ["503;retry-after=19", "timeout"])
  func cancelled(script: String) throws {
    let begin = ContinuousClock.now
    // Left to itself it takes almost all the time that it has.
    let long: [(String, JSONValue)] = [("deadlineMs", 20_000), ("maxAttempts", 50)]
    #expect(throws: RunStopped.cancelled) { try run(script, long, RunMonitor { .now - begin > .milliseconds(100) }) }
    #expect(.now - begin < .seconds(10))
  }

  @Test("tells of its progress while it waits")
  func progress() throws {
    let told = Told()
    _ = try run("503;retry-after=1,200", [], RunMonitor(progress: { told.add($0) }))
    let shares = told.all
    #expect(shares.count > 10)
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
  }
}
