package import JSON

/// One thing that a grader looked at.
package struct Check: Sendable, Equatable {
  /// A short name, such as `503`.
  package let name: String
  /// False keeps the name and the message from the student: they see how many of these passed.
  package let isVisible: Bool
  package let passed: Bool
  /// What it is worth, in hundredths of a point; partial credit is in `earned`.
  package let points: Int
  package let earned: Int
  /// What differed and why, or why it is right.
  package let message: String
  /// The check as JSON. Written once: it is wanted for what is kept of a marking and again for what is shown.
  package private(set) var bytes: [UInt8] = []

  package init(_ name: String, isVisible: Bool, points: Int, earned: Int, message: String) {
    self.name = name
    self.isVisible = isVisible
    self.points = points
    self.earned = max(0, min(points, earned))
    self.passed = earned >= points
    self.message = message
    bytes = json.bytes
  }

  package init(_ name: String, isVisible: Bool, points: Int, passed: Bool, message: String) {
    self.init(name, isVisible: isVisible, points: points, earned: passed ? points : 0, message: message)
  }
}

extension Check {
  var json: JSONValue {
    [
      "name": .string(name), "visible": .bool(isVisible), "passed": .bool(passed),
      "points": .number(Double(earned) / 100), "of": .number(Double(points) / 100), "message": .string(message),
    ]
  }
}

/// The outcome of grading one answer.
package struct Marking: Sendable, Equatable {
  package let checks: [Check]

  package init(_ checks: [Check]) { self.checks = checks }

  /// Hundredths of a point.
  package var score: Int { checks.reduce(0) { $0 + $1.earned } }
  package var maxScore: Int { checks.reduce(0) { $0 + $1.points } }

  package var visible: Tally { Tally(checks.filter(\.isVisible)) }
  package var hidden: Tally { Tally(checks.filter { !$0.isVisible }) }

  /// How many checks passed.
  package struct Tally: Sendable, Equatable {
    package let passed: Int
    package let of: Int

    init(_ checks: [Check]) {
      passed = checks.count(where: \.passed)
      of = checks.count
    }

    package var json: JSONValue { ["passed": .integer(passed), "of": .integer(of)] }
  }

  /// Who reads a marking.
  package enum Reader: Sendable {
    case student, instructor
  }

  /// The checks as JSON; a student gets the hidden ones as a count only, beside this.
  package func json(for reader: Reader) -> JSONValue {
    .array(checks.filter { reader == .instructor || $0.isVisible }.map(\.json))
  }

  /// One sentence on how it went, which never says "all" while something is hidden.
  package var summary: String {
    let shown = "Visible checks: \(visible.passed) of \(visible.of)"
    return hidden.of == 0 ? "\(shown)." : "\(shown); hidden: \(hidden.passed) of \(hidden.of)."
  }
}

extension Marking {
  /// Shares out so many hundredths of a point evenly, the first checks taking what is left over.
  static func shares(of total: Int, among count: Int) -> [Int] {
    (0..<count).map { total / count + ($0 < total % count ? 1 : 0) }
  }
}
