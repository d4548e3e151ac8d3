import JSON
import Lab
import Simulation
import Testing

@Suite("Overload", .serialized)
struct OverloadTests {
  @Test func admissionKeepsGoodputWhereTakingEverythingInLosesIt() throws {
    let experiment = OverloadExperiment()
    // Whatever else the machine does disturbs a run, so the pool has to show once what it can, and the longer its work
    // takes, the less it matters how long a thread waits for its turn.
    var (best, half, lost) = (0.0, 0.0, 1.0)
    for work in [10, 10, 20, 20, 50, 50, 50, 50] where best < 0.9 || half < 0.4 || lost >= 0.5 {
      let arguments = try experiment.arguments(query: [
        (name: "loads", value: "50,400"), (name: "stepMs", value: "\(min(100 * work, 2_000))"),
        (name: "workMs", value: "\(work)"), (name: "timeoutMs", value: "\(20 * work)"),
      ])
      let report = try experiment.run(arguments, RunMonitor())
      let series = try JSONParser.parse(report.result.bytes)["series"]?.elements ?? []
      let shares = series.map { one in one["goodputShare"]?.elements.compactMap(\.number) ?? [] }
      #expect(series.first?["admission"] == .bool(true))
      try #require(shares.map(\.count) == [2, 2])
      #expect(report.tables.count == 2)
      #expect(report.reading.contains("At 400 % of that"))
      best = max(best, shares[0][1])
      half = max(half, min(shares[0][0], shares[1][0]))
      lost = min(lost, shares[1][1])
    }
    #expect(best >= 0.9)
    #expect(half >= 0.4, "half the capacity is no trouble")
    #expect(lost < 0.5, "four times the capacity without admission is")
  }

  @Test func stopsWhenNobodyWaits() throws {
    let experiment = OverloadExperiment()
    // Twelve seconds if somebody waits for them.
    let arguments = try experiment.arguments(query: [
      (name: "loads", value: "10,10,10,10,10,10"), (name: "stepMs", value: "2000"),
    ])
    let begin = ContinuousClock.now
    #expect(throws: RunStopped.cancelled) {
      try experiment.run(
        arguments, RunMonitor(isCancelled: { ContinuousClock.now - begin > .milliseconds(500) }))
    }
    #expect(ContinuousClock.now - begin < .seconds(10))
  }

  @Test func boundsHowLongItTakes() throws {
    let experiment = OverloadExperiment()
    #expect(experiment.expectedSeconds(experiment.schema.defaults) < 6)
    #expect(throws: InvalidParameters.self) {
      try experiment.arguments(query: [(name: "stepMs", value: "2000"), (name: "loads", value: "1,2,3,4,5,6,7,8,9")])
    }
    #expect(throws: InvalidParameters.self) {
      try experiment.arguments(query: [(name: "workMs", value: "50"), (name: "timeoutMs", value: "100")])
    }
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  fileprivate var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
