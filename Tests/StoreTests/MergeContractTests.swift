import Store
import Testing

@Suite("Two students who are one person become one")
struct MergeContractTests {
  /// Somebody of a class list, and the same person who joined by a code.
  private struct Pair {
    let storage: any Storage
    let listed: Person
    let joined: Person

    init(_ storage: any Storage) throws {
      self.storage = storage
      listed = try storage.add(
        NewPerson(name: "Lovelace, Ada", login: "ada", email: "ada@example.org"), token: nil, at: 1, by: .system)
      joined = try storage.add(NewPerson(name: "Ada", schoolID: "7"), token: nil, at: 1, by: .system)
    }

    func scope(_ person: Person) -> String { Claim.scope(of: person.id, "POST /x") }

    func accept(_ person: Person, _ key: String, _ exercise: String = "e", limit: Int? = nil) throws -> Acceptance {
      try storage.accept(
        NewSubmission(person: person.id, exercise: exercise, body: [1], attemptLimit: limit),
        claim(key, scope: scope(person)))
    }

    func submit(_ person: Person, _ key: String, _ exercise: String = "e", score: Int? = nil) throws -> SubmissionID {
      let outcome = try accept(person, key, exercise)
      guard case .accepted(let taken) = outcome else { throw Unexpected(outcome) }
      if let score { _ = try storage.finish(taken.id, grade(score), response(201, key)) }
      return taken.id
    }

    func merge(_ key: Claim? = nil, into kept: Person? = nil, from other: Person? = nil) throws -> ClaimOutcome {
      try storage.merge((other ?? joined).id, into: (kept ?? listed).id, claim: key, at: 9, by: .system) {
        response(200, "\($0.kept.name) \($0.other.name) \($0.moved.submissions)")
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func workAndGradesGoToTheOneWhoIsKept(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      let ids = [
        try pair.submit(pair.listed, "a", score: 300), try pair.submit(pair.joined, "b", score: 700),
        try pair.submit(pair.joined, "c"), try pair.submit(pair.listed, "d", score: 700),
        try pair.submit(pair.joined, "e", "f", score: 5),
      ]
      _ = try storage.abandon(ids[2], reason: "a fault", response: response(500, ""), at: 5)
      #expect(try pair.merge() == .done(response(200, "Lovelace, Ada Ada 3")))
      let all = try storage.submissions(person: pair.listed.id, exercise: nil, after: nil, limit: 9)
      #expect(all.map(\.id) == ids)
      #expect(all.map(\.attempt) == [1, 2, 3, 4, 1], "numbered in the order in which they came, exercise by exercise")
      #expect(all.map(\.candidate) == [pair.listed, pair.joined, pair.joined, pair.listed, pair.joined].map(\.id))
      #expect(try storage.attempts(of: pair.listed.id) == ["e": 3, "f": 1], "one was abandoned")
      let best = try storage.bestGrades()
      #expect(best.map(\.person) == [pair.listed.id, pair.listed.id])
      #expect(best.map(\.submission) == [ids[1], ids[4]], "of equal ones the first")
      #expect(best.map(\.score) == [700, 5] && best.map(\.attempts) == [3, 1])
      #expect(try storage.person(pair.joined.id) == nil)
      let spent = try pair.accept(pair.listed, "g", limit: 3)
      #expect(spent == .attemptsSpent(limit: 3))
      let next = try pair.accept(pair.listed, "g", limit: 4)
      guard case .accepted(let taken) = next else { throw Unexpected(next) }
      #expect(taken.attempt == 5 && taken.candidate == pair.listed.id)
    }
  }

  @Test(arguments: Engine.allCases)
  func withoutAClaim(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      _ = try pair.submit(pair.joined, "a", score: 300)
      let merger = try storage.merge(pair.joined.id, into: pair.listed.id, at: 9, by: .system)
      #expect(merger.kept == (try storage.person(pair.listed.id)) && merger.kept.details.schoolID == "7")
      #expect(merger.other == pair.joined && merger.moved.submissions == 1 && merger.moved.graded == 1)
      #expect(throws: StoreError.unknownPerson) {
        try storage.merge(pair.joined.id, into: pair.listed.id, at: 9, by: .system)
      }
    }
  }

  @Test("A submission that waits for its grade gets it", arguments: Engine.allCases)
  func whatWaits(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      let id = try pair.submit(pair.joined, "a")
      _ = try pair.merge()
      #expect(try storage.pending(after: nil, limit: 9).map(\.candidate) == [pair.joined.id])
      _ = try storage.finish(id, grade(9), response(201, "a"))
      #expect(try storage.bestGrades(of: pair.listed.id).map(\.score) == [9])
    }
  }

  @Test("What the other sent is answered when it is sent again", arguments: Engine.allCases)
  func keys(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      // Numbers that begin alike are not the same.
      for _ in 0..<18 { _ = try storage.student() }
      let late = try storage.student("Late")
      #expect(late.id.rawValue > 20 && pair.joined.id.rawValue == 2)
      let other = try pair.submit(late, "a", score: 1)
      _ = try pair.submit(pair.joined, "a", score: 2)
      for key in ["both"] {
        _ = try pair.submit(pair.listed, key, score: 3)
        _ = try pair.submit(pair.joined, key, score: 4)
      }
      _ = try pair.merge()
      #expect(try pair.accept(pair.listed, "a") == .replayed(response(201, "a")))
      #expect(try pair.accept(pair.listed, "both") == .replayed(response(201, "both")))
      #expect(try storage.submissions(person: pair.listed.id, exercise: nil, after: nil, limit: 9).count == 3)
      #expect(try pair.accept(late, "a") == .replayed(response(201, "a")))
      #expect(try storage.submission(other)?.person == late.id)
    }
  }

  @Test("The numbers of those who were merged are kept as long as whom they went up in", arguments: Engine.allCases)
  func formerNumbers(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      let third = try storage.student("Third")
      #expect(try storage.formerNumbers(of: pair.listed.id).isEmpty)
      _ = try pair.merge(into: pair.joined, from: third)
      _ = try pair.merge()
      #expect(try storage.formerNumbers(of: pair.listed.id) == [pair.joined.id, third.id])
      #expect(try storage.formerNumbers(of: pair.joined.id).isEmpty)
      let outcome = try storage.accept(
        NewSubmission(person: pair.listed.id, candidate: third.id, exercise: "e", body: [1]), claim("k"))
      guard case .accepted(let taken) = outcome else { throw Unexpected(outcome) }
      #expect(taken.candidate == third.id)
      #expect(try storage.submission(taken.id) == taken)
      try storage.delete(pair.listed.id, at: 10, by: .system)
      #expect(try storage.formerNumbers(of: pair.listed.id).isEmpty)
    }
  }

  @Test("What let either in lets the one in", arguments: Engine.allCases)
  func tokens(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      let (bearer, session) = (Secret(), Secret())
      try storage.grant(
        NewToken(bearer.digest, kind: .bearer), to: pair.joined.id, replacing: false, at: 2, by: .system)
      try storage.grant(
        NewToken(session.digest, kind: .session, expiresAt: 99), to: pair.joined.id, replacing: false, at: 2,
        by: .system)
      _ = try pair.merge()
      #expect(try storage.holder(of: bearer.digest, kind: .bearer, at: 10)?.id == pair.listed.id)
      #expect(try storage.holder(of: session.digest, kind: .session, at: 10)?.id == pair.listed.id)
    }
  }

  @Test("An access that has ended stays ended", arguments: Engine.allCases)
  func endedAccess(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      let (first, second) = (Secret(), Secret())
      try storage.grant(
        NewToken(first.digest, kind: .bearer), to: pair.joined.id, replacing: false, at: 2, by: .system)
      try storage.revoke(pair.listed.id, at: 3, by: .system)
      _ = try pair.merge()
      #expect(try storage.person(pair.listed.id)?.revokedAt == 3)
      _ = try storage.readmit(
        pair.listed.id, token: NewToken(second.digest, kind: .bearer), claim: nil, at: 10, by: .system
      ) { _ in response(201, "") }
      #expect(try storage.holder(of: first.digest, kind: .bearer, at: 11) == nil)
      #expect(try storage.holder(of: second.digest, kind: .bearer, at: 11)?.id == pair.listed.id)
    }
  }

  @Test("What is known of the one stays, and is filled up", arguments: Engine.allCases)
  func details(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      _ = try pair.merge()
      let kept = try #require(try storage.person(pair.listed.id))
      #expect(
        kept.details == NewPerson(name: "Lovelace, Ada", login: "ada", email: "ada@example.org", schoolID: "7"))
      let entry = try #require(try storage.audit(before: nil, limit: 1).first)
      #expect(entry.action == "person.merge" && entry.subject == "person \(kept.id.rawValue)")
      #expect(entry.detail.hasPrefix("person \(pair.joined.id.rawValue), with 0 submissions"))
      #expect(!entry.detail.contains("Ada"), "the trail outlives the name")
      // The other way round a login goes from one to the other.
      let twin = try storage.add(NewPerson(name: "Ada"), token: nil, at: 10, by: .system)
      _ = try pair.merge(into: twin, from: kept)
      #expect(try storage.person(twin.id)?.details.login == "ada")
      #expect(
        NewPerson(name: "A", login: "ada", email: "b@example.org").dropped(
          of: NewPerson(name: "B", login: "ADA", email: "c@example.org", section: "1")) == [.name, .email])
    }
  }

  @Test("Once for a key, and of two students alone", arguments: Engine.allCases)
  func onceAndStudentsAlone(engine: Engine) throws {
    try withStorage(engine) { storage in
      let pair = try Pair(storage)
      let teacher = try storage.add(NewPerson(name: "Ida", role: .instructor), token: nil, at: 1, by: .system)
      let nobody = Person(id: PersonID(rawValue: 99), details: NewPerson(name: ""), addedAt: 0)
      for (kept, other) in [
        (pair.listed, pair.listed), (pair.listed, teacher), (teacher, pair.joined), (pair.listed, nobody),
        (nobody, pair.joined),
      ] {
        #expect(throws: StoreError.unknownPerson) { try pair.merge(into: kept, from: other) }
      }
      #expect(try storage.people(role: nil, after: nil, limit: 9).count == 3)
      _ = try pair.submit(pair.joined, "a", score: 1)
      let first = try pair.merge(claim("m"))
      #expect(first == .done(response(200, "Lovelace, Ada Ada 1")))
      #expect(try pair.merge(claim("m")) == .replayed(response(200, "Lovelace, Ada Ada 1")))
      try storage.delete(pair.listed.id, at: 10, by: .system)
      #expect(try pair.merge(claim("m")) == .gone, "the answer holds names, which are forgotten")
    }
  }
}
