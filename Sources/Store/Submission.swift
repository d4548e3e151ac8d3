package struct SubmissionID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static func < (left: SubmissionID, right: SubmissionID) -> Bool { left.rawValue < right.rawValue }
}

/// What somebody hands in.
package struct NewSubmission: Sendable, Equatable {
  package let person: PersonID
  package let exercise: String
  /// The request's body, byte for byte.
  package let body: [UInt8]
  /// How many attempts count at most; nil for no limit.
  package let attemptLimit: Int?
  /// Until when it may come; nil for ever.
  package let deadline: Timestamp?
  /// Whose question it answers.
  package let candidate: PersonID

  package init(
    person: PersonID, candidate: PersonID? = nil, exercise: String, body: [UInt8], attemptLimit: Int? = nil,
    deadline: Timestamp? = nil
  ) {
    self.person = person
    self.candidate = candidate ?? person
    self.exercise = exercise
    self.body = body
    self.attemptLimit = attemptLimit
    self.deadline = deadline
  }
}

package struct Submission: Sendable, Equatable {
  package let id: SubmissionID
  package let person: PersonID
  /// Whose question it answers, where questions differ from person to person: whoever handed it in, by the number that
  /// they had then.
  package let candidate: PersonID
  package let exercise: String
  package let body: [UInt8]
  /// Counts a person's submissions to an exercise from 1.
  package let attempt: Int
  package let submittedAt: Timestamp
  package let state: State

  package init(
    id: SubmissionID, person: PersonID, candidate: PersonID? = nil, exercise: String, body: [UInt8], attempt: Int,
    submittedAt: Timestamp, state: State
  ) {
    self.id = id
    self.person = person
    self.candidate = candidate ?? person
    self.exercise = exercise
    self.body = body
    self.attempt = attempt
    self.submittedAt = submittedAt
    self.state = state
  }

  package enum State: Sendable, Equatable {
    case pending
    case graded(Grade, at: Timestamp)
    /// A fault of ours, in words; no attempt was spent.
    case abandoned(String, at: Timestamp)
  }
}

/// What a submission was worth. Points are hundredths, so that sums are exact.
package struct Grade: Sendable, Equatable {
  package let score: Int
  package let maxScore: Int
  /// What was checked, as JSON text for whoever may see it.
  package let report: [UInt8]
  package let graderVersion: String

  package init(score: Int, maxScore: Int, report: [UInt8], graderVersion: String) {
    self.score = score
    self.maxScore = maxScore
    self.report = report
    self.graderVersion = graderVersion
  }
}

/// A grade found before its submission was taken, and the answer to whoever hands it in.
package struct ReadyGrade: Sendable {
  package let grade: Grade
  /// Called inside the step that takes the submission, so it must be quick.
  package let respond: @Sendable (Submission) -> RecordedResponse

  package init(_ grade: Grade, respond: @escaping @Sendable (Submission) -> RecordedResponse) {
    self.grade = grade
    self.respond = respond
  }
}

/// A grade to be replaced, and the one that takes its place.
package struct GradeChange: Sendable, Equatable {
  package let submission: SubmissionID
  package let before: Grade
  package let after: Grade

  package init(submission: SubmissionID, before: Grade, after: Grade) {
    self.submission = submission
    self.before = before
    self.after = after
  }
}

package struct BestGrade: Sendable, Equatable {
  package let person: PersonID
  package let exercise: String
  package let submission: SubmissionID
  /// Hundredths of a point.
  package let score: Int
  package let maxScore: Int
  package let submittedAt: Timestamp
  /// How many of the person's submissions to the exercise count as attempts.
  package let attempts: Int

  package init(
    person: PersonID, exercise: String, submission: SubmissionID, score: Int, maxScore: Int, submittedAt: Timestamp,
    attempts: Int
  ) {
    self.person = person
    self.exercise = exercise
    self.submission = submission
    self.score = score
    self.maxScore = maxScore
    self.submittedAt = submittedAt
    self.attempts = attempts
  }
}

/// What the instructor set for an exercise.
package struct ExerciseSettings: Sendable, Equatable {
  package let exercise: String
  package var deadline: Timestamp?
  /// The zone in which the deadline was stated, an IANA name; for showing it.
  package var timeZone: String
  package var attemptLimit: Int?
  package var showsSolutionAfterDeadline: Bool

  package init(
    exercise: String, deadline: Timestamp? = nil, timeZone: String = "UTC", attemptLimit: Int? = nil,
    showsSolutionAfterDeadline: Bool = false
  ) {
    self.exercise = exercise
    self.deadline = deadline
    self.timeZone = timeZone
    self.attemptLimit = attemptLimit
    self.showsSolutionAfterDeadline = showsSolutionAfterDeadline
  }

  /// True once nothing is taken any more. The deadline itself still counts.
  package func isOver(at now: Timestamp) -> Bool { deadline.map { now > $0 } ?? false }

  /// True while a model solution may be shown: never as long as an answer is taken.
  package func showsSolution(at now: Timestamp) -> Bool { showsSolutionAfterDeadline && isOver(at: now) }
}

/// One line of the audit trail.
package struct AuditEntry: Sendable, Equatable {
  package let number: Int
  package let at: Timestamp
  package let actor: Actor
  /// What was done, such as `person.revoke`.
  package let action: String
  /// To what, such as `person 7`.
  package let subject: String
  /// Anything else worth keeping; never a secret.
  package let detail: String
}
