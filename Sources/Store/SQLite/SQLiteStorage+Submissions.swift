extension SQLiteStorage {
  package func accept(
    _ submission: NewSubmission, claim: Claim, grade: ReadyGrade?, at now: Timestamp,
    completion: @escaping @Sendable (Result<Acceptance, StoreError>) -> Void
  ) {
    writer.submit(
      { connection throws(StoreError) in
        try connection.accept(submission, claim, grade, at: now)
      }, completion: completion)
  }

  package func finish(
    _ id: SubmissionID, grade: Grade, response: RecordedResponse, at now: Timestamp,
    completion: @escaping @Sendable (Result<RecordedResponse, StoreError>) -> Void
  ) {
    let piece: @Sendable (Connection) throws(StoreError) -> RecordedResponse = { connection throws(StoreError) in
      try connection.run(
        """
        UPDATE submission SET score = ?, max_score = ?, report = ?, grader = ?, graded_at = ?
        WHERE id = ? AND graded_at IS NULL AND abandoned IS NULL
        """,
        .integer(grade.score), .integer(grade.maxScore), .blob(grade.report), .text(grade.graderVersion),
        .integer(now), .integer(id.rawValue))
      return try connection.answer(id, response)
    }
    writer.submit(piece, completion: completion)
  }

  package func settle(
    _ id: SubmissionID, response: RecordedResponse, at now: Timestamp,
    completion: @escaping @Sendable (Result<RecordedResponse, StoreError>) -> Void
  ) {
    writer.submit({ connection throws(StoreError) in try connection.answer(id, response) }, completion: completion)
  }

  package func abandon(_ id: SubmissionID, reason: String, response: RecordedResponse, at now: Timestamp)
    throws(StoreError) -> RecordedResponse
  {
    try writer.perform { connection throws(StoreError) in
      try connection.run(
        "UPDATE submission SET abandoned = ?, graded_at = ? WHERE id = ? AND graded_at IS NULL AND abandoned IS NULL",
        .text(reason), .integer(now), .integer(id.rawValue))
      try connection.note("submission.abandon", "submission \(id.rawValue)", reason, at: now, by: .system)
      return try connection.answer(id, response)
    }
  }

  package func pending(after cursor: SubmissionID?, limit: Int) throws(StoreError) -> [Submission] {
    try read { connection throws(StoreError) in
      try connection.all(
        """
        SELECT \(submissionColumns) FROM submission
        WHERE graded_at IS NULL AND abandoned IS NULL AND id > ? ORDER BY id LIMIT ?
        """, .integer(cursor?.rawValue ?? 0), .integer(limit), read: readSubmission)
    }
  }

  package func submission(_ id: SubmissionID) throws(StoreError) -> Submission? {
    try read { connection throws(StoreError) in
      try connection.first(
        "SELECT \(submissionColumns) FROM submission WHERE id = ?", .integer(id.rawValue), read: readSubmission)
    }
  }

  package func submissions(person: PersonID?, exercise: String?, after cursor: SubmissionID?, limit: Int)
    throws(StoreError) -> [Submission]
  {
    try read { connection throws(StoreError) in
      try connection.all(
        """
        SELECT \(submissionColumns) FROM submission
        WHERE id > ?1 AND (?2 IS NULL OR person = ?2) AND (?3 IS NULL OR exercise = ?3) ORDER BY id LIMIT ?4
        """,
        .integer(cursor?.rawValue ?? 0), .optional(person?.rawValue), exercise.map { .text($0) } ?? .null,
        .integer(limit), read: readSubmission)
    }
  }

  package func attempts(of person: PersonID) throws(StoreError) -> [String: Int] {
    let counts = try read { connection throws(StoreError) in
      try connection.all(
        "SELECT exercise, count(*) FROM submission WHERE person = ? AND abandoned IS NULL GROUP BY exercise",
        .integer(person.rawValue)
      ) { row throws(StoreError) in (row.text(0), row.integer(1)) }
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  package func bestGrades(of person: PersonID?) throws(StoreError) -> [BestGrade] {
    try read { connection throws(StoreError) in
      try connection.all(
        """
        SELECT person, exercise, id, score, max_score, submitted_at, attempts FROM (
          SELECT *, count(*) OVER (PARTITION BY person, exercise) AS attempts,
            row_number() OVER (PARTITION BY person, exercise ORDER BY score IS NULL, score DESC, id) AS place
          FROM submission WHERE abandoned IS NULL AND (?1 IS NULL OR person = ?1))
        WHERE place = 1 AND score IS NOT NULL ORDER BY person, exercise
        """, .optional(person?.rawValue)
      ) { row throws(StoreError) in
        BestGrade(
          person: PersonID(rawValue: row.integer(0)), exercise: row.text(1),
          submission: SubmissionID(rawValue: row.integer(2)), score: row.integer(3), maxScore: row.integer(4),
          submittedAt: row.integer(5), attempts: row.integer(6))
      }
    }
  }

  package func submissionCount(exercise: String?) throws(StoreError) -> Int {
    try read { connection throws(StoreError) in
      try connection.first(
        "SELECT count(*) FROM submission WHERE ?1 IS NULL OR exercise = ?1", exercise.map { .text($0) } ?? .null
      ) { row throws(StoreError) in row.integer(0) } ?? 0
    }
  }

  package func regrade(_ changes: [GradeChange], at now: Timestamp, by actor: Actor) throws(StoreError) {
    try writer.perform { connection throws(StoreError) in
      for change in changes {
        let (before, after) = (change.before, change.after)
        try connection.run(
          """
          UPDATE submission SET score = ?, max_score = ?, report = ?, grader = ?
          WHERE id = ? AND score = ? AND max_score = ? AND report = ? AND grader = ?
          """,
          .integer(after.score), .integer(after.maxScore), .blob(after.report), .text(after.graderVersion),
          .integer(change.submission.rawValue), .integer(before.score), .integer(before.maxScore),
          .blob(before.report), .text(before.graderVersion))
        guard connection.changes == 1 else { throw StoreError.changedMeanwhile(change.submission) }
        try connection.note(
          "submission.regrade", "submission \(change.submission.rawValue)",
          "\(before.score)/\(before.maxScore) by \(before.graderVersion) became \(after.score)/\(after.maxScore) by "
            + after.graderVersion,
          at: now, by: actor)
      }
    }
  }
}

let submissionColumns =
  "id, person, exercise, body, attempt, submitted_at, score, max_score, report, grader, graded_at, abandoned, candidate"

func readSubmission(_ row: Row) throws(StoreError) -> Submission {
  let state: Submission.State =
    if !row.isNull(11) {
      .abandoned(row.text(11), at: row.integer(10))
    } else if let at = row.optionalInteger(10) {
      .graded(
        Grade(score: row.integer(6), maxScore: row.integer(7), report: row.blob(8), graderVersion: row.text(9)), at: at)
    } else {
      .pending
    }
  return Submission(
    id: SubmissionID(rawValue: row.integer(0)), person: PersonID(rawValue: row.integer(1)),
    candidate: row.optionalInteger(12).map(PersonID.init(rawValue:)), exercise: row.text(2), body: row.blob(3),
    attempt: row.integer(4), submittedAt: row.integer(5), state: state)
}

extension Connection {
  /// The claim is looked at first: a request sent again gets its answer even when its attempts are spent since.
  fileprivate func accept(_ submission: NewSubmission, _ claim: Claim, _ ready: ReadyGrade?, at now: Timestamp)
    throws(StoreError) -> Acceptance
  {
    if let known = try claimed(claim, at: now) {
      if known.body != claim.body { return .otherBody }
      if let response = known.response { return .replayed(response) }
      if let id = known.submission { return .inProgress(id) }
    }
    guard let person = try person(submission.person) else { throw .unknownPerson }
    guard person.revokedAt == nil else { throw .revokedPerson }
    if let deadline = submission.deadline, now > deadline { return .deadlinePassed(deadline) }
    let (last, abandoned) = try attempts(of: submission)
    if let limit = submission.attemptLimit, last - abandoned >= limit { return .attemptsSpent(limit: limit) }
    let grade = ready?.grade
    try run(
      """
      INSERT INTO submission
        (person, exercise, attempt, body, submitted_at, score, max_score, report, grader, graded_at, candidate)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(submission.person.rawValue), .text(submission.exercise), .integer(last + 1), .blob(submission.body),
      .integer(now), .optional(grade?.score), .optional(grade?.maxScore), grade.map { .blob($0.report) } ?? .null,
      grade.map { .text($0.graderVersion) } ?? .null, grade == nil ? .null : .integer(now),
      submission.candidate == submission.person ? .null : .integer(submission.candidate.rawValue))
    let taken = Submission(
      id: SubmissionID(rawValue: lastInsertedRow), person: submission.person, candidate: submission.candidate,
      exercise: submission.exercise, body: submission.body, attempt: last + 1, submittedAt: now,
      state: grade.map { .graded($0, at: now) } ?? .pending)
    let response = ready?.respond(taken)
    try keep(claim, submission: taken.id, response: response, at: now)
    return response.map { .graded($0) } ?? .accepted(taken)
  }

  /// The number of the last attempt, and how many were abandoned. Attempts count from 1 without gaps, so no row but the
  /// last has to be read.
  private func attempts(of submission: NewSubmission) throws(StoreError) -> (last: Int, abandoned: Int) {
    let (person, exercise) = (SQLValue.integer(submission.person.rawValue), SQLValue.text(submission.exercise))
    let last = try first(
      "SELECT max(attempt) FROM submission WHERE person = ? AND exercise = ?", person, exercise
    ) { row throws(StoreError) in row.integer(0) }
    let abandoned = try first(
      "SELECT count(*) FROM submission WHERE person = ? AND exercise = ? AND abandoned IS NOT NULL", person, exercise
    ) { row throws(StoreError) in row.integer(0) }
    return (last ?? 0, abandoned ?? 0)
  }
}
