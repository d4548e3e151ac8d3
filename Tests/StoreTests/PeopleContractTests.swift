import Store
import Testing

@Suite("People, and what proves who they are")
struct PeopleContractTests {
  @Test(arguments: Engine.allCases)
  func addAndList(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.add(
        NewPerson(
          name: "Ada \u{0} O'Neil; DROP TABLE person", role: .instructor, login: "ada", email: "ada@example.org"),
        token: nil, at: 7, by: .system)
      let bob = try storage.student("Bob")
      #expect(try storage.person(ada.id) == ada)
      #expect(try storage.people(role: nil, after: nil, limit: 10) == [ada, bob])
      #expect(try storage.people(role: .student, after: nil, limit: 10) == [bob])
      #expect(try storage.people(role: nil, after: ada.id, limit: 10) == [bob])
      #expect(try storage.people(role: nil, after: nil, limit: 1) == [ada])
    }
  }

  @Test(arguments: Engine.allCases)
  func aLoginBelongsToOne(engine: Engine) throws {
    try withStorage(engine) { storage in
      _ = try storage.student(login: "ada")
      #expect(throws: StoreError.conflict(field: "login")) { try storage.student("Other", login: "ada") }
      _ = try storage.student("No login")
      _ = try storage.student("No login either")
    }
  }

  @Test("A login or an e-mail address in another case is the same", arguments: Engine.allCases)
  func anyCase(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.add(
        NewPerson(name: "Ada", login: "Ada", email: "ada@example.org"), token: nil, at: 1, by: .system)
      #expect(throws: StoreError.conflict(field: "login")) { try storage.student("Other", login: "aDA") }
      #expect(throws: StoreError.conflict(field: "e-mail address")) {
        try storage.add(NewPerson(name: "Other", email: "ADA@example.org"), token: nil, at: 1, by: .system)
      }
      let outcome = try storage.importRoster([NewPerson(name: "Ada L.", login: "ada")], at: 2, by: .system)
      #expect(outcome.updated == [ada.id])
    }
  }

  @Test(arguments: Engine.allCases)
  func change(engine: Engine) throws {
    try withStorage(engine) { storage in
      let (ada, bob) = (try storage.student("Ada"), try storage.student("Bob", login: "bob"))
      let changed = try storage.change(ada.id, at: 5, by: .person(bob.id)) { $0.login = "ada" }
      #expect(changed.details == NewPerson(name: "Ada", login: "ada"))
      #expect(try storage.person(ada.id) == changed)
      #expect(throws: StoreError.conflict(field: "login")) {
        try storage.change(ada.id, at: 6, by: .system) {
          $0.name = "Eve"
          $0.login = "Bob"
        }
      }
      #expect(try storage.person(ada.id) == changed, "all of it or nothing")
      #expect(throws: StoreError.unknownPerson) {
        try storage.change(PersonID(rawValue: 99), at: 6, by: .system) { $0.name = "Eve" }
      }
      let trail = try storage.audit(before: nil, limit: 9)
      #expect(trail.first?.action == "person.change")
      #expect(trail.first?.detail == "login")
    }
  }

  @Test(arguments: Engine.allCases)
  func readmission(engine: Engine) throws {
    try withStorage(engine) { storage in
      let (first, second) = (Secret(), Secret())
      let ada = try storage.add(
        NewPerson(name: "Ada"), token: NewToken(first.digest, kind: .bearer), at: 1, by: .system)
      func readmit() throws -> ClaimOutcome {
        try storage.readmit(
          ada.id, token: NewToken(second.digest, kind: .bearer), claim: claim("r"), at: 3, by: .system
        ) { response(201, $0.name) }
      }
      #expect(throws: StoreError.personHasAccess) { try readmit() }
      try storage.revoke(ada.id, at: 2, by: .system)
      #expect(try readmit() == .done(response(201, "Ada")))
      #expect(try readmit() == .replayed(response(201, "Ada")))
      #expect(try storage.holder(of: second.digest, kind: .bearer, at: 4) == ada)
      #expect(try storage.holder(of: first.digest, kind: .bearer, at: 4) == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func aRosterIsAllOrNothing(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = NewPerson(name: "Ada", login: "ada", email: "ada@example.org", section: "A")
      let bob = NewPerson(name: "Bob", login: "bob")
      let first = try storage.importRoster([ada, bob], at: 1, by: .system)
      #expect(first.added.count == 2)
      var moved = ada
      moved.section = "B"
      let second = try storage.importRoster([moved, bob, NewPerson(name: "Cy", login: "cy")], at: 2, by: .system)
      #expect(second.updated == [first.added[0]])
      #expect(second.unchanged == 1)
      #expect(second.added.count == 1)
      let thief = NewPerson(name: "Thief", login: "thief", email: "ada@example.org")
      let clash = NewPerson(name: "New", login: "new")
      let outcome = try storage.importRoster([clash, thief], at: 3, by: .system)
      #expect(outcome.updated == [first.added[0]], "matched by e-mail address when the login is unknown")
      #expect(throws: StoreError.conflict(field: "e-mail address")) {
        try storage.importRoster(
          [NewPerson(name: "D", login: "d"), NewPerson(name: "Bob", login: "bob", email: "ada@example.org")], at: 4,
          by: .system)
      }
      #expect(try storage.people(role: nil, after: nil, limit: 10).contains { $0.name == "D" } == false)
    }
  }

  @Test("Who is added by a roster gets a token in the same step, once for a claim", arguments: Engine.allCases)
  func aRosterWithTokens(engine: Engine) throws {
    try withStorage(engine) { storage in
      _ = try storage.student("Ada", login: "ada")
      let secret = Secret()
      func add(_ people: [NewPerson], _ key: String) throws -> ClaimOutcome {
        try storage.importRoster(
          people, token: { _ in NewToken(secret.digest, kind: .bearer) }, claim: claim(key), at: 2, by: .system
        ) { response(200, "\($0.added.count)") }
      }
      let people = [NewPerson(name: "Ada L.", login: "ada"), NewPerson(name: "Bob", login: "bob")]
      #expect(try add(people, "k") == .done(response(200, "1")))
      #expect(try storage.holder(of: secret.digest, kind: .bearer, at: 3)?.name == "Bob")
      #expect(try add(people, "k") == .replayed(response(200, "1")))
      #expect(try add(people, "l") == .done(response(200, "0")))
      // One token for two cannot be kept, so that neither is added.
      #expect(throws: StoreError.self) {
        try add([NewPerson(name: "C", login: "c"), NewPerson(name: "D", login: "d")], "m")
      }
      #expect(try storage.people(role: nil, after: nil, limit: 9).count == 2)
    }
  }

  @Test(arguments: Engine.allCases)
  func tokensEndAndExpire(engine: Engine) throws {
    try withStorage(engine) { storage in
      let secret = Secret()
      let ada = try storage.add(
        NewPerson(name: "Ada"), token: NewToken(secret.digest, kind: .bearer, expiresAt: 100), at: 1, by: .system)
      #expect(try storage.holder(of: secret.digest, kind: .bearer, at: 99) == ada)
      #expect(try storage.holder(of: secret.digest, kind: .bearer, at: 100) == nil)
      #expect(try storage.holder(of: secret.digest, kind: .session, at: 99) == nil)
      #expect(try storage.holder(of: Secret().digest, kind: .bearer, at: 99) == nil)
      let (next, session) = (Secret(), Secret())
      try storage.grant(NewToken(session.digest, kind: .session), to: ada.id, replacing: false, at: 40, by: .system)
      #expect(try storage.holder(of: session.digest, kind: .session, at: 49) == ada)
      try storage.grant(NewToken(next.digest, kind: .bearer), to: ada.id, replacing: true, at: 50, by: .system)
      #expect(try storage.holder(of: secret.digest, kind: .bearer, at: 60) == nil)
      #expect(try storage.holder(of: session.digest, kind: .session, at: 60) == nil, "whoever came in by it is out")
      #expect(try storage.holder(of: next.digest, kind: .bearer, at: 60) == ada)
      try storage.revoke(ada.id, at: 70, by: .system)
      #expect(try storage.holder(of: next.digest, kind: .bearer, at: 71) == nil)
      #expect(throws: StoreError.revokedPerson) {
        try storage.grant(NewToken(Secret().digest, kind: .bearer), to: ada.id, replacing: false, at: 72, by: .system)
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func anInvitationIsValidOnce(engine: Engine) throws {
    try withStorage(engine) { storage in
      let invitation = Secret()
      let ada = try storage.add(
        NewPerson(name: "Ada", role: .instructor), token: NewToken(invitation.digest, kind: .invitation), at: 1,
        by: .system)
      let session = Secret()
      let token = NewToken(session.digest, kind: .session)
      #expect(try storage.exchange(invitation.digest, for: token, at: 2) == ada)
      #expect(try storage.holder(of: session.digest, kind: .session, at: 3) == ada)
      #expect(try storage.exchange(invitation.digest, for: NewToken(Secret().digest, kind: .session), at: 4) == nil)
      try storage.end(session.digest, at: 5)
      #expect(try storage.holder(of: session.digest, kind: .session, at: 6) == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func enrolment(engine: Engine) throws {
    try withStorage(engine) { storage in
      try storage.addJoinCode("BIRCH-7", at: 1, by: .system)
      #expect(throws: StoreError.conflict(field: "join code")) {
        try storage.addJoinCode("BIRCH-7", at: 1, by: .system)
      }
      let enrol = { (code: String, key: String, body: String) in
        try storage.enrol(
          NewPerson(name: "Ada"), code: code, token: NewToken(Secret().digest, kind: .bearer),
          claim: claim(key, body: body), at: 5
        ) { response(201, "person \($0.id.rawValue)") }
      }
      #expect(throws: StoreError.unknownJoinCode) { try enrol("OAK-1", "k", "a") }
      let first = try enrol("BIRCH-7", "k", "a")
      guard case .done(let answer) = first else { throw Unexpected(first) }
      #expect(try enrol("BIRCH-7", "k", "a") == .replayed(answer))
      #expect(try enrol("BIRCH-7", "k", "b") == .otherBody)
      #expect(try storage.people(role: nil, after: nil, limit: 10).count == 1)
      #expect(try storage.joinCodes() == ["BIRCH-7"])
      try storage.closeJoinCode("BIRCH-7", at: 9, by: .system)
      #expect(try storage.joinCodes().isEmpty)
      #expect(try enrol("BIRCH-7", "k", "a") == .replayed(answer), "what was answered is still answered")
      #expect(throws: StoreError.unknownJoinCode) { try enrol("BIRCH-7", "new", "a") }
    }
  }

  @Test("What there is of a person is counted", arguments: Engine.allCases)
  func holdings(engine: Engine) throws {
    try withStorage(engine) { storage in
      let (ada, bob) = (try storage.student("Ada"), try storage.student("Bob"))
      for (key, person, exercise) in [("1", ada, "e"), ("2", ada, "e"), ("3", ada, "f"), ("4", bob, "e")] {
        let id = try storage.accepted(NewSubmission(person: person.id, exercise: exercise, body: [1]), claim(key))
        if exercise == "e" { _ = try storage.finish(id, grade(1), response(201, key)) }
      }
      for (kind, end) in [(TokenKind.bearer, nil), (.bearer, 5), (.session, 100), (.session, 100)] {
        try storage.grant(
          NewToken(Secret().digest, kind: kind, expiresAt: end), to: ada.id, replacing: false, at: 1, by: .system)
      }
      let all = Holdings(submissions: 3, graded: 1, tokens: 1, sessions: 2)
      #expect(try storage.holdings(of: ada.id, at: 9) == all)
      #expect(all.words == "3 submissions, 1 graded exercise, 1 token and 2 browsers signed in")
      #expect(try storage.holdings(of: ada.id, at: 1).tokens == 2)
      try storage.delete(ada.id, at: 9, by: .system)
      #expect(try storage.holdings(of: ada.id, at: 9) == Holdings(submissions: 0, graded: 0, tokens: 0, sessions: 0))
    }
  }

  @Test("Forgetting a person forgets what they handed in", arguments: Engine.allCases)
  func deletion(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student()
      let id = try storage.accepted(NewSubmission(person: ada.id, exercise: "e", body: [1]), claim("k"))
      try storage.delete(ada.id, at: 9, by: .system)
      #expect(try storage.person(ada.id) == nil)
      #expect(try storage.submission(id) == nil)
      #expect(throws: StoreError.unknownPerson) { try storage.delete(ada.id, at: 9, by: .system) }
      let first = try storage.add(
        NewPerson(name: "Ada"), token: NewToken(Secret().digest, kind: .bearer), claim: claim("a"), at: 9, by: .system
      ) { response(201, $0.name) }
      #expect(try storage.outcome(of: claim("a"), at: 9) == .replayed(response(201, "Ada")))
      #expect(first == .done(response(201, "Ada")))
      try storage.delete(try #require(try storage.people(role: nil, after: nil, limit: 1).first).id, at: 9, by: .system)
      for body in ["body", "other"] {
        #expect(try storage.outcome(of: claim("a", body: body), at: 9) == .gone, "that it was used, and no more")
        let late = try storage.add(
          NewPerson(name: "Ada"), token: NewToken(Secret().digest, kind: .bearer), claim: claim("a", body: body), at: 9,
          by: .system
        ) { response(201, $0.name) }
        #expect(late == .gone)
      }
      #expect(try storage.outcome(of: claim("never"), at: 9) == nil)
      let trail = try storage.audit(before: nil, limit: 10)
      #expect(trail.first?.action == "person.delete")
      #expect(trail.allSatisfy { !$0.detail.contains("Ada") && !$0.subject.contains("Ada") })
    }
  }

  @Test(arguments: Engine.allCases)
  func settingsAndTrail(engine: Engine) throws {
    try withStorage(engine) { storage in
      var settings = ExerciseSettings(exercise: "e", deadline: 5, timeZone: "Europe/Zurich", attemptLimit: 3)
      try storage.set(settings, told: "", at: 1, by: .system)
      settings.attemptLimit = nil
      try storage.set(settings, told: "", at: 2, by: .system)
      #expect(try storage.settings() == [settings])
      let trail = try storage.audit(before: nil, limit: 10)
      #expect(trail.map(\.at) == [2, 1])
      #expect(try storage.audit(before: trail[0].number, limit: 10).map(\.at) == [1])
    }
  }

  @Test(arguments: Engine.allCases)
  func tidying(engine: Engine) throws {
    try withStorage(engine) { storage in
      let day = 24 * 3_600_000
      let ada = try storage.student()
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [1])
      let id = try storage.accepted(handedIn, claim("kept"))
      _ = try storage.accepted(handedIn, claim("dropped", expiresAt: day))
      try storage.tidy(at: 2 * day)
      #expect(try storage.accept(handedIn, claim("kept"), at: 2 * day) == .inProgress(id))
      let again = try storage.accept(handedIn, claim("dropped"), at: 2 * day)
      guard case .accepted = again else { throw Unexpected(again) }
    }
  }

  @Test func secretsHaveTheirBitsAndDoNotShow() {
    let secrets = (0..<100).map { _ in Secret() }
    #expect(Set(secrets.map(\.text)).count == 100)
    #expect(secrets.allSatisfy { $0.text.utf8.count == 43 })
    #expect(!"\(secrets[0])".contains(secrets[0].text))
  }

  @Test func digestsAreAsPublished() {
    // FIPS 180-4, the examples of NIST for "abc" and the empty message.
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Digest(of: Array("abc".utf8)).bytes.hex == abc)
    #expect(Digest(of: []).bytes.prefix(4).hex == "e3b0c442")
  }
}
