internal import JSON
package import Simulation

/// Settings of clients and server that end a metastable outage, within limits; graded by the simulation.
package struct BreakTheLoop: Exercise {
  package let id = "break-the-loop"
  package let title = "Break the loop"
  package let lesson = "when-retries-keep-it-down"
  package let task = """
    A trigger of five seconds leaves this service down for good: every answer comes too late, and every late answer \
    causes a retry. Change the clients' and the server's settings so that it recovers by itself. Clients must still be \
    allowed at least two attempts and wait at least half a second for an answer, and the queue must hold at least 100.
    """
  package let kind = SubmissionKind.policy
  package let graderVersion = "1"
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
    let triggerEndMs: Int
    /// How long after the trigger the service may need.
    let recoversWithinMs: Double
  }

  private static let trials = [
    Trial(
      name: "the experiment's own trigger", isVisible: true, parameters: [], triggerEndMs: 15_000,
      recoversWithinMs: 8_000),
    Trial(
      name: "a trigger of ten seconds", isVisible: false, parameters: [JSONMember("triggerEndMs", 20_000)],
      triggerEndMs: 20_000, recoversWithinMs: 10_000),
    Trial(
      name: "a higher load", isVisible: false, parameters: [JSONMember("load", 800)], triggerEndMs: 15_000,
      recoversWithinMs: 12_000),
    Trial(
      name: "a trigger that stops everything", isVisible: false, parameters: [JSONMember("triggerCapacity", 10)],
      triggerEndMs: 15_000, recoversWithinMs: 10_000),
  ]

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let limits = limits(answer)
    if let broken = limits.first(where: { !$0.passed }) {
      // Outside the limits nothing else counts: one attempt would end any loop.
      let others = BreakTheLoop.trials.map {
        Check($0.name, isVisible: $0.isVisible, points: 225, passed: false, message: broken.message)
      }
      return Marking(limits + others)
    }
    return Marking(try limits + BreakTheLoop.trials.map { try check($0, answer, candidate, monitor) })
  }

  private func limits(_ answer: Arguments) -> [Check] {
    [("attempts", 2), ("timeoutMs", 500), ("queueBound", 100)].map { name, least in
      let given = answer.integer(name)
      return Check(
        name, isVisible: true, points: 100, passed: given >= least,
        message: given >= least ? "\(name) is within the limits." : "\(name) must be at least \(least); was \(given).")
    }
  }

  private func check(_ trial: Trial, _ answer: Arguments, _ candidate: Candidate, _ monitor: RunMonitor) throws -> Check
  {
    let chosen = answer.values.map { JSONMember($0.name, $0.value.json) }
    let run = try Run(
      of: "metastable", .object(chosen + trial.parameters + [JSONMember("seed", .integer(candidate.seed))]), monitor)
    let recovered = run.number("recoveredAtMs")
    let latest = Double(trial.triggerEndMs) + trial.recoversWithinMs
    let passed = recovered.map { $0 <= latest } ?? false
    let message =
      if let recovered {
        "With \(trial.name) it recovers at \(Int(recovered / 1000)) s; by \(Int(latest / 1000)) s is asked."
      } else {
        "With \(trial.name) it does not recover."
      }
    return Check(trial.name, isVisible: trial.isVisible, points: 225, passed: passed, message: message)
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
      Three attempts and a second of patience are then no danger any more. A single attempt would end the loop as well, \
      but it gives up on every lost packet; a budget gives up only while everything fails.
      """)
  }
}
