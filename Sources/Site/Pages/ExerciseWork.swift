package import Exercises
package import JSON
package import Simulation

/// One reader's work on an exercise, as its page shows it.
package struct ExerciseWork: Sendable {
  /// Nil for somebody who is not signed in.
  package var reader: Reader?
  /// What this reader needs beside the task, such as the seed of their own question.
  package var given: [(name: String, value: JSONValue)] = []
  package var terms = ExerciseTerms()
  /// What the form shows, as sent or as handed in last; fields that are missing show the schema's defaults.
  package var values: [(name: String, value: String)] = []
  /// True if the values come from a form that was sent just now.
  package var isSent = false
  package var faults: [Fault] = []
  /// Made with the page and sent with its form, so that sending it again hands in nothing more. Nil where one page
  /// serves everybody.
  package var key: String?
  /// What came of the answer that the form shows.
  package var outcome: ExerciseOutcome?
  /// What kept the answer from being taken, in a sentence.
  package var refusal: String?
  /// The newest first.
  package var history: [ExerciseAttempt] = []
  /// Nil for whoever may not see one, or not yet.
  package var solution: ModelSolution?

  package struct Reader: Sendable {
    package var id: Int
    package var name: String
    /// Numbers of those who were merged into them.
    package var formerIDs: [Int] = []

    package init(id: Int, name: String) {
      self.id = id
      self.name = name
    }

    /// For scripts: whose the page is, and what else was theirs.
    var attributes: HTML {
      HTML.attribute("data-person", "\(id)")
        + HTML.attribute("data-former", formerIDs.isEmpty ? nil : formerIDs.map(String.init).joined(separator: " "))
    }
  }

  package init() {}

  func faults(of field: String) -> [String] { faults.filter { $0.parameter == field }.map(\.message) }
  func value(of field: String) -> String? { values.first { $0.name == field }?.value }
}

/// Until when and how often an answer is taken.
package struct ExerciseTerms: Sendable {
  /// Nil for no limit.
  package var attemptLimit: Int?
  package var attemptsUsed = 0
  /// The deadline in words, in the zone in which it was set.
  package var deadline: String?
  package var isOver = false
  /// True if those who have joined see a model solution after the deadline.
  package var showsSolution = false

  package init() {}

  var attemptsLeft: Int? { attemptLimit.map { max(0, $0 - attemptsUsed) } }
  /// True if nothing is taken any more.
  var isClosed: Bool { isOver || attemptsLeft == 0 }
}

/// What came of an answer, as whoever gave it may see it.
package struct ExerciseOutcome: Sendable {
  package struct Check: Sendable {
    package var name: String
    package var passed: Bool
    package var message: String
    package init(name: String, passed: Bool, message: String) {
      self.name = name
      self.passed = passed
      self.message = message
    }
  }

  package struct Tally: Sendable {
    package var passed: Int
    package var of: Int
    package init(passed: Int, of: Int) {
      self.passed = passed
      self.of = of
    }
  }

  /// Hundredths of a point; nil if the visible checks alone were run and nothing was handed in.
  package var score: (earned: Int, of: Int)?
  package var visible: Tally
  /// How many of the hidden checks passed; nil until the answer is handed in.
  package var hidden: Tally?
  /// How many hidden checks there are.
  package var hiddenCount: Int
  /// The visible checks.
  package var checks: [Check]
  /// The hidden ones, for instructors; nil for everybody else.
  package var hiddenChecks: [Check]?

  package init(
    score: (earned: Int, of: Int)? = nil, visible: Tally, hidden: Tally? = nil, hiddenCount: Int, checks: [Check]
  ) {
    self.score = score
    self.visible = visible
    self.hidden = hidden
    self.hiddenCount = hiddenCount
    self.checks = checks
  }

  /// How it went, in one sentence that never says "all" while something is hidden.
  var summary: String {
    let shown = "Visible checks: \(visible.passed) of \(visible.of)"
    if hiddenCount == 0 { return "\(shown)." }
    guard let hidden else { return "\(shown). \(hiddenCount) more are hidden and run when you submit." }
    return "\(shown); hidden: \(hidden.passed) of \(hidden.of)."
  }
}

/// One answer that was handed in.
package struct ExerciseAttempt: Sendable {
  package enum State: Sendable {
    case pending
    /// Hundredths of a point.
    case graded(earned: Int, of: Int, summary: String)
    /// A fault of ours; it does not count.
    case abandoned
  }

  package var id: Int
  package var number: Int
  /// In words.
  package var at: String
  package var state: State

  package init(id: Int, number: Int, at: String, state: State) {
    self.id = id
    self.number = number
    self.at = at
    self.state = state
  }
}

extension Figures {
  /// Points of which hundredths are given: `7`, `7.5`, `7.92`.
  static func points(_ hundredths: Int) -> String {
    let whole = text(hundredths / 100)
    let rest = abs(hundredths % 100)
    if rest == 0 { return whole }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
