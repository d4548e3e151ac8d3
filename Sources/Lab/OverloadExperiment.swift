package import Simulation

/// The server's own answer to overload, measured: a small pool under the very admission control that lets requests in
/// here, and the same pool without it, under a load that rises to several times what they can do.
package struct OverloadExperiment: Experiment {
  package let id = "overload"
  package let title = "This server under overload"
  package let question =
    "When four times as many requests come as a server can answer, how many are still answered in time?"
  package let isLive = true

  package init() {}

  package let schema = Schema([
    Parameter(
      "loads", "Loads", unit: "percent of the capacity",
      .integers(10...800, count: 1...12, default: [50, 80, 100, 150, 200, 300, 400]),
      meaning: "How much is asked for, one step after the other, in percent of what the pool was measured to do."),
    Parameter(
      "stepMs", "Step", unit: "ms", .integer(100...2_000, default: 600),
      meaning: "How long each load lasts."),
    Parameter(
      "workMs", "Work", unit: "ms", .integer(1...50, default: 5),
      meaning: "How long a request keeps a thread; the pool has two."),
    Parameter(
      "timeoutMs", "Timeout", unit: "ms", .integer(20...2_000, default: 200),
      meaning: "How long a client waits for its answer; the pool does not learn that it has left."),
  ])

  /// The longest that all steps may take together, in milliseconds.
  private static let longest = 15_000

  package func faults(in arguments: Arguments) -> [Fault] {
    var faults: [Fault] = []
    let steps = arguments.integers("loads").count
    if steps * arguments.integer("stepMs") > Self.longest {
      faults.append(
        Fault(
          "stepMs", "must be at most \(Self.longest / steps) with \(steps) loads; was \(arguments.integer("stepMs"))"))
    }
    if arguments.integer("timeoutMs") < 4 * arguments.integer("workMs") {
      faults.append(
        Fault(
          "timeoutMs",
          "must be at least four times workMs, \(4 * arguments.integer("workMs")); was \(arguments.integer("timeoutMs"))"
        ))
    }
    return faults
  }

  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let steps = arguments.integers("loads").count * arguments.integer("stepMs")
    return Double(steps + arguments.integer("timeoutMs")) / 1_000 + OverloadRun.calibration.seconds
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let run = OverloadRun(
      loads: arguments.integers("loads"), step: .milliseconds(arguments.integer("stepMs")),
      work: .milliseconds(arguments.integer("workMs")), timeout: .milliseconds(arguments.integer("timeoutMs")))
    let begin = ContinuousClock.now
    let expected = Duration.seconds(expectedSeconds(arguments))
    let pulse = RunPulse(monitor) { min(1, (ContinuousClock.now - begin) / expected) }
    let (capacity, outcomes) = try run.run(pulse.patience(until: begin + expected + .seconds(5)))
    return OverloadReport(arguments: arguments, capacity: capacity, outcomes: outcomes).report
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
