import Exercises
package import JSON

/// One answer that was handed in, as its reader may see it.
package struct ShownSubmission: Sendable {
  package var attempt: ExerciseAttempt
  /// Nil until it is graded.
  package var outcome: ExerciseOutcome?
  /// The fields of the answer; nil where they cannot be read.
  package var answer: JSONValue?
  /// What whoever gave it was given beside the task, such as the seed of their own question.
  package var given: [(name: String, value: JSONValue)]
  /// What the same person has handed in to the exercise, the newest first.
  package var history: [ExerciseAttempt]
  /// Whose it is; nil where it is the reader's own.
  package var owner: ExerciseWork.Reader?

  package init(
    attempt: ExerciseAttempt, outcome: ExerciseOutcome?, answer: JSONValue?,
    given: [(name: String, value: JSONValue)], history: [ExerciseAttempt], owner: ExerciseWork.Reader? = nil
  ) {
    self.attempt = attempt
    self.outcome = outcome
    self.answer = answer
    self.given = given
    self.history = history
    self.owner = owner
  }
}

/// One answer that was handed in, with what came of it: for whoever gave it, and for instructors.
struct SubmissionPage {
  let exercise: any Exercise
  let submission: ShownSubmission
  let outline: CourseOutline

  private var attempt: ExerciseAttempt { submission.attempt }

  var html: HTML {
    let whose: HTML? = submission.owner.map { owner in
      "<a href=\"/teach/students/\(owner.id)\">\(owner.name)</a> <span aria-hidden=\"true\">·</span> "
    }
    let main: HTML = """
      <div class="prose">
      <header class="lesson-head">
      <p class="eyebrow">\(whose)<a href="/exercises/\(exercise.id)">\(exercise.title)</a> \
      <span aria-hidden="true">·</span> \(attempt.at)</p>
      <h1>Attempt \(attempt.number)\(submission.owner.map { " of \($0.name)" } ?? "")</h1>
      </header>
      <div class="cell exercise">
      \(outcome)\(ExerciseAnswerView(exercise: exercise, answer: submission.answer, given: submission.given).html)\
      <p class="again">\(onward)</p>
      \(ExerciseHistoryView(attempts: submission.history, owner: submission.owner?.name).html)</div>
      </div>

      """
    return PageLayout(
      outline: outline, title: "\(exercise.title), attempt \(attempt.number)", description: exercise.task,
      path: "/submissions/\(attempt.id)", kind: "exercise", extraStyles: ["exercises"], main: main
    ).html
  }

  private var outcome: HTML {
    switch attempt.state {
    case .pending:
      """
      <p role="status">It is kept and being graded. This page looks again by itself.</p>
      <p><a href="/submissions/\(attempt.id)">Look now</a></p>

      """
    case .abandoned where submission.owner == nil:
      """
      <p role="status">A fault of ours kept it from being graded. It costs no attempt: please submit it again.</p>

      """
    case .abandoned:
      "<p role=\"status\">A fault of ours kept it from being graded. It costs no attempt.</p>\n"
    case .graded:
      """
      <div class="outcome">
      \(submission.outcome.map { ExerciseOutcomeView(outcome: $0).html })</div>

      """
    }
  }

  private var onward: HTML {
    if let owner = submission.owner {
      return """
        <a href="/teach/students/\(owner.id)">Everything that \(owner.name) has handed in</a> or \
        <a href="/teach">back to the gradebook</a>
        """
    }
    let lesson: HTML? = outline.exercise(exercise.id)?.chapter.map { chapter in
      " or <a href=\"\(chapter.path)#\(exercise.id)\">back to lesson \(chapter.order)</a>"
    }
    return """
      <a href="/exercises/\(exercise.id)">To the exercise, with the last answer to go on from</a>\(lesson)
      """
  }
}
