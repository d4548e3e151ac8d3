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
    let report = try experiment.run(arguments, RunMonitor())
    guard case .array(let both)? = try JSONParser.parse(report.result.bytes)["series"] else {
      Issue.record("no series")
      return
    }
    let shares = both.map { one -> [Double] in
      guard case .array(let values)? = one["goodputShare"] else { return [] }
      return values.map { value in
        switch value {
        case .number(let share): share
        case .integer(let share): Double(share)
        default: 0
        }
      }
    }
    #expect(both.first?["admission"] == .bool(true))
    try #require(shares.map(\.count) == [2, 2])
    #expect(shares[0][0] > 0.4 && shares[1][0] > 0.4, "half the capacity is no trouble")
    // Nine tenths on a machine with nothing else to do.
    #expect(shares[0][1] > 0.7)
    #expect(shares[1][1] < 0.5)
    #expect(report.tables.count == 2)
    #expect(report.reading.contains("At 400 % of that"))
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
