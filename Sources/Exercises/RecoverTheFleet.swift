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

  /// By the names that they have in the experiment's table.
  private static let strategies = [
    (name: "exponential", label: "Exponential (no jitter)"), (name: "full", label: "Full jitter"),
    (name: "equal", label: "Equal jitter"), (name: "decorrelated", label: "Decorrelated jitter"),
  ]

  /// What is reported of a strategy, and how far it may be off: counts are exact, times to the millisecond that a
  /// reader sees.
  private static let measures = [
    (field: "Peak", member: "peak", label: "peak", unit: "requests per bucket", tolerance: 0.0),
    (field: "MeanFifthRetryMs", member: "meanFifthRetryMs", label: "mean fifth retry", unit: "ms", tolerance: 1.0),
    (field: "T99Ms", member: "t99Ms", label: "99% served", unit: "ms", tolerance: 1.0),
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
            meaning: "The strategy that has served 99% first."),
          Parameter(
            "kindest", "Kindest to the server", .choice(choices, default: "exponential"),
            meaning: "The strategy whose peak is the lowest."),
        ])
  }

  package func given(for candidate: Candidate) -> [(name: String, value: JSONValue)] {
    [("seed", .integer(candidate.seed))]
  }

  /// What the experiment gives a candidate of each strategy, and the strategies that come out best.
  private struct Measured {
    let series: [JSONValue]
    let fastest: String
    let kindest: String

    init(_ candidate: Candidate, _ monitor: RunMonitor) throws {
      let names = RecoverTheFleet.strategies.map(\.name)
      let run = try Run(
        of: "recovery", ["seed": .integer(candidate.seed), "strategy": .strings(names)], monitor)
      let series = try names.map { try run.element(of: "series", where: "strategy", is: $0) }
      func best(_ member: String) throws -> String {
        let values = try series.map { try Measured.number($0, member) }
        guard let least = zip(names, values).min(by: { $0.1 < $1.1 }) else { throw GraderFault("no strategies") }
        return least.0
      }
      self.series = series
      fastest = try best("t99Ms")
      kindest = try best("peak")
    }

    static func number(_ series: JSONValue, _ member: String) throws -> Double {
      guard let number = series[member]?.double else { throw GraderFault("recovery gives no \(member)") }
      return number
    }
  }

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let measured = try Measured(candidate, monitor)
    var checks: [Check] = []
    for (index, strategy) in RecoverTheFleet.strategies.enumerated() {
      for measure in RecoverTheFleet.measures {
        let right = try Measured.number(measured.series[index], measure.member)
        let given = answer.number(strategy.name + measure.field)
        let passed = (given - right).magnitude <= measure.tolerance
        checks.append(
          Check(
            strategy.name + measure.field, isVisible: index < 2, points: 100, passed: passed,
            message: passed
              ? "\(strategy.label), \(measure.label): right."
              : "\(strategy.label), \(measure.label): your run with seed \(candidate.seed) gives another number."))
      }
    }
    checks.append(choice("fastest", answer, measured.fastest, "compare the times until 99% have succeeded"))
    checks.append(choice("kindest", answer, measured.kindest, "compare the peaks"))
    return Marking(checks)
  }

  package func solution(for candidate: Candidate, _ monitor: RunMonitor) throws -> ModelSolution {
    let measured = try Measured(candidate, monitor)
    let numbers = try zip(RecoverTheFleet.strategies, measured.series).flatMap { strategy, series in
      try RecoverTheFleet.measures.map { measure in
        let number = Int(try Measured.number(series, measure.member).rounded())
        return (name: strategy.name + measure.field, value: JSONValue.integer(number), reason: "")
      }
    }
    return ModelSolution(
      numbers + [
        ("fastest", .string(measured.fastest), "its 99% are served before those of the others"),
        ("kindest", .string(measured.kindest), "no bucket of its is as full as the fullest of any other"),
      ],
      """
      These are the numbers of seed \(candidate.seed), times to the nearest millisecond. Without jitter everybody comes \
      back in the same few buckets: the server refuses nearly all of them, idles until the next round, and each round \
      waits longer than the one before.
      """,
      """
      Jitter spreads them, so that what the server can do is used in every bucket. How soon all are served then depends \
      on how long the waits have grown by the time it is back, and how high the peak is on how far the waits reach apart.
      """)
  }

  private func choice(_ name: String, _ answer: Arguments, _ right: String, _ hint: String) -> Check {
    let passed = answer.text(name) == right
    return Check(
      name, isVisible: false, points: 100, passed: passed, message: passed ? "Right." : "Look again: \(hint).")
  }
}
