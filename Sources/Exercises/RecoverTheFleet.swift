package import JSON
package import Simulation

/// What a herd does to a recovering server, for the candidate's own seed; graded by running the experiment again.
package struct RecoverTheFleet: Exercise {
  package let id = "recover-the-fleet"
  package let title = "Recover the fleet"
  package let lesson = "the-herd"
  package let task = """
    Run the recovery experiment with your own seed and its defaults: 1,000 clients, base 100 ms, cap 2,000 ms, 60 \
    requests per 10 ms from 1,500 ms on. Report each strategy's busiest bucket, mean time of the fifth retry and time \
    until 99% have succeeded; then say which strategy recovers the fleet fastest, and which is kindest to the server \
    (the lowest peak).
    """
  package let kind = SubmissionKind.answers
  package let experiment: String? = "recovery"
  package let graderVersion = "1"
  package let maxScore = 1400

  package init() {}

  private static let strategies = [
    (name: "exponential", label: "No jitter"), (name: "full", label: "Full jitter"),
    (name: "equal", label: "Equal jitter"), (name: "decorrelated", label: "Decorrelated jitter"),
  ]

  /// What is reported of a strategy, and how far it may be off: counts are exact, times to the millisecond that a
  /// reader sees.
  private static let measures = [
    (field: "Peak", member: "peak", label: "peak", unit: "requests per bucket", tolerance: 0.0),
    (field: "MeanFifthRetryMs", member: "meanFifthRetryMs", label: "mean fifth retry", unit: "ms", tolerance: 1.0),
    (field: "T99Ms", member: "t99Ms", label: "t99", unit: "ms", tolerance: 1.0),
  ]

  package var schema: Schema {
    let numbers = RecoverTheFleet.strategies.flatMap { strategy in
      RecoverTheFleet.measures.map { measure in
        Parameter(
          strategy.name + measure.field, "\(strategy.label): \(measure.label)", unit: measure.unit,
          .number(0...10_000_000, default: 0), meaning: "As the experiment's table gives it for your seed.")
      }
    }
    let choices = RecoverTheFleet.strategies.map { Parameter.Choice($0.name, $0.label) }
    return Schema(
      fields:
        numbers + [
          Parameter(
            "fastest", "Recovers fastest", .choice(choices, default: "exponential"),
            meaning: "The strategy whose t99 is the earliest."),
          Parameter(
            "kindest", "Kindest to the server", .choice(choices, default: "exponential"),
            meaning: "The strategy whose peak is the lowest."),
        ])
  }

  package func given(for candidate: Candidate) -> [(name: String, value: JSONValue)] {
    [("seed", .integer(candidate.seed))]
  }

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let strategies = RecoverTheFleet.strategies
    let run = try Run(
      of: "recovery",
      ["seed": .integer(candidate.seed), "strategy": .array(strategies.map { .string($0.name) })], monitor)
    var measured: [(strategy: String, peak: Double, t99: Double)] = []
    var checks: [Check] = []
    for (index, strategy) in strategies.enumerated() {
      let series = try run.element(of: "series", where: "strategy", is: strategy.name)
      for measure in RecoverTheFleet.measures {
        guard let right = series[measure.member]?.double else {
          throw GraderFault("recovery gives no \(measure.member)")
        }
        let given = answer.number(strategy.name + measure.field)
        let passed = (given - right).magnitude <= measure.tolerance
        checks.append(
          Check(
            strategy.name + measure.field, isVisible: index < 2, points: 100, passed: passed,
            message: passed
              ? "\(strategy.label), \(measure.label): right."
              : "\(strategy.label), \(measure.label): your run with seed \(candidate.seed) gives another number."))
      }
      guard let peak = series["peak"]?.double, let t99 = series["t99Ms"]?.double else {
        throw GraderFault("recovery gives no peak or t99Ms")
      }
      measured.append((strategy.name, peak, t99))
    }
    checks.append(
      choice(
        "fastest", answer, measured.min { $0.t99 < $1.t99 }?.strategy, "compare the times until 99% have succeeded"))
    checks.append(choice("kindest", answer, measured.min { $0.peak < $1.peak }?.strategy, "compare the peaks"))
    return Marking(checks)
  }

  private func choice(_ name: String, _ answer: Arguments, _ right: String?, _ hint: String) -> Check {
    let passed = answer.text(name) == right
    return Check(
      name, isVisible: false, points: 100, passed: passed, message: passed ? "Right." : "Look again: \(hint).")
  }
}
