internal import Exercises
internal import JSON
internal import Store

/// Reads what is kept of somebody's work on an exercise. Everything blocks.
struct WorkReader: Sendable {
  private let context: SiteContext

  init(_ context: SiteContext) { self.context = context }

  /// - Parameter sent: The fields of a form that was sent just now; else the form shows what was handed in last.
  func work(
    on exercise: any Exercise, by caller: Caller?, sent: [(name: String, value: String)]? = nil
  ) throws -> ExerciseWork {
    var work = ExerciseWork()
    work.given = exercise.given(for: caller.candidate)
    work.key = Secret().text
    let settings = try context.storage.settings(of: exercise.id)
    work.terms = try terms(settings, for: caller?.person)
    work.solution = try context.solution(to: exercise, settings, for: caller)
    if let sent {
      work.values = ExerciseForm.values(sent, of: exercise)
      work.isSent = true
    }
    guard let caller else { return work }
    var reader = ExerciseWork.Reader(caller.person)
    reader.formerIDs = try context.storage.formerNumbers(of: caller.person.id).map(\.rawValue)
    work.reader = reader
    let submissions = try submissions(of: caller.person.id, exercise.id)
    work.history = submissions.map(attempt)
    if sent == nil, let answer = submissions.first.flatMap(exercise.answer(in:)) {
      work.values = ExerciseForm.values(answer: answer)
    }
    return work
  }

  func terms(of exercise: String, for person: Person?) throws -> ExerciseTerms {
    try terms(try context.storage.settings(of: exercise), for: person)
  }

  private func terms(_ settings: ExerciseSettings, for person: Person?) throws -> ExerciseTerms {
    var terms = ExerciseTerms()
    if let person { terms.attemptsUsed = try context.storage.attempts(of: person.id)[settings.exercise] ?? 0 }
    terms.attemptLimit = settings.attemptLimit
    if let deadline = settings.deadline {
      terms.deadline = MomentText.whole(deadline, zone: settings.timeZone)
      terms.isOver = settings.isOver(at: context.time())
      terms.showsSolution = settings.showsSolutionAfterDeadline
    }
    return terms
  }

  func history(of person: PersonID, _ exercise: String) throws -> [ExerciseAttempt] {
    try submissions(of: person, exercise).map(attempt)
  }

  /// A submission as that reader may see it: an instructor sees whose it is, and the hidden checks.
  func shown(_ submission: Submission, of exercise: any Exercise, to caller: Caller) throws -> ShownSubmission {
    let isOwn = submission.person == caller.person.id
    return ShownSubmission(
      attempt: attempt(submission),
      outcome: ExerciseOutcome(submission, for: caller.isInstructor ? .instructor : .student),
      answer: exercise.answer(in: submission),
      given: exercise.given(for: Candidate(person: submission.candidate.rawValue)),
      history: try history(of: submission.person, exercise.id),
      owner: isOwn ? nil : try context.storage.person(submission.person).map(ExerciseWork.Reader.init))
  }

  func attempt(_ submission: Submission) -> ExerciseAttempt {
    let state: ExerciseAttempt.State
    switch submission.state {
    case .pending: state = .pending
    case .abandoned: state = .abandoned
    case .graded(let grade, _):
      let summary = ExerciseOutcome(submission)?.summary ?? ""
      state = .graded(earned: grade.score, of: grade.maxScore, summary: summary)
    }
    return ExerciseAttempt(
      id: submission.id.rawValue, number: submission.attempt,
      at: MomentText.brief(submission.submittedAt), state: state)
  }

  private static let mostShown = 1000

  /// The newest first.
  private func submissions(of person: PersonID, _ exercise: String) throws -> [Submission] {
    var newest: [Submission] = []
    while true {
      let found = try context.storage.submissions(
        person: person, exercise: exercise, after: newest.last?.id, limit: WorkReader.mostShown)
      newest = (newest + found).suffix(WorkReader.mostShown)
      if found.count < WorkReader.mostShown { return newest.reversed() }
    }
  }
}

extension ExerciseOutcome {
  /// What came of a submission, as that reader may see it; nil until it is graded.
  init?(_ submission: Submission, for reader: Marking.Reader = .student) {
    guard case .graded(let grade, _) = submission.state else { return nil }
    self.init(submission.json(for: reader), for: reader)
    score = (grade.score, grade.maxScore)
  }

  /// The visible checks of a marking, and nothing of the hidden ones.
  init(visible marking: Marking) {
    self.init(
      visible: Tally(passed: marking.visible.passed, of: marking.visible.of),
      hiddenCount: marking.hidden.of,
      checks: marking.checks.filter(\.isVisible).map { Check(name: $0.name, passed: $0.passed, message: $0.message) })
  }
}

extension ExerciseWork.Reader {
  init(_ person: Person) { self.init(id: person.id.rawValue, name: person.name) }
}

extension Exercise {
  /// The fields of an answer that was handed in; nil where they cannot be read.
  func answer(in submission: Submission) -> JSONValue? {
    (try? JSONParser.parse(submission.body))?[kind.rawValue]
  }
}
