import Foundation
import JSON
import Simulation
import Testing

@Suite("The expected time of a run", .serialized)
struct RunCostTests {
  /// Parameters by experiment: from the defaults to what takes a second or so, each where another part of the model
  /// takes the time.
  static let grid: [(String, [(String, String)])] = [
    ("jitter-histogram", [("clients", "3000000"), ("strategy", "full")]),
    ("jitter-histogram", [("clients", "1000000"), ("retries", "20"), ("strategy", "equal,decorrelated")]),
    ("jitter-histogram", [("clients", "100000"), ("strategy", "none,full")]),
    ("jitter-histogram", [("clients", "1000"), ("retries", "20"), ("bucketMs", "1"), ("capMs", "4000")]),
    ("recovery", [("clients", "1000000"), ("capacity", "20000"), ("strategy", "full")]),
    ("recovery", [("clients", "1000000"), ("capacity", "1000000"), ("recoverAtMs", "60000"), ("strategy", "full")]),
    ("recovery", [("clients", "100000"), ("capacity", "300"), ("strategy", "equal,decorrelated")]),
    ("recovery", [("clients", "20000"), ("capacity", "10"), ("strategy", "full")]),
    ("recovery", [("clients", "1000000"), ("capacity", "10"), ("maxAttempts", "5"), ("strategy", "full")]),
    ("contention", [("clients", "100"), ("runs", "60")]),
    ("contention", [("clients", "300"), ("runs", "20"), ("strategy", "none")]),
    ("contention", [("clients", "300"), ("runs", "20"), ("strategy", "full,equal")]),
    ("contention", [("clients", "20"), ("runs", "1000")]),
    ("budget", [("requests", "1000000")]),
    ("budget", [("requests", "1000000"), ("attempts", "10"), ("budget", "none")]),
    ("budget", [("requests", "300000"), ("failureRate", "0.1"), ("budget", "none,grpc,aws")]),
    ("budget", [("requests", "300000"), ("budget", "finagle,envoy")]),
    ("amplification", [("layers", "4,4,4,4,4"), ("requests", "500")]),
    ("amplification", [("layers", "20,20"), ("requests", "1000")]),
    ("amplification", [("layers", "3,3,3"), ("requests", "100000"), ("failureRate", "0.5")]),
    ("metastable", [("load", "10000"), ("capacity", "1000"), ("durationMs", "60000"), ("attempts", "5")]),
    ("metastable", [("load", "5000"), ("capacity", "10000"), ("durationMs", "120000")]),
    ("metastable", [("load", "700"), ("durationMs", "600000")]),
    ("metastable", [("load", "7000"), ("capacity", "10000"), ("queueBound", "100000"), ("durationMs", "120000")]),
    ("metastable", [("load", "7000"), ("capacity", "10000"), ("budget", "ratio"), ("durationMs", "120000")]),
    ("metastable", [("load", "7000"), ("capacity", "10000"), ("shed", "true"), ("durationMs", "120000")]),
    ("metastable", [("load", "9000"), ("capacity", "1000"), ("budget", "grpc"), ("durationMs", "120000")]),
    ("retry", [("script", "503"), ("maxAttempts", "10000"), ("capMs", "2000"), ("budget", "none")]),
  ]

  /// Of this thread, in seconds of its processor: other work on the machine does not count.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func holdsWithinAFactorOfAboutThree() throws {
    var ratios: [(String, Double)] = []
    for (id, pairs) in Self.grid {
      let experiment = try #require(Catalogue[id])
      let arguments = try experiment.arguments(query: pairs.map { (name: $0.0, value: $0.1) })
      let start = Self.processorSeconds()
      let report = try experiment.run(arguments, RunMonitor())
      _ = report.result.bytes
      let measured = Self.processorSeconds() - start
      let expected = experiment.expectedSeconds(arguments)
      ratios.append(("\(id) \(pairs): \(measured) s, expected \(expected) s", measured / expected))
    }
    // How fast this machine is.
    let factor = ratios.map(\.1).sorted()[ratios.count / 2]
    // Three on a machine with nothing else to do; caches that are shared with other tests cost more.
    for (what, ratio) in ratios { #expect((0.25...4).contains(ratio / factor), "\(what), \(ratio / factor)") }
    if ProcessInfo.processInfo.environment["COURSE_SHOW_COSTS"] != nil {
      for (what, ratio) in ratios { print(what, ratio / factor) }
    }
  }

  @Test func growsWithTheWork() throws {
    let metastable = Metastable()
    let heavy = try metastable.arguments(query: [
      (name: "load", value: "10000"), (name: "durationMs", value: "600000"), (name: "attempts", value: "10"),
    ])
    #expect(metastable.expectedSeconds(heavy) > 5)
    #expect(metastable.expectedSeconds(metastable.schema.defaults) < 0.1)
    for experiment in Catalogue.experiments {
      #expect(experiment.expectedSeconds(experiment.schema.defaults) < 0.25, "\(experiment.id)")
    }
  }
}
