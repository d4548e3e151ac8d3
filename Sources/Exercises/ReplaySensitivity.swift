internal import JSON
package import Simulation

/// A class for each of eight operations; graded by applying them, as the `replay` experiment does.
package struct ReplaySensitivity: Exercise {
  package let id = "replay-sensitivity"
  package let title = "Once, twice, or in another order"
  package let lesson = "may-it-be-sent-again"
  package let task = """
    For each operation, say what a repetition or another order would change: apply a once and twice, then a and b in \
    both orders, and compare the states.
    """
  package let kind = SubmissionKind.answers
  package let graderVersion = "1"
  package let maxScore = 800

  package init() {}

  private static let operations: [(name: String, label: String, isVisible: Bool)] = [
    ("order-keyless", "Place an order without a key", true),
    ("order-keyed", "Place an order with a key", true),
    ("spend-budget", "Spend one of a budget", false),
    ("set-address", "Set an address", true),
    ("delete", "Delete an entry", false),
    ("append-comment", "Append a comment", true),
    ("conditional-update", "Set an address if its version is 1", false),
    ("store-token", "Store a refreshed token", false),
  ]

  private static let classes = [
    Parameter.Choice("robust", "Robust: neither changes anything"),
    Parameter.Choice("repeat-sensitive", "Repeat-sensitive: twice is not once"),
    Parameter.Choice("order-sensitive", "Order-sensitive: the order counts"),
    Parameter.Choice("doubly-sensitive", "Doubly sensitive: both count"),
  ]

  package let schema = ReplaySensitivity.form
  package let isMarkedAtOnce = true

  private static let form = Schema(
    fields:
      ReplaySensitivity.operations.map {
        Parameter(
          $0.name, $0.label, .choice(ReplaySensitivity.classes, default: "robust"),
          meaning: "What a repetition or another order would change.")
      })

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let replay = try Run(of: "replay", [:], monitor)
    let operations = ReplaySensitivity.operations
    return Marking(
      try zip(operations, Marking.shares(of: maxScore, among: operations.count)).map { operation, points in
        let outcome = try replay.element(of: "operations", where: "operation", is: operation.name)
        let states = ["once", "twice", "ab", "ba"].map { name in
          "\(name) \(String(decoding: (outcome[name] ?? .null).bytes, as: UTF8.self))"
        }
        let passed = outcome["sensitivity"] == .string(answer.text(operation.name))
        let verdict = passed ? "right" : "compare the states"
        return Check(
          operation.name, isVisible: operation.isVisible, points: points, passed: passed,
          message: "\(operation.label): \(verdict): \(states.joined(separator: "; ")).")
      })
  }
}
