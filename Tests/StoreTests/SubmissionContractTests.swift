import Dispatch
import Glibc
import Store
import Testing
import Threads

@Suite("Submissions are taken once for a key, and never lost")
struct SubmissionContractTests {
  @Test(arguments: Engine.allCases)
  func aFirstRequestIsAccepted(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let accepted = try storage.accept(NewSubmission(person: ada.id, exercise: "e", body: [1, 2]), claim("k"))
      guard case .accepted(let submission) = accepted else { throw Unexpected(accepted) }
      #expect(submission.attempt == 1)
      #expect(submission.state == .pending)
      #expect(try storage.submission(submission.id) == submission)
      #expect(try storage.pending(after: nil, limit: 10) == [submission])
    }
  }

  @Test(arguments: Engine.allCases)
  func aRepeatIsInProgressThenReplayed(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
      let id = try storage.accepted(handedIn, claim("k"))
      #expect(try storage.accept(handedIn, claim("k")) == .inProgress(id))
      let first = response(201, "graded")
      #expect(try storage.finish(id, grade(500), first) == first)
      #expect(try storage.accept(handedIn, claim("k")) == .replayed(first))
      #expect(try storage.submissions(person: nil, exercise: nil, after: nil, limit: 10).count == 1)
    }
  }

  @Test("A grade that is ready is taken with its submission, and the answer is kept", arguments: Engine.allCases)
  func aReadyGrade(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1], attemptLimit: 2)
      let ready = ReadyGrade(grade(500)) { response(201, "\($0.id.rawValue) \($0.attempt)") }
      let first = try storage.accept(handedIn, claim("k"), graded: ready)
      guard case .graded(let answer) = first else { throw Unexpected(first) }
      #expect(try storage.pending(after: nil, limit: 10) == [])
      let kept = try #require(try storage.submissions(person: ada.id, exercise: "e", after: nil, limit: 10).first)
      #expect(kept.state == .graded(grade(500), at: 1000))
      #expect(answer == response(201, "\(kept.id.rawValue) 1"))
      #expect(try storage.accept(handedIn, claim("k"), graded: ready) == .replayed(answer))
      #expect(try storage.accept(handedIn, claim("k", body: "other"), graded: ready) == .otherBody)
      let second = try storage.accept(handedIn, claim("l"), graded: ready)
      guard case .graded = second else { throw Unexpected(second) }
      #expect(try storage.accept(handedIn, claim("m"), graded: ready) == .attemptsSpent(limit: 2))
      #expect(try storage.bestGrades(of: ada.id).map(\.attempts) == [2])
    }
  }

  @Test("Another body is found before it is asked whether the first is in progress", arguments: Engine.allCases)
  func anotherBody(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
      let id = try storage.accepted(handedIn, claim("k"))
      #expect(try storage.accept(handedIn, claim("k", body: "other")) == .otherBody)
      _ = try storage.finish(id, grade(1), response(201, "x"))
      #expect(try storage.accept(handedIn, claim("k", body: "other")) == .otherBody)
    }
  }

  @Test("A key says nothing outside its scope; keys compare byte by byte", arguments: Engine.allCases)
  func scopes(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
      let one = try storage.accepted(handedIn, claim("k"))
      let two = try storage.accepted(handedIn, claim("k", scope: "person 1 POST /y"))
      let three = try storage.accepted(handedIn, claim("K"))
      let four = try storage.accepted(handedIn, claim("k\u{0}"))
      #expect(Set([one, two, three, four]).count == 4)
    }
  }

  @Test("The answer that was given first stands, whichever it was", arguments: Engine.allCases)
  func theFirstAnswerStands(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
      let slow = try storage.accepted(handedIn, claim("slow"))
      let later = response(202, "later")
      #expect(try storage.settle(slow, later) == later)
      #expect(try storage.finish(slow, grade(700), response(201, "graded")) == later)
      #expect(try storage.accept(handedIn, claim("slow")) == .replayed(later))
      guard case .graded(let kept, at: _) = try storage.submission(slow)?.state else { throw Unexpected(slow) }
      #expect(kept == grade(700))

      let quick = try storage.accepted(handedIn, claim("quick"))
      let graded = response(201, "graded")
      #expect(try storage.finish(quick, grade(1), graded) == graded)
      #expect(try storage.settle(quick, later) == graded)
    }
  }

  @Test("A second grade for the same submission changes nothing", arguments: Engine.allCases)
  func gradedOnce(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let id = try storage.accepted(NewSubmission(person: ada.id, exercise: "e", body: [1]), claim("k"))
      _ = try storage.finish(id, grade(700), response(201, "a"))
      _ = try storage.finish(id, grade(100), response(201, "b"))
      #expect(try storage.bestGrades().map(\.score) == [700])
    }
  }

  @Test("Attempts count up to the limit; a fault of ours spends none", arguments: Engine.allCases)
  func attempts(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1], attemptLimit: 2)
      let one = try storage.accepted(handedIn, claim("1"))
      _ = try storage.abandon(one, reason: "the grader was stopped", response: response(500, "x"), at: 5)
      _ = try storage.accepted(handedIn, claim("2"))
      let three = try storage.accepted(handedIn, claim("3"))
      #expect(try storage.accept(handedIn, claim("4")) == .attemptsSpent(limit: 2))
      #expect(try storage.accept(handedIn, claim("3")) == .inProgress(three), "a repeat is no attempt")
      #expect(try storage.submission(three)?.attempt == 3)
      let other = NewSubmission(person: ada.id, exercise: "f", body: [1], attemptLimit: 2)
      _ = try storage.accepted(other, claim("5"))
    }
  }

  @Test("What was accepted or pending is there after a restart", arguments: Engine.allCases)
  func restart(engine: Engine) throws {
    let folder = TemporaryFolder()
    let first = try engine.open(folder.database)
    let ada = try first.student()
    let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
    let done = try first.accepted(handedIn, claim("done"))
    let answer = response(201, "graded")
    _ = try first.finish(done, grade(900), answer)
    let open = try first.accepted(handedIn, claim("open"))
    first.close()

    let second = try engine.open(folder.database)
    defer { second.close() }
    #expect(try second.accept(handedIn, claim("done")) == .replayed(answer))
    #expect(try second.accept(handedIn, claim("open")) == .inProgress(open))
    #expect(try second.pending(after: nil, limit: 10).map(\.id) == [open])
    _ = try second.finish(open, grade(1), answer)
    #expect(try second.accept(handedIn, claim("open")) == .replayed(answer))
  }

  @Test("An expired claim is forgotten, what it made is not", arguments: Engine.allCases)
  func expiry(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
      let one = try storage.accepted(handedIn, claim("k", expiresAt: 5000), at: 1000)
      #expect(try storage.accept(handedIn, claim("k"), at: 4999) == .inProgress(one))
      let two = try storage.accepted(handedIn, claim("k"), at: 5000)
      #expect(one != two)
      #expect(try storage.submission(one) != nil)
    }
  }

  @Test("Many at once with one key: one is taken", arguments: Engine.allCases)
  func concurrentDuplicates(engine: Engine) async throws {
    let folder = TemporaryFolder()
    let storage = try engine.open(folder.database)
    defer { storage.close() }
    let ada = try storage.student()
    let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
    let outcomes = (0..<200).map { _ in Slot<Result<Acceptance, StoreError>>() }
    for slot in outcomes { storage.accept(handedIn, claim: claim("k"), at: 1) { slot.set($0) } }
    let taken = try outcomes.map { try $0.wait().get() }
    #expect(taken.count { if case .accepted = $0 { true } else { false } } == 1)
    #expect(taken.count { if case .inProgress = $0 { true } else { false } } == 199)
  }

  @Test("The best grade counts; of equal ones the first", arguments: Engine.allCases)
  func bestGrades(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let bob = try storage.student("Bob")
      var ids: [SubmissionID] = []
      for (number, score) in [300, 800, 800, 100].enumerated() {
        let id = try storage.accepted(NewSubmission(person: ada.id, exercise: "e", body: [1]), claim("a\(number)"))
        _ = try storage.finish(id, grade(score), response(201, ""))
        ids.append(id)
      }
      let id = try storage.accepted(NewSubmission(person: bob.id, exercise: "e", body: [1]), claim("b"))
      #expect(try storage.bestGrades().map(\.person) == [ada.id], "what is pending has no grade")
      _ = try storage.finish(id, grade(0), response(201, ""))
      let best = try storage.bestGrades()
      #expect(best.map(\.score) == [800, 0])
      #expect(best.map(\.submission) == [ids[1], id])
      #expect(best.map(\.attempts) == [4, 1])
    }
  }

  @Test("Regrading is one step and leaves a trail", arguments: Engine.allCases)
  func regrade(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let id = try storage.accepted(NewSubmission(person: ada.id, exercise: "e", body: [1]), claim("k"))
      _ = try storage.finish(id, grade(100), response(201, "first"))
      func change(_ id: SubmissionID) -> GradeChange {
        GradeChange(submission: id, before: grade(100), after: grade(900, version: "2"))
      }
      let missing = SubmissionID(rawValue: 999)
      #expect(throws: StoreError.changedMeanwhile(missing)) {
        try storage.regrade([change(id), change(missing)], at: 9, by: .person(ada.id))
      }
      #expect(try storage.bestGrades().map(\.score) == [100])
      try storage.regrade([change(id)], at: 9, by: .person(ada.id))
      #expect(try storage.bestGrades().map(\.score) == [900])
      let entry = try #require(try storage.audit(before: nil, limit: 1).first)
      #expect(entry.action == "submission.regrade")
      #expect(entry.actor == .person(ada.id))
      #expect(entry.detail.contains("100/1000 by 1"))
      #expect(throws: StoreError.changedMeanwhile(id), "the grade is no longer the one to be replaced") {
        try storage.regrade([change(id)], at: 10, by: .person(ada.id))
      }
      #expect(try storage.submissionCount(exercise: "e") == 1)
      #expect(try storage.submissionCount(exercise: "other") == 0)
      #expect(try storage.submissionCount(exercise: nil) == 1)
    }
  }

  @Test("What fails half-way is undone, and takes nothing with it that waited beside it", arguments: Engine.allCases)
  func failingBesideOthers(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let first = try storage.accepted(NewSubmission(person: ada.id, exercise: "e", body: [1]), claim("first"))
      _ = try storage.finish(first, grade(100), response(201, "first"))
      // While this is being answered the others gather.
      let (isHeld, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      storage.accept(NewSubmission(person: ada.id, exercise: "e", body: [2]), claim: claim("held"), at: 1000) { _ in
        isHeld.signal()
        _ = mayGoOn.wait(timeout: .now() + 120)
      }
      try #require(isHeld.wait(timeout: .now() + 120) == .success)
      let before = Slot<Result<Acceptance, StoreError>>()
      let after = Slot<Result<Acceptance, StoreError>>()
      storage.accept(NewSubmission(person: ada.id, exercise: "e", body: [3]), claim: claim("before"), at: 1000) {
        before.set($0)
      }
      let missing = SubmissionID(rawValue: 999)
      let changes = [first, missing].map {
        GradeChange(submission: $0, before: grade(100), after: grade(900, version: "2"))
      }
      let failing = try WorkerThread { Result { try storage.regrade(changes, at: 9, by: .system) } }
      usleep(50_000)
      storage.accept(NewSubmission(person: ada.id, exercise: "e", body: [4]), claim: claim("after"), at: 1000) {
        after.set($0)
      }
      mayGoOn.signal()
      let refused = failing.join()
      #expect(throws: StoreError.changedMeanwhile(missing)) { try refused.get() }
      for slot in [before, after] {
        guard case .accepted = try slot.wait().get() else { throw Unexpected("not accepted") }
      }
      #expect(try storage.bestGrades().map(\.score) == [100])
      #expect(
        try storage.submissions(person: ada.id, exercise: "e", after: nil, limit: 9).map(\.body) == [
          [1], [2], [3], [4],
        ])
    }
  }
}

struct Unexpected: Error {
  let value: String
  init(_ value: some Any) { self.value = "\(value)" }
}

extension Storage {
  func accepted(_ submission: NewSubmission, _ claim: Claim, at now: Timestamp = 1000) throws -> SubmissionID {
    let outcome = try accept(submission, claim, at: now)
    guard case .accepted(let taken) = outcome else { throw Unexpected(outcome) }
    return taken.id
  }
}
