// What the course remembers, in its own words. An engine that keeps the promises of `Storage` can take SQLite's place;
// the contract tests are what it must pass.
//
//   Storage             the promises
//   Person, Secret      who is known, and how they prove it
//   Submission, Grade   what was handed in, and what it was worth
//   Idempotency         answers kept so that a request sent again has one effect
//   StoreError          what can go wrong, in words for an operator
//   SQLite/             the engine: one writer with group commit, readers beside it
//
// A call that returns has been made durable: a crash right after it loses nothing.

/// What somebody who wants a change takes for granted of what is there: told of that inside the step that changes it,
/// false if nothing is to be done. Must be quick.
package typealias Supposition<Subject> = @Sendable (Subject) -> Bool

/// Everything the course keeps. Every call may block its thread; writes return once they are durable.
package protocol Storage: Sendable {
  // MARK: People

  /// Adds a person, and a token for them if one is given.
  /// - Throws: `StoreError.conflict` if the login or e-mail address belongs to somebody else.
  func add(_ person: NewPerson, token: NewToken?, at now: Timestamp, by actor: Actor) throws(StoreError) -> Person

  /// Adds a person with a token, once for a claim. `respond` makes the answer that is kept with the claim; it is called
  /// inside the step that adds the person, and must be quick.
  func add(
    _ person: NewPerson, token: NewToken, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome

  /// Adds or updates a roster in one step, matching on login, then e-mail address: all of it or nothing.
  func importRoster(_ people: [NewPerson], at now: Timestamp, by actor: Actor) throws(StoreError) -> RosterOutcome

  /// Imports a roster as above, once for a claim. `token` makes a token for each who is added, where they are to have one;
  /// `respond` makes the answer that is kept with the claim. Both are called inside the step that imports, and must be
  /// quick.
  func importRoster(
    _ people: [NewPerson], token: (@Sendable (Person) -> NewToken)?, claim: Claim?, at now: Timestamp,
    by actor: Actor, respond: @escaping @Sendable (RosterOutcome) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome

  func person(_ id: PersonID) throws(StoreError) -> Person?

  /// How much there is of a person at that time; nothing at all of somebody unknown.
  func holdings(of id: PersonID, at now: Timestamp) throws(StoreError) -> Holdings

  /// People in the order in which they were added, after the cursor; at most `limit`.
  func people(role: Role?, after cursor: PersonID?, limit: Int) throws(StoreError) -> [Person]

  /// Changes what is known of a person, all of it or nothing. The audit trail names what changed, not to what: it outlives
  /// the person.
  /// - Throws: `StoreError.conflict` if the new login or e-mail address belongs to somebody else, `.notAsSupposed` if the
  ///   person is not.
  func change(
    _ id: PersonID, supposing isSo: @escaping Supposition<Person>, at now: Timestamp, by actor: Actor,
    _ change: @escaping @Sendable (inout NewPerson) -> Void
  ) throws(StoreError) -> Person

  /// Ends every token of a person and refuses new ones.
  func revoke(_ id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError)

  /// Gives a person whose access ended a new token, once for a claim. What ended stays ended.
  /// - Throws: `StoreError.personHasAccess` if their access has not ended.
  func readmit(
    _ id: PersonID, token: NewToken, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome

  /// Makes one of two students, once for a claim: what the other handed in and what lets them in becomes the kept one's,
  /// of whom stays what is known, filled up with what is known of the other alone; then the other is forgotten. Attempts
  /// are counted anew in the order in which they came. Requests of the other that come again get their answers. Where the
  /// access of the kept one has ended, what let the other in ends, too. `respond` makes the answer that is kept with the
  /// claim; it is called inside the step that merges, and must be quick.
  /// - Throws: `StoreError.unknownPerson` unless they are two students.
  func merge(
    _ other: PersonID, into id: PersonID, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Merger) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome

  /// Makes one of two students as above, for no claim.
  func merge(_ other: PersonID, into id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError) -> Merger

  /// The numbers of those who went up in a person, ascending: what was made for one of them is the person's.
  func formerNumbers(of id: PersonID) throws(StoreError) -> [PersonID]

  /// Forgets a person with everything they handed in. The audit trail keeps the number, not the name, and a claim that
  /// made them keeps that it was used, so that a late repetition does not make them again.
  /// - Throws: `StoreError.notAsSupposed` if the person is not.
  func delete(_ id: PersonID, supposing isSo: @escaping Supposition<Person>, at now: Timestamp, by actor: Actor)
    throws(StoreError)

  // MARK: Tokens

  /// Whom a token belongs to, if it is of that kind, not revoked and not expired.
  func holder(of token: Digest, kind: TokenKind, at now: Timestamp) throws(StoreError) -> Person?

  /// Gives a person a further token; with `replacing`, their earlier ones of that kind end, and with bearer tokens the
  /// sessions.
  func grant(_ token: NewToken, to id: PersonID, replacing: Bool, at now: Timestamp, by actor: Actor)
    throws(StoreError)

  /// Gives a person a further token as `grant` does, once for a claim.
  func grant(
    _ token: NewToken, to id: PersonID, replacing: Bool, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome

  /// Puts off a session's end to `now` and `idle` milliseconds, though not beyond `absolute` milliseconds from when it
  /// was made. Does nothing to one that has ended. Need not be durable when it returns.
  func renewSession(_ token: Digest, idle: Int, absolute: Int, at now: Timestamp)

  /// True if somebody of the role holds a token that is valid now and no invitation.
  func anyoneCanEnter(as role: Role, at now: Timestamp) throws(StoreError) -> Bool

  /// Trades a token that is valid once for another. A second attempt finds nothing.
  func exchange(_ invitation: Digest, for token: NewToken, at now: Timestamp) throws(StoreError) -> Person?

  /// What a person can come in by at that time, the newest first; at most `limit`.
  /// - Parameter known: One that is among them, if it is valid, however many are newer.
  func tokens(of id: PersonID, including known: Digest?, at now: Timestamp, limit: Int) throws(StoreError)
    -> [HeldToken]

  /// Ends one token of a person, and notes that.
  /// - Returns: False if they hold no such token.
  func end(_ token: Digest, of id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError) -> Bool

  /// Ends one token. Ending it again does nothing.
  func end(_ token: Digest, at now: Timestamp) throws(StoreError)

  // MARK: Join codes

  /// Opens a code, once for a claim, and closes the one that it replaces, in one step.
  /// - Throws: `StoreError.unknownJoinCode` if the former is not open, `.conflict` if there is such a code already.
  func openJoinCode(
    _ code: String, replacing former: String?, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable () -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome
  func closeJoinCode(_ code: String, at now: Timestamp, by actor: Actor) throws(StoreError)
  /// True for a code that is open, or was.
  func knowsJoinCode(_ code: String) throws(StoreError) -> Bool
  /// Codes that are open, newest first.
  func joinCodes() throws(StoreError) -> [String]

  /// Adds a student by an open code, once for a claim. `respond` makes the answer that is kept with the claim; it is
  /// called inside the step that adds the student, and must be quick.
  /// - Throws: `StoreError.unknownJoinCode` if the code is not open.
  func enrol(
    _ person: NewPerson, code: String, token: NewToken, claim: Claim?, at now: Timestamp,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome

  // MARK: Claims

  /// What became of a claim that is not a submission's; nil if nothing did, or too long ago.
  func outcome(of claim: Claim, at now: Timestamp) throws(StoreError) -> ClaimOutcome?

  // MARK: Submissions

  /// Takes a submission, once for a claim: the claim, the attempt's number and the submission are one step; with a grade
  /// that is ready, so are the grade and the answer.
  /// `completion` is called once, from another thread, when it is durable or was refused.
  func accept(
    _ submission: NewSubmission, claim: Claim, grade: ReadyGrade?, at now: Timestamp,
    completion: @escaping @Sendable (Result<Acceptance, StoreError>) -> Void)

  /// Stores a grade, and the answer to the request that handed it in unless one was kept already.
  /// `completion` takes the answer that stands: this one, or the one kept before.
  func finish(
    _ id: SubmissionID, grade: Grade, response: RecordedResponse, at now: Timestamp,
    completion: @escaping @Sendable (Result<RecordedResponse, StoreError>) -> Void)

  /// Keeps an answer for a submission that is not graded yet (202), unless one was kept already.
  /// `completion` takes the answer that stands.
  func settle(
    _ id: SubmissionID, response: RecordedResponse, at now: Timestamp,
    completion: @escaping @Sendable (Result<RecordedResponse, StoreError>) -> Void)

  /// Marks a submission that a fault of ours kept from being graded. It does not count as an attempt.
  func abandon(_ id: SubmissionID, reason: String, response: RecordedResponse, at now: Timestamp)
    throws(StoreError) -> RecordedResponse

  /// Submissions not graded yet, oldest first.
  func pending(after cursor: SubmissionID?, limit: Int) throws(StoreError) -> [Submission]

  func submission(_ id: SubmissionID) throws(StoreError) -> Submission?

  /// Submissions in the order in which they came, after the cursor.
  func submissions(
    person: PersonID?, exercise: String?, after cursor: SubmissionID?, limit: Int
  ) throws(StoreError) -> [Submission]

  /// The best grade of each exercise, of one person or of each; of equal ones the first.
  func bestGrades(of person: PersonID?) throws(StoreError) -> [BestGrade]

  /// How many of a person's submissions count as attempts, by exercise.
  func attempts(of person: PersonID) throws(StoreError) -> [String: Int]

  /// How many there are, to an exercise or to all.
  func submissionCount(exercise: String?) throws(StoreError) -> Int

  /// Replaces grades in one step. The earlier ones stay in the audit trail.
  /// - Throws: `StoreError.changedMeanwhile` if a grade is not the one that the change knows; nothing is changed then.
  func regrade(_ changes: [GradeChange], at now: Timestamp, by actor: Actor) throws(StoreError)

  // MARK: Running the course

  func settings() throws(StoreError) -> [ExerciseSettings]

  /// - Parameters:
  ///   - words: What is set, for people who read the audit trail: this module knows no time zones.
  ///   - isSo: Of what was set before, or of what holds where nothing was.
  /// - Throws: `StoreError.notAsSupposed` if the settings are not.
  func set(
    _ settings: ExerciseSettings, told words: String, supposing isSo: @escaping Supposition<ExerciseSettings>,
    at now: Timestamp, by actor: Actor
  ) throws(StoreError)

  /// The newest entries first.
  func audit(before cursor: Int?, limit: Int) throws(StoreError) -> [AuditEntry]

  /// Drops answers kept for claims that have expired, and tokens that ended long ago.
  func tidy(at now: Timestamp) throws(StoreError)

  /// Copies everything as of one moment to a new file, while the course goes on.
  func backup(to path: String, progress: (Double) -> Void) throws(StoreError)

  /// Waits for writes under way and closes. Calls after it throw `StoreError.closed`.
  func close()
}

extension Storage {
  /// Takes a submission that is to be graded later.
  package func accept(
    _ submission: NewSubmission, claim: Claim, at now: Timestamp,
    completion: @escaping @Sendable (Result<Acceptance, StoreError>) -> Void
  ) {
    accept(submission, claim: claim, grade: nil, at: now, completion: completion)
  }

  /// The best grade of each person and exercise; of equal ones the first.
  package func bestGrades() throws(StoreError) -> [BestGrade] { try bestGrades(of: nil) }
}

/// Changes that suppose nothing.
extension Storage {
  package func change(
    _ id: PersonID, at now: Timestamp, by actor: Actor, _ change: @escaping @Sendable (inout NewPerson) -> Void
  ) throws(StoreError) -> Person {
    try self.change(id, supposing: { _ in true }, at: now, by: actor, change)
  }

  package func delete(_ id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError) {
    try delete(id, supposing: { _ in true }, at: now, by: actor)
  }

  package func set(_ settings: ExerciseSettings, told words: String, at now: Timestamp, by actor: Actor)
    throws(StoreError)
  {
    try set(settings, told: words, supposing: { _ in true }, at: now, by: actor)
  }
}

extension Storage {
  package func addJoinCode(_ code: String, at now: Timestamp, by actor: Actor) throws(StoreError) {
    try open(code, replacing: nil, at: now, by: actor)
  }

  /// Closes a code and opens another in one step.
  package func replaceJoinCode(_ code: String, by other: String, at now: Timestamp, by actor: Actor)
    throws(StoreError)
  {
    try open(other, replacing: code, at: now, by: actor)
  }

  private func open(_ code: String, replacing former: String?, at now: Timestamp, by actor: Actor)
    throws(StoreError)
  {
    _ = try openJoinCode(code, replacing: former, claim: nil, at: now, by: actor) {
      RecordedResponse(status: 201, body: [])
    }
  }
}
