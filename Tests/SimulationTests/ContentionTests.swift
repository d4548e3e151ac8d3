import JSON
import Simulation
import Testing

@Suite("contention: the published simulator's own experiment")
struct ContentionTests {
  private let experiment = Contention()

  private func report(_ pairs: [(String, String)], _ monitor: RunMonitor = RunMonitor()) throws -> Report {
    try experiment.run(experiment.arguments(query: pairs.map { (name: $0.0, value: $0.1) }), monitor)
  }

  struct Figure: Sendable {
    let strategy: String
    let calls: [Double]
    let timeMs: [Double]
  }

  /// The paper gives means of 60 runs, rounded. Its own error is as large as that of 60 runs here, so the bands are
  /// those of a difference: a few percent for calls, more for times, which hang on the slowest client.
  @Test(
    "Calls and times for 10 and 100 clients are as the paper has them",
    arguments: [
      Figure(strategy: "immediate", calls: [51, 2_419], timeMs: [380, 2_000]),
      Figure(strategy: "exponential", calls: [50, 1_858], timeMs: [3_300, 63_900]),
      Figure(strategy: "equal", calls: [42, 812], timeMs: [710, 6_600]),
      Figure(strategy: "full", calls: [39, 798], timeMs: [470, 4_900]),
      Figure(strategy: "decorrelated", calls: [38, 1_003], timeMs: [430, 4_600]),
    ])
  func paper(_ figure: Figure) throws {
    let runs = try (1...5).map {
      try report(
        [("clients", "10,100"), ("strategy", figure.strategy), ("seed", "\($0)")], RunMonitor(threads: 2)
      ).result
        .elements("series")[0]
    }
    for index in 0..<2 {
      let calls = runs.map { $0.numbers("calls")[index] }.mean
      let time = runs.map { $0.numbers("timeMs")[index] }.mean
      #expect(abs(calls - figure.calls[index]) <= 0.04 * figure.calls[index], "\(calls) calls")
      #expect(abs(time - figure.timeMs[index]) <= 0.12 * figure.timeMs[index], "\(time) ms")
    }
  }

  @Test("Names: none is no wait here, and comes back as immediate")
  func names() throws {
    let series = try report([("strategy", "none,constant"), ("runs", "2")]).result.elements("series")
    #expect(series.map { $0.text("strategy") } == ["immediate", "constant"])
    #expect(series[0].integers("clients") == [10, 25, 50, 100])
  }

  @Test("One client writes once, in four hops of about 10 ms")
  func alone() throws {
    let one = try report([("clients", "1"), ("strategy", "full"), ("runs", "500")]).result.elements("series")[0]
    #expect(one.numbers("calls") == [1])
    // The mean of 500 runs of four hops of standard deviation 2: a standard error of 0.18 ms.
    #expect(abs(one.numbers("timeMs")[0] - 40) < 0.7)
  }

  @Test("Any number of threads gives the same bytes", arguments: [2, 5])
  func threads(count: Int) throws {
    let query = [("runs", "7"), ("clients", "10,30"), ("seed", "9")]
    #expect(try report(query).result.bytes == report(query, RunMonitor(threads: count)).result.bytes)
  }

  @Test("Every client writes at least once, and more clients mean more calls and more time")
  func laws() throws {
    for one in try report([("clients", "2,5,20,60"), ("runs", "20")]).result.elements("series") {
      #expect(zip(one.numbers("calls"), one.integers("clients")).allSatisfy { $0 >= Double($1) })
      #expect(one.numbers("calls") == one.numbers("calls").sorted())
      #expect(one.numbers("timeMs") == one.numbers("timeMs").sorted())
    }
  }

  @Test("Too much work is refused with what would do; cancelling stops a run; the reading says the figures")
  func rest() throws {
    #expect(
      throws: InvalidParameters([Fault("runs", "must be at most 62 with so many clients and strategies; was 100")])
    ) {
      try experiment.arguments(query: [("clients", "500"), ("runs", "100")])
    }
    #expect(throws: RunStopped.cancelled) { try self.report([], RunMonitor(isCancelled: { true })) }
    let report = try report([("strategy", "full"), ("runs", "3")])
    #expect(
      report.reading.hasPrefix(
        "Until each of 100 clients had written once, it took, in the mean of 3 runs: full jitter "))
    #expect(report.tables[0].rows.count == 4)
  }
}
