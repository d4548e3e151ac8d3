internal import JSON
package import Simulation

/// Settings of clients and server that end a metastable outage, within limits; graded by the simulation.
package struct BreakTheLoop: Exercise {
  package let id = "break-the-loop"
  package let title = "Break the loop"
  package let lesson = "when-retries-keep-it-down"
  package let task = """
    A trigger of five seconds leaves this service down for good: every answer comes too late, and every late answer \
    causes a retry. Change the clients' and the server's settings so that it recovers by itself, within five seconds \
    after the trigger, and so that in the trigger the server gets at most 1.25 requests for each first try. Clients must \
    still be allowed at least two attempts and wait for an answer from half a second to two seconds, and the queue must \
    hold at least 100.
    """
  package let kind = SubmissionKind.policy
  package let graderVersion = "2"
  package let maxScore = 1200

  package init() {}

  private static let settings: Set = ["timeoutMs", "attempts", "budget", "queueBound", "shed"]

  package var schema: Schema {
    Schema(fields: Catalogue["metastable"]?.schema.parameters.filter { BreakTheLoop.settings.contains($0.name) } ?? [])
  }

  private struct Trial {
    let name: String
    let isVisible: Bool
    /// What differs from the experiment's defaults.
    let parameters: [JSONMember]
  }

  /// How long after the trigger the service may need.
  private static let recoversWithinMs = 5_000.0
  /// The most requests that may be sent in the trigger, for each first try.
  private static let heaviest = 1.25
  /// In hundredths of a point, for each trial. The server's settings alone end the loop, and the clients' alone keep the
  /// load small; most is given for both.
  private static let worth = (recovery: 85, load: 200)

  private static let trials = [
    Trial(name: "the experiment's own trigger", isVisible: true, parameters: []),
    Trial(name: "a trigger of ten seconds", isVisible: false, parameters: [JSONMember("triggerEndMs", 20_000)]),
    Trial(name: "a higher load", isVisible: false, parameters: [JSONMember("load", 800)]),
    Trial(name: "a trigger that stops everything", isVisible: false, parameters: [JSONMember("triggerCapacity", 10)]),
  ]

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let limits = limits(answer)
    if let broken = limits.first(where: { !$0.passed }) {
      // Outside the limits nothing else counts: one attempt would end any loop.
      let others = BreakTheLoop.trials.flatMap {
        checks($0, isBack: false, isLight: false, (recovery: broken.message, load: broken.message))
      }
      return Marking(limits + others)
    }
    return Marking(try limits + BreakTheLoop.trials.flatMap { try checks($0, answer, candidate, monitor) })
  }

  private func limits(_ answer: Arguments) -> [Check] {
    let limits: [(String, ClosedRange<Int>, String)] = [
      ("attempts", 2...Int.max, "at least 2"), ("timeoutMs", 500...2_000, "from 500 to 2,000"),
      ("queueBound", 100...Int.max, "at least 100"),
    ]
    return limits.map { name, range, words in
      let given = answer.integer(name)
      let label = schema[name]?.label ?? name
      return Check(
        name, isVisible: true, points: 20, passed: range.contains(given),
        message: range.contains(given)
          ? "\(label) is within the limits." : "\(label) must be \(words); was \(given).")
    }
  }

  private func checks(
    _ trial: Trial, isBack: Bool, isLight: Bool, _ messages: (recovery: String, load: String)
  ) -> [Check] {
    let worth = BreakTheLoop.worth
    return [
      Check(
        "\(trial.name): recovery", isVisible: trial.isVisible, points: worth.recovery, passed: isBack,
        message: messages.recovery),
      Check(
        "\(trial.name): load", isVisible: trial.isVisible, points: worth.load, passed: isBack && isLight,
        message: messages.load),
    ]
  }

  private func checks(
    _ trial: Trial, _ answer: Arguments, _ candidate: Candidate, _ monitor: RunMonitor
  ) throws -> [Check] {
    let chosen = answer.values.map { JSONMember($0.name, $0.value.json) }
    let run = try Run(
      of: "metastable", .object(chosen + trial.parameters + [JSONMember("seed", .integer(candidate.seed))]), monitor)
    let (start, end) = (run.arguments.integer("triggerStartMs"), run.arguments.integer("triggerEndMs"))
    guard let times = run.result["atMs"]?.doubles, let sent = run.result["sent"]?.doubles,
      let offered = run.result["offered"]?.doubles
    else { throw GraderFault("the result of metastable has no series") }
    let inTrigger = times.indices.filter { (Double(start)..<Double(end)).contains(times[$0]) }
    let load = inTrigger.reduce(0) { $0 + sent[$1] } / inTrigger.reduce(0) { $0 + offered[$1] }
    let latest = Double(end) + BreakTheLoop.recoversWithinMs
    let recovered = run.number("recoveredAtMs")
    let isBack = recovered.map { $0 <= latest } ?? false
    let recovery =
      if let recovered {
        "With \(trial.name) it recovers at \(Int(recovered / 1000)) s; by \(Int(latest / 1000)) s, "
          + "\(Int(BreakTheLoop.recoversWithinMs / 1000)) s after the trigger, is asked."
      } else {
        "With \(trial.name) it does not recover."
      }
    let condition = isBack ? "" : ", which counts once it recovers in time"
    return checks(
      trial, isBack: isBack, isLight: load <= BreakTheLoop.heaviest,
      (
        recovery,
        "With \(trial.name) the server gets \(Wording.decimal(load, places: 2)) requests for each first try in the trigger; at "
          + "most \(Wording.decimal(BreakTheLoop.heaviest, places: 2)) are asked\(condition)."
      ))
  }

  package func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    ModelSolution(
      [
        ("budget", "ratio", "retries can be a tenth of what is sent at most, so the extra load stays small"),
        ("queueBound", 500, "what waits is served in half a second, before its client has given up"),
      ],
      """
      The loop lives on two things: late answers are work for nothing, and each of them sends a retry. The bound on the \
      queue ends the first, since whoever is refused at once costs the server nothing and whoever is let in is served in \
      time. The budget ends the second, since the retries of an outage cannot outgrow the first tries.
      """,
      """
      Either alone is half of it: without the budget the bound is met by three requests for each first try, and without \
      the bound the budget waits until the queue is served. With both, three attempts and a second of patience are no \
      danger any more. A single attempt would end the loop as well, \
      but it gives up on every lost packet; a budget gives up only while everything fails.
      """)
  }
}
