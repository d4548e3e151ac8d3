import JSON
import Simulation
import Testing

@Suite("metastable: a short trigger, a long outage")
struct MetastableTests {
  private let experiment = Metastable()

  private func report(_ pairs: [(String, String)], _ monitor: RunMonitor = RunMonitor()) throws -> Report {
    try experiment.run(experiment.arguments(query: pairs.map { (name: $0.0, value: $0.1) }), monitor)
  }

  struct Row: Sendable {
    let parameters: [(String, String)]
    /// Goodput at 5, 12, 20, 30 and 59 s.
    let goodput: [ClosedRange<Int>]
    let sentAt30: ClosedRange<Int>
    let recovers: Bool
  }

  @Test(
    "Goodput and load are as the paper has them, for several seeds",
    arguments: [
      Row(
        parameters: [("attempts", "1")], goodput: [700...700, 0...0, 0...0, 700...700, 700...700], sentAt30: 700...700,
        recovers: true),
      Row(
        parameters: [], goodput: [700...700, 0...0, 0...0, 0...0, 0...0], sentAt30: 2_050...2_150, recovers: false),
      Row(
        parameters: [("budget", "ratio")], goodput: [700...700, 0...0, 0...0, 700...700, 700...700],
        sentAt30: 700...700, recovers: true),
      Row(
        parameters: [("queueBound", "500")], goodput: [700...700, 0...0, 700...700, 700...700, 700...700],
        sentAt30: 700...700, recovers: true),
      Row(
        parameters: [("shed", "true")], goodput: [700...700, 90...110, 700...1_000, 700...700, 700...700],
        sentAt30: 700...700, recovers: true),
    ], ["1", "2", "3"])
  func paper(_ row: Row, seed: String) throws {
    let result = try report(row.parameters + [("seed", seed)]).result
    let goodput = result.integers("goodput")
    for (second, expected) in zip([5, 12, 20, 30, 59], row.goodput) {
      #expect(expected.contains(goodput[second]), "\(second) s: \(goodput[second])")
    }
    #expect(row.sentAt30.contains(result.integers("sent")[30]), "\(result.integers("sent")[30])")
    #expect((result.member("recoveredAtMs") != .null) == row.recovers)
  }

  @Test("Columns are as long as each other, and offered load is even")
  func columns() throws {
    let result = try report([("budget", "ratio")]).result
    #expect(result.integers("atMs") == (0..<60).map { $0 * 1_000 })
    #expect(result.integers("offered").allSatisfy { $0 == 700 })
    for name in ["sent", "goodput", "queue"] { #expect(result.integers(name).count == 60) }
    #expect(result.numbers("tokens").count == 60)
    #expect(result.numbers("tokens").allSatisfy { (0...10).contains($0) })
    #expect(try report([]).result.numbers("tokens").isEmpty)
    let long = try report([("durationMs", "600000"), ("load", "10")]).result
    #expect(long.integers("atMs").count <= 120)
    #expect(long.integers("offered").allSatisfy { $0 == 10 })
  }

  @Test("Without a trigger nothing fails, and a queue keeps within its bound")
  func calm() throws {
    let calm = try report([("triggerStartMs", "0"), ("triggerEndMs", "0")])
    #expect(calm.result.integers("goodput").dropFirst().allSatisfy { $0 == 700 })
    #expect(calm.result.integers("sent").allSatisfy { $0 == 700 })
    #expect(calm.result.integer("recoveredAtMs") == 0)
    #expect(try report([("queueBound", "500")]).result.integers("queue").max() == 500)
  }

  @Test("A trigger that stops the server altogether ends too")
  func stopped() throws {
    let result = try report([("triggerCapacity", "0"), ("attempts", "1"), ("queueBound", "100")]).result
    #expect(result.integers("goodput")[12] == 0)
    #expect(result.integers("goodput")[16] == 700)
  }

  @Test("More capacity never recovers later without retries")
  func monotone() throws {
    let recovered = try [800, 900, 1_000, 2_000, 5_000].map {
      try report([("attempts", "1"), ("capacity", "\($0)"), ("triggerCapacity", "100")]).result.member("recoveredAtMs")
    }
    let times = recovered.map { value -> Int in if case .integer(let time) = value { time } else { .max } }
    #expect(times == times.sorted(by: >))
  }

  @Test("The same seed gives the same bytes; parameters that do not fit are refused; cancelling stops the run")
  func rest() throws {
    #expect(try report([("seed", "4")]).result.bytes == report([("seed", "4")], RunMonitor(threads: 4)).result.bytes)
    #expect(throws: InvalidParameters([Fault("triggerEndMs", "must be at least triggerStartMs, 10000; was 5000")])) {
      try experiment.arguments(query: [("triggerEndMs", "5000")])
    }
    #expect(throws: RunStopped.cancelled) { try report([], RunMonitor(isCancelled: { true })) }
  }

  @Test("The reading says whether it recovered, and the table is short")
  func reading() throws {
    let stuck = try report([])
    #expect(stuck.reading.hasPrefix("The server was slow from 10 s to 15 s; "))
    #expect(stuck.reading.contains("45 s after the trigger it was not back: clients sent 2,"))
    let back = try report([("shed", "true")])
    #expect(back.reading.contains("It was back"))
    #expect(stuck.tables[0].rows.count <= 14)
    #expect(stuck.tables[0].rows.allSatisfy { $0.count == stuck.tables[0].columns.count })
  }
}
