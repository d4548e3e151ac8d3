import Glibc
import JSON

// What `course bench` runs: how fast and how small the experiments and the server are, as ratios measured in one run
// against a plain reading of the same algorithm and against other servers, since a ratio means the same on any machine.
//
//   Benchmark, Finding   one benchmark, and one figure that it found, with the figure it should reach
//   Benches              all of them, and how they are printed
//   Stopwatch, Memory    how time and memory are measured
//   …Bench               one benchmark a file, the plain reading in it
//   Server/              the benchmarks that load a server, and what they need: the contenders, one a file; wrk, which
//                        loads them; ChildProcess, TemporaryFolder and Leftovers, so that nothing outlives the run

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
  /// True for what could not be measured since something is not installed.
  package let isAbsent: Bool

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
    isAbsent = false
  }

  /// What could not be measured since a program is not installed.
  /// - Parameter isRequired: True if a target depends on it, which then is not reached.
  package init(absent program: String, isRequired: Bool) {
    what = program
    value = .nan
    unit = ""
    target = isRequired ? .atLeast(0) : .none
    isAbsent = true
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
  package static let all: [any Benchmark] = [
    JitterHistogramBench(), RecoveryBench(), PromptnessBench(), PageBench(), IdleConnectionsBench(), StartBench(),
    SteadyMemoryBench(), SubmissionsBench(), SlowFlushBench(), FairnessBench(),
  ]
}

/// Runs the named benchmarks, or all if none is named, and prints what they found.
/// One that fails does not keep the others from being run.
/// - Returns: the exit status: 0 if every target is reached, 1 if not, 2 if a name is unknown.
package func run(names: [String], json: Bool) -> Int32 {
  let known = Benches.all.map(\.name)
  let unknown = names.filter { !known.contains($0) }
  guard unknown.isEmpty else {
    print("unknown benchmark \(unknown.joined(separator: ", ")); there are \(known.joined(separator: ", "))")
    return 2
  }
  Leftovers.tidyUpWhenInterrupted()
  var found: [(benchmark: String, outcome: Result<[Finding], any Error>)] = []
  for benchmark in Benches.all where names.isEmpty || names.contains(benchmark.name) {
    let outcome = Result { try benchmark.findings() }
    found.append((benchmark.name, outcome))
    if !json {
      print(BenchTable.text(benchmark.name, outcome))
      // Whoever watches a run of minutes wants to see what there is.
      fflush(nil)
    }
  }
  if json { print(BenchTable.json(found)) }
  let isReached = found.allSatisfy { (try? $0.outcome.get().allSatisfy(\.isReached)) == true }
  return isReached ? 0 : 1
}
