import Simulation
import Synchronization

/// How often long runs tell of their progress, and how soon they stop once nobody waits any more.
struct PromptnessBench: Benchmark {
  let name = "promptness"

  /// For each experiment that can take long, parameters that make it.
  private static let longRuns: [(id: String, parameters: [(name: String, value: String)])] = [
    ("jitter-histogram", [("clients", "10000000"), ("retries", "20"), ("strategy", "decorrelated")]),
    ("recovery", [("clients", "10000000"), ("strategy", "full")]),
    // All clients in a few buckets.
    ("recovery", [("clients", "10000000"), ("strategy", "equal"), ("bucketMs", "10000"), ("recoverAtMs", "0")]),
    ("budget", [("requests", "1000000"), ("attempts", "10"), ("failureRate", "0.9")]),
    ("metastable", [("load", "10000"), ("capacity", "100000"), ("attempts", "10"), ("durationMs", "600000")]),
    ("contention", [("clients", "500"), ("runs", "60")]),
  ]

  func findings() throws -> [Finding] {
    var findings: [Finding] = []
    for (id, parameters) in Self.longRuns {
      guard let experiment = Catalogue[id] else { continue }
      let arguments = try experiment.arguments(query: parameters)
      let told = Gaps()
      let seconds = try Stopwatch.once {
        told.begin()
        sink(
          try experiment.run(arguments, RunMonitor(threads: Stopwatch.processors, progress: { _ in told.tell() }))
            .tables.count)
        told.tell()
      }
      let shown = "\(id) \(parameters.map { "\($0.name)=\($0.value)" }.joined(separator: " "))"
      findings.append(Finding("\(shown): whole run", seconds * 1_000, "ms"))
      findings.append(Finding("  longest silence", told.longest * 1_000, "ms", .atMost(100)))
      var worst = 0.0
      for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
        worst = max(worst, try delay(experiment, arguments, leaving: seconds * share))
      }
      findings.append(Finding("  longest delay of stopping, in five tries", worst * 1_000, "ms", .atMost(250)))
    }
    return findings
  }

  /// How long after its client has left a run goes on, in seconds.
  private func delay(_ experiment: any Experiment, _ arguments: Arguments, leaving after: Double) throws -> Double {
    let clock = ContinuousClock()
    let left = clock.now + .seconds(after)
    do {
      _ = try experiment.run(arguments, RunMonitor(threads: Stopwatch.processors, isCancelled: { clock.now >= left }))
    } catch RunStopped.cancelled {}
    return max(0, (clock.now - left) / .seconds(1))
  }
}

/// The longest time between two signs of life.
private final class Gaps: Sendable {
  private let state = Mutex((last: ContinuousClock.now, longest: Duration.zero))

  func begin() { state.withLock { $0 = (ContinuousClock.now, .zero) } }

  func tell() {
    state.withLock { state in
      let now = ContinuousClock.now
      state.longest = max(state.longest, now - state.last)
      state.last = now
    }
  }

  /// In seconds.
  var longest: Double { state.withLock { $0.longest / .seconds(1) } }
}
