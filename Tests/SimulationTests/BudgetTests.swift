import JSON
import Simulation
import Testing

@Suite("budget: what a retry budget does to an outage")
struct BudgetTests {
  private let experiment = BudgetExperiment()

  private func report(_ pairs: [(String, String)], _ monitor: RunMonitor = RunMonitor()) throws -> Report {
    try experiment.run(experiment.arguments(query: pairs.map { (name: $0.0, value: $0.1) }), monitor)
  }

  private func one(_ budget: String, _ pairs: (String, String)...) throws -> JSONValue {
    try report([("budget", budget)] + pairs).result.elements("series")[0]
  }

  @Test("In an outage of 10,000 requests everything is sent three times without a budget")
  func none() throws {
    let outcome = try one("none", ("requests", "10000"), ("failureRate", "1"))
    #expect(outcome.integer("sent") == 30_000)
    #expect(outcome.number("amplification") == 3)
    #expect(outcome.integer("denied") == 0)
    #expect(outcome.numbers("tokens").isEmpty)
  }

  @Test("A ratio budget sends a tenth more, and what is filled by successes only its stock")
  func ratio() throws {
    let outcome = try one("ratio")
    #expect(outcome.integer("sent") == 11_122)
    #expect(outcome.integer("denied") == 9_995)
    #expect(outcome.integer("retries") == 1_122)
    #expect(outcome.integer("successes") == 0)
    #expect(outcome.numbers("tokens").first == 10)
    #expect(outcome.numbers("tokens").dropFirst().allSatisfy { $0 < 10 })
    #expect(try one("ratio-per-success").integer("sent") == 10_010)
  }

  @Test("In health at 1% failures the ratio budget costs about 1% and never 2%", arguments: 1...40)
  func healthy(seed: Int) throws {
    let outcome = try one("ratio", ("failureRate", "0.01"), ("seed", "\(seed)"))
    #expect((10_050..<10_200).contains(outcome.integer("sent")))
    #expect(outcome.integer("denied") <= 2)
    #expect(outcome.integer("successes") >= 9_995)
  }

  @Test("gRPC's budget allows four retries of a call of five attempts, three of calls of three, then none")
  func grpc() throws {
    #expect(try one("grpc", ("attempts", "5")).integer("retries") == 4)
    #expect(try one("grpc", ("attempts", "3")).integer("retries") == 3)
    #expect(try one("grpc", ("attempts", "3")).numbers("tokens").last == 0)
  }

  @Test("The AWS SDK's budget sends 135 for a hundred failing calls at cost 14, and 200 at cost 5")
  func aws() throws {
    #expect(try one("aws", ("requests", "100")).integer("sent") == 135)
    #expect(try one("aws", ("requests", "100"), ("cost", "5")).integer("sent") == 200)
  }

  @Test("Finagle's budget grants a fifth of the requests and ten a second")
  func finagle() throws {
    // 100 seconds of 100 requests: 20 + 10 retries a second, and what the reserve holds at the start.
    let retries = try one("finagle").integer("retries")
    #expect((2_700...3_300).contains(retries), "\(retries)")
    let calm = try one("finagle", ("requestsPerSecond", "1"), ("requests", "100"), ("concurrency", "1"))
    #expect(calm.integer("sent") == 300)
  }

  @Test("Envoy's budget keeps retries to a fifth of what is under way, or three")
  func envoy() throws {
    // Twenty under way: 200 ms an attempt, so that three at once are fifteen a second, for a hundred seconds.
    let few = try one("envoy").integer("retries")
    #expect((1_450...2_100).contains(few), "\(few)")
    let many = try one("envoy", ("concurrency", "1000"), ("requestsPerSecond", "1000")).integer("retries")
    #expect((2_000...2_900).contains(many), "\(many)")
    #expect(try one("envoy").numbers("tokens").allSatisfy { (0...5).contains($0) })
  }

  @Test("The law (1 − pⁿ) / (1 − p): expected attempts without a budget, and a share 1 − pⁿ succeeds")
  func expectation() throws {
    for (rate, sent, successes) in [(0.5, 17_500.0, 8_750.0), (0.1, 11_100, 9_990), (0.9, 27_100, 2_710)] {
      let runs = try (1...20).map { try one("none", ("failureRate", "\(rate)"), ("seed", "\($0)")) }
      #expect(abs(runs.map { $0.number("sent") }.mean - sent) < 60)
      #expect(abs(runs.map { $0.number("successes") }.mean - successes) < 40)
    }
  }

  @Test("What is sent succeeds or fails, and every failure is retried, denied or the last")
  func laws() throws {
    for rate in ["0", "0.2", "0.7", "1"] {
      for outcome in try report([("failureRate", rate), ("requests", "3000")]).result.elements("series") {
        #expect(outcome.integer("sent") == outcome.integer("successes") + outcome.integer("failures"))
        #expect(outcome.integer("sent") == 3_000 + outcome.integer("retries"))
        #expect(outcome.integer("failures") >= outcome.integer("retries") + outcome.integer("denied"))
        #expect(outcome.numbers("tokens").allSatisfy { $0 >= 0 })
      }
    }
  }

  @Test("Tokens are conserved: what is left is what was there, put in and not taken out")
  func conserved() throws {
    // Nothing is put in, and each of a thousand requests takes one out.
    let outcome = try one("ratio", ("capacity", "100000"), ("requests", "1000"), ("attempts", "2"), ("ratio", "0"))
    #expect(outcome.numbers("tokens").last == 99_000)
    let filled = try one("ratio", ("requests", "10000"))
    let put = Double(filled.integer("sent")) * 0.1
    // The first deposit overflows a full bucket.
    #expect(abs((filled.numbers("tokens").last ?? 0) - (9.9 + put - Double(filled.integer("retries")))) < 1e-6)
  }

  @Test("More failures never send less, where the budget is filled by what is sent")
  func monotone() throws {
    for budget in ["none", "ratio", "finagle"] {
      let sent = try [0, 0.05, 0.2, 0.5, 1].map { try one(budget, ("failureRate", "\($0)")).integer("sent") }
      #expect(sent == sent.sorted(), "\(budget)")
    }
  }

  @Test("Tokens are read at most a thousand times and at the end", arguments: [1, 7, 1_000, 1_001, 54_321])
  func readings(requests: Int) throws {
    let result = try report([("requests", "\(requests)"), ("failureRate", "0.5")]).result
    let at = result.integers("atRequest")
    #expect(at.first == 0)
    #expect(at.last == requests)
    #expect(at.count <= 1_001)
    for outcome in result.elements("series") where outcome.text("budget") != "none" {
      #expect(outcome.numbers("tokens").count == at.count)
    }
  }

  @Test("The reading says the figures; cancelling stops the run")
  func readingAndCancelling() throws {
    let report = try report([("budget", "none,ratio")])
    #expect(
      report.reading
        == "10,000 requests of up to 3 attempts, 100% of which fail. Sent: 30,000 with no budget (3 for each); "
        + "11,122 with a ratio budget (1.11 for each, 9,995 retries denied).")
    #expect(report.tables[0].rows.allSatisfy { $0.count == report.tables[0].columns.count })
    #expect(throws: RunStopped.cancelled) { try self.report([], RunMonitor(isCancelled: { true })) }
  }
}
