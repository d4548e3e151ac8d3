import JSON
import Lab
import Simulation
import Testing

@Suite("Overload", .serialized)
struct OverloadTests {
  @Test func admissionKeepsGoodputWhereTakingEverythingInLosesIt() throws {
    let experiment = OverloadExperiment()
    let arguments = try experiment.arguments(query: [
      (name: "loads", value: "50,400"), (name: "stepMs", value: "1000"), (name: "workMs", value: "10"),
    ])
    // Whatever else the machine does disturbs a run, so the pool has to show once what it can.
    var (best, half) = (0.0, 0.0)
    for _ in 0..<6 where best < 0.9 || half < 0.4 {
      let report = try experiment.run(arguments, RunMonitor())
      let series = try JSONParser.parse(report.result.bytes)["series"]?.elements ?? []
      let shares = series.map { one in one["goodputShare"]?.elements.compactMap(\.number) ?? [] }
      #expect(series.first?["admission"] == .bool(true))
      try #require(shares.map(\.count) == [2, 2])
      #expect(shares[1][1] < 0.5)
      #expect(report.tables.count == 2)
      #expect(report.reading.contains("At 400 % of that"))
      best = max(best, shares[0][1])
      half = max(half, min(shares[0][0], shares[1][0]))
    }
    #expect(best >= 0.9)
    #expect(half >= 0.4, "half the capacity is no trouble")
  }

  @Test func stopsWhenNobodyWaits() throws {
    let experiment = OverloadExperiment()
    let begin = ContinuousClock.now
    #expect(throws: RunStopped.cancelled) {
      try experiment.run(
        experiment.schema.defaults, RunMonitor(isCancelled: { ContinuousClock.now - begin > .milliseconds(500) }))
    }
    #expect(ContinuousClock.now - begin < .seconds(3))
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
