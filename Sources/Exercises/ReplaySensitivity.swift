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

  private static let solved: [(name: String, value: JSONValue, reason: String)] = [
    ("order-keyless", "repeat-sensitive", "twice is two orders, and two orders are the same two in either order"),
    ("order-keyed", "robust", "the server has seen the key and does nothing the second time"),
    ("spend-budget", "repeat-sensitive", "each one counts, and which of them came first leaves no trace"),
    ("set-address", "order-sensitive", "the same address again changes nothing, but the last of two stays"),
    ("delete", "robust", "what is gone stays gone, and two entries can go in either order"),
    ("append-comment", "doubly-sensitive", "a second one stands there twice, and the later one stands below"),
    ("conditional-update", "order-sensitive", "the version has moved on for a repetition, but the first of two wins"),
    (
      "store-token", "order-sensitive", "the same token again is harmless, but an older one that comes late replaces it"
    ),
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

  package func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    ModelSolution(
      ReplaySensitivity.solved,
      """
      Whatever adds to what is there (an order, a comment, one less of a budget) counts twice when it is sent twice. \
      Whatever says what shall be there (an address, an absence, a token) does not. A key turns the first kind into the \
      second.
      """,
      """
      The order counts wherever the last or the first of two wins. A condition on the version does not remove that: it \
      makes the second writer hear of it. It is harmless where each operation touches something of its own.
      """)
  }
}
