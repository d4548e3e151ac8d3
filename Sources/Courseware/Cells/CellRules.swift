/// What a lesson may refer to. `Site` supplies it from the catalogue of experiments, so that a server that starts and
/// `course check` refuse the same things.
package protocol CellRules: Sendable {
  /// Everything wrong with a cell's experiment, parameters, adjustable parameters, prediction and claims, as far as it
  /// can be said without running.
  func faults(in cell: ExperimentCell) -> [CellFault]

  /// What is wrong with a fence that names an exercise and how to mend it; nil if there is that exercise.
  func fault(inExercise id: String) -> String?

  /// The slug of the lesson that an exercise was made for.
  func lesson(ofExercise id: String) -> String?

  /// True if `/experiments/{id}` is a page.
  func hasExperiment(_ id: String) -> Bool

  /// True if this server answers a GET of that path, apart from the lessons, experiments and the glossary: for links
  /// and images, such as `/static/exchange.svg`.
  func hasPage(_ path: String) -> Bool
}

/// What is wrong with a member of a cell's JSON.
package struct CellFault: Sendable, Equatable {
  /// The member's names, and indices as decimal text, from the outermost, such as `["claims", "2", "value"]`. Empty if
  /// the fault is in the fence's first line, such as an unknown experiment.
  package var member: [String]
  /// What is wrong and how to mend it.
  package var message: String

  package init(_ member: [String], _ message: String) {
    self.member = member
    self.message = message
  }

  /// A fault of the fence's first line.
  package init(_ message: String) { self.init([], message) }
}

/// Rules that allow everything, for text that is read apart from any server.
package struct NoCellRules: CellRules {
  package init() {}
  package func faults(in cell: ExperimentCell) -> [CellFault] { [] }
  package func fault(inExercise id: String) -> String? { nil }
  package func lesson(ofExercise id: String) -> String? { nil }
  package func hasExperiment(_ id: String) -> Bool { true }
  package func hasPage(_ path: String) -> Bool { true }
}
