package import Store

/// What grading again would change, reckoned without changing anything.
package struct RegradePlan: Sendable, Equatable {
  package struct Change: Sendable, Equatable {
    package let person: PersonID
    package let exercise: String
    package let attempt: Int
    package let grade: GradeChange

    /// False if only the report or the grader's version is another.
    package var altersScore: Bool {
      grade.before.score != grade.after.score || grade.before.maxScore != grade.after.maxScore
    }
  }

  /// A submission that cannot be graded now. It keeps its grade.
  package struct Failure: Sendable, Equatable {
    package let submission: SubmissionID
    package let exercise: String
    package let reason: String
  }

  /// The exercise, or nil for all.
  package let exercise: String?
  /// How many graded submissions were looked at.
  package let examined: Int
  /// In the order in which the submissions came.
  package let changes: [Change]
  package let failures: [Failure]

  /// Names this plan and no other: a digest of everything it would change.
  package var tag: String {
    var text = exercise ?? ""
    for change in changes {
      let grade = change.grade
      for part in [grade.before, grade.after] {
        text += "\n\(grade.submission.rawValue) \(part.score)/\(part.maxScore) \(part.graderVersion)"
      }
      text += " " + Digest(of: grade.after.report).bytes.hex
    }
    return Digest(of: Array(text.utf8)).bytes.prefix(16).hex
  }
}
