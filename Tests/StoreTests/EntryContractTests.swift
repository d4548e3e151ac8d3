import Glibc
import Store
import Synchronization
import Testing
import Threads

@Suite("Entry: sessions, join codes and tokens that are given once")
struct EntryContractTests {
  @Test("A session in use lasts until its absolute end", arguments: Engine.allCases)
  func sessions(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let (session, other) = (Secret(), Secret())
      for token in [session, other] {
        try storage.grant(
          NewToken(token.digest, kind: .session, expiresAt: 1100), to: ada.id, replacing: false, at: 1000, by: .system)
      }
      func isThere(_ token: Secret, _ now: Timestamp) throws -> Bool {
        try storage.holder(of: token.digest, kind: .session, at: now) != nil
      }
      storage.renewSession(session.digest, idle: 100, absolute: 250, at: 1090)
      try storage.tidy(at: 0)
      #expect(try isThere(session, 1189))
      #expect(try !isThere(session, 1190))
      #expect(try !isThere(other, 1100), "another session keeps its end")
      storage.renewSession(session.digest, idle: 100, absolute: 250, at: 1180)
      try storage.tidy(at: 0)
      #expect(try isThere(session, 1249))
      #expect(try !isThere(session, 1250), "not beyond the absolute end")
      // One that has ended or expired does not come back.
      storage.renewSession(session.digest, idle: 100, absolute: 10_000, at: 1300)
      storage.renewSession(other.digest, idle: 1000, absolute: 10_000, at: 1150)
      try storage.tidy(at: 0)
      #expect(try !isThere(session, 1300))
      #expect(try !isThere(other, 1150))
    }
  }

  @Test(arguments: Engine.allCases)
  func whoCanEnter(engine: Engine) throws {
    try withStorage(engine) { storage in
      #expect(try !storage.anyoneCanEnter(as: .instructor, at: 1))
      let ida = try storage.add(
        NewPerson(name: "Ida", role: .instructor), token: NewToken(Secret().digest, kind: .invitation), at: 1,
        by: .system)
      #expect(try !storage.anyoneCanEnter(as: .instructor, at: 1), "an invitation is not used yet")
      _ = try storage.add(
        NewPerson(name: "Ada"), token: NewToken(Secret().digest, kind: .bearer), at: 1, by: .system)
      #expect(try !storage.anyoneCanEnter(as: .instructor, at: 1))
      #expect(try storage.anyoneCanEnter(as: .student, at: 1))
      try storage.grant(
        NewToken(Secret().digest, kind: .session, expiresAt: 10), to: ida.id, replacing: false, at: 1, by: .system)
      #expect(try storage.anyoneCanEnter(as: .instructor, at: 9))
      #expect(try !storage.anyoneCanEnter(as: .instructor, at: 10))
      try storage.revoke(ida.id, at: 2, by: .system)
      #expect(try !storage.anyoneCanEnter(as: .instructor, at: 3))
    }
  }

  @Test(arguments: Engine.allCases)
  func aCodeIsReplacedInOneStep(engine: Engine) throws {
    try withStorage(engine) { storage in
      try storage.addJoinCode("one", at: 1, by: .system)
      try storage.replaceJoinCode("one", by: "two", at: 2, by: .system)
      #expect(try storage.joinCodes() == ["two"])
      #expect(throws: StoreError.unknownJoinCode) {
        try storage.replaceJoinCode("one", by: "three", at: 3, by: .system)
      }
      #expect(try storage.joinCodes() == ["two"])
    }
  }

  @Test("People and tokens are given once for a claim", arguments: Engine.allCases)
  func claims(engine: Engine) throws {
    try withStorage(engine) { storage in
      func add(_ body: String) throws -> ClaimOutcome {
        try storage.add(
          NewPerson(name: "Ada"), token: NewToken(Secret().digest, kind: .bearer), claim: claim("a", body: body), at: 1,
          by: .system
        ) { response(201, "person \($0.id.rawValue)") }
      }
      guard case .done(let first) = try add("x") else { throw Unexpected() }
      #expect(try add("x") == .replayed(first))
      #expect(try add("y") == .otherBody)
      let people = try storage.people(role: nil, after: nil, limit: 10)
      #expect(people.count == 1)

      let tokens = [Secret(), Secret()]
      func grant(_ token: Secret) throws -> ClaimOutcome {
        try storage.grant(
          NewToken(token.digest, kind: .bearer), to: people[0].id, replacing: true, claim: claim("b"), at: 1,
          by: .system
        ) { _ in response(201, "a token") }
      }
      #expect(try grant(tokens[0]) == .done(response(201, "a token")))
      #expect(try grant(tokens[1]) == .replayed(response(201, "a token")))
      #expect(try storage.holder(of: tokens[0].digest, kind: .bearer, at: 2) != nil)
      #expect(try storage.holder(of: tokens[1].digest, kind: .bearer, at: 2) == nil)
      #expect(throws: StoreError.unknownPerson) {
        try storage.grant(
          NewToken(Secret().digest, kind: .bearer), to: PersonID(rawValue: 99), replacing: true, claim: claim("c"),
          at: 1, by: .system
        ) { _ in response(201, "") }
      }
    }
  }

  private struct Unexpected: Error {}
}

@Suite("What counts of a person's submissions")
struct AttemptContractTests {
  @Test("A submission may come until its deadline, and its repetition after it", arguments: Engine.allCases)
  func deadline(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      func accept(_ key: String, at now: Timestamp) throws -> Acceptance {
        try storage.accept(
          NewSubmission(person: ada.id, exercise: "x", body: [1], deadline: 1000), claim(key), at: now)
      }
      guard case .accepted(let submission) = try accept("a", at: 1000) else { throw Unexpected() }
      #expect(try accept("b", at: 1001) == .deadlinePassed(1000))
      let answer = try storage.finish(submission.id, grade(500), response(201, "graded"))
      #expect(try accept("a", at: 2000) == .replayed(answer))
      #expect(try storage.submissions(person: ada.id, exercise: nil, after: nil, limit: 10).count == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func attemptsAndBestGradesOfOnePerson(engine: Engine) throws {
    try withStorage(engine) { storage in
      let (ada, ben) = (try storage.student("Ada"), try storage.student("Ben"))
      func submit(_ person: Person, _ exercise: String, _ score: Int?) throws {
        let scope = "\(person.id.rawValue) \(exercise) \(score ?? -1)"
        guard
          case .accepted(let submission) = try storage.accept(
            NewSubmission(person: person.id, exercise: exercise, body: [1]), claim("k", scope: scope))
        else { throw Unexpected() }
        if let score {
          _ = try storage.finish(submission.id, grade(score), response(201, ""))
        } else {
          _ = try storage.abandon(submission.id, reason: "ours", response: response(500, ""), at: 5)
        }
      }
      try submit(ada, "x", 300)
      try submit(ada, "x", 700)
      try submit(ada, "x", nil)
      try submit(ada, "y", 100)
      try submit(ben, "x", 900)
      #expect(try storage.attempts(of: ada.id) == ["x": 2, "y": 1])
      #expect(try storage.attempts(of: PersonID(rawValue: 99)) == [:])
      #expect(try storage.bestGrades(of: ada.id).map(\.score) == [700, 100])
      #expect(try storage.bestGrades(of: ada.id) == (try storage.bestGrades()).filter { $0.person == ada.id })
      #expect(try storage.bestGrades().count == 3)
    }
  }

  private struct Unexpected: Error {}
}

@Suite("The lock of a server")
struct ServingLockTests {
  /// In a process of its own, whose descriptors nobody else needs.
  @Test func closesNobodyElsesFileIfItIsRefused() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let lock = try ServingLock(folder.database)
      let isOver = Atomic(false)
      let other = try WorkerThread {
        var lost = 0
        while !isOver.load(ordering: .relaxed) {
          let descriptor = open("/dev/null", O_RDONLY)
          if close(descriptor) != 0 { lost += 1 }
        }
        return lost
      }
      for _ in 0..<20_000 {
        #expect(throws: StoreError.locked(path: folder.database)) { try ServingLock(folder.database) }
      }
      isOver.store(true, ordering: .relaxed)
      withExtendedLifetime(lock) {}
      let lost = other.join()
      precondition(lost == 0, "\(lost) closed")
    }
  }

  @Test func keepsAFileToOneServerUntilItIsLetGo() throws {
    let folder = TemporaryFolder()
    let path = folder.database
    do {
      let lock = try ServingLock(path)
      #expect(throws: StoreError.locked(path: path)) { try ServingLock(path) }
      // Other programs may use the database meanwhile.
      let storage = try SQLiteStorage(path: path)
      _ = try storage.student()
      storage.close()
      #expect(throws: StoreError.locked(path: path)) { try ServingLock(path) }
      withExtendedLifetime(lock) {}
    }
    _ = try ServingLock(path)
    #expect(throws: StoreError.self) { try ServingLock("/nowhere/course.sqlite") }
  }

  @Test func tellsWhereItsServerListensOrLastDid() throws {
    let folder = TemporaryFolder()
    #expect(ServingLock.address(of: folder.database) == nil)
    for address in ["http://127.0.0.1:65535", "http://[::1]:80"] {
      let lock = try ServingLock(folder.database)
      lock.note(address: address)
      #expect(ServingLock.address(of: folder.database) == address)
      withExtendedLifetime(lock) {}
    }
    _ = try ServingLock(folder.database)
    #expect(ServingLock.address(of: folder.database) == "http://[::1]:80")
    for broken in ["http://127.0", "\u{7F}\u{0}", ""] {
      let file = try #require(fopen(folder.database + ".lock", "w"))
      fputs(broken, file)
      fclose(file)
      #expect(ServingLock.address(of: folder.database) == nil)
    }
  }
}
