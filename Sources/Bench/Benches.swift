import JSON

// What `course bench` runs: how fast and how small the experiments are, as ratios measured in one run against a plain
// reading of the same algorithm, since a ratio means the same on any machine.
//
//   Benchmark, Finding   one benchmark, and one figure that it found, with the figure it should reach
//   Benches              all of them, and how they are printed
//   Stopwatch, Memory    how time and memory are measured
//   …Bench               one benchmark a file, the plain reading in it

/// One benchmark: prepares, measures and says what it found.
package protocol Benchmark: Sendable {
  /// The name on the command line.
  var name: String { get }
  func findings() throws -> [Finding]
}

/// One figure that a benchmark found.
package struct Finding: Sendable {
  package let what: String
  package let value: Double
  package let unit: String
  package let target: Target

  package enum Target: Sendable {
    case atLeast(Double)
    case atMost(Double)
    /// Shown for its own sake.
    case none
  }

  package init(_ what: String, _ value: Double, _ unit: String, _ target: Target = .none) {
    self.what = what
    self.value = value
    self.unit = unit
    self.target = target
  }

  package var isReached: Bool {
    switch target {
    case .atLeast(let bound): value >= bound
    case .atMost(let bound): value <= bound
    case .none: true
    }
  }
}

package enum Benches {
  package static let all: [any Benchmark] = [JitterHistogramBench(), RecoveryBench(), PromptnessBench()]
}

/// Runs the named benchmarks, or all if none is named, and prints what they found.
/// - Returns: the exit status: 0 if every target is reached, 1 if not, 2 if a name is unknown.
package func run(names: [String], json: Bool) -> Int32 {
  let known = Benches.all.map(\.name)
  let unknown = names.filter { !known.contains($0) }
  guard unknown.isEmpty else {
    print("unknown benchmark \(unknown.joined(separator: ", ")); there are \(known.joined(separator: ", "))")
    return 2
  }
  var found: [(benchmark: String, findings: [Finding])] = []
  for benchmark in Benches.all where names.isEmpty || names.contains(benchmark.name) {
    do {
      let findings = try benchmark.findings()
      found.append((benchmark.name, findings))
      if !json { print(BenchTable.text(benchmark.name, findings)) }
    } catch {
      print("\(benchmark.name): \(error)")
      return 1
    }
  }
  if json { print(BenchTable.json(found)) }
  return found.allSatisfy { $0.findings.allSatisfy(\.isReached) } ? 0 : 1
}
