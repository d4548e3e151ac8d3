import Exercises
import HTTP
import JSON
import Simulation
import Site
import Store
import Synchronization
import Testing

@Suite("A submission") struct SubmissionTests {
  static let path = "/api/v1/exercises/tell-the-user/submissions"
  static let answers = [
    ("offline", "offline"), ("list-503", "try-again-shortly"), ("payment-timed-out", "uncertain"),
    ("payment-refused", "try-again-shortly"), ("form-422", "correct-entry"),
    ("payment-key-timed-out", "try-again-shortly"), ("certificate", "insecure"), ("left", "uncertain"),
  ]
  static let body =
    #"{"answers":{"# + answers.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}}"

  static func key(_ text: String) -> (String, String) { ("Idempotency-Key", text) }

  @Test func `is answered with its grade, and shows of hidden checks how many passed`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let response = try fixture.post(Self.path, Self.body, as: ada, Self.key("one"))
    #expect(response.status == .created)
    let grade = response.json
    let id = try #require(grade["id"]?.text)
    #expect(response.has("Location", "/api/v1/submissions/\(id)"))
    #expect(response.has("RateLimit-Policy", "\"submissions\";q=120;w=60"))
    #expect(grade["exercise"] == "tell-the-user")
    #expect(grade["status"] == "graded")
    #expect(grade["attempt"] == 1)
    #expect(grade["score"] == 7)
    #expect(grade["maxScore"] == 8)
    #expect(grade["visible"] == ["passed": 4, "of": 4])
    #expect(grade["hidden"] == ["passed": 3, "of": 4])
    #expect(
      grade["checks"]?.elements.compactMap { $0["name"]?.text }
        == Self.answers.map(\.0).filter {
          ["offline", "list-503", "payment-timed-out", "form-422"].contains($0)
        })
    #expect(grade["graderVersion"] == "1")
    #expect(try fixture.get("/api/v1/submissions/\(id)", as: ada).json == grade)
    let ida = try fixture.person("Ida", .instructor)
    let whole = try fixture.get("/api/v1/submissions/\(id)", as: ida).json
    #expect(whole["checks"]?.elements.count == 8)
    #expect(whole["person"]?.text == ada.id)
  }

  @Test func `has one effect and one answer for one key, whatever happens in between`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let first = try fixture.post(Self.path, Self.body, as: ada, Self.key("\"one\""))
    for key in ["one", "\"one\""] {
      let again = try fixture.post(Self.path, Self.body, as: ada, Self.key(key))
      #expect(again.status == first.status)
      #expect(again.body == first.body)
      #expect(again.headers["Location"] == first.headers["Location"])
      #expect(again.headers["Content-Type"] == first.headers["Content-Type"])
      #expect(again.has("Idempotency-Replayed", "true"))
    }
    let other = try fixture.post(Self.path, Self.body + " ", as: ada, Self.key("one"))
    #expect(other.status == .unprocessableContent)
    #expect(other.problem == "key-reused")
    // Another person and another route are other scopes.
    let ben = try fixture.person("Ben")
    let bens = try fixture.post(Self.path, Self.body, as: ben, Self.key("one"))
    #expect(bens.status == .created)
    #expect(!bens.headers.contains("Idempotency-Replayed"))
    #expect(bens.headers["Location"] != first.headers["Location"])
    let elsewhere = try fixture.post(
      "/api/v1/exercises/policy-tuning/submissions", #"{"policy":{}}"#, as: ada, Self.key("one"))
    #expect(elsewhere.status == .created)
    #expect(try fixture.storage.submissions(person: ada.person.id, exercise: nil, after: nil, limit: 10).count == 2)
  }

  @Test func `needs a key, and a key that is one`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let missing = try fixture.post(Self.path, Self.body, as: ada)
    #expect(missing.status == .badRequest)
    #expect(missing.problem == "key-required")
    #expect(try fixture.post(Self.path, Self.body, as: ada, Self.key("a b")).problem == "invalid-key")
    #expect(
      try fixture.post(Self.path, Self.body, as: ada, Self.key("a"), Self.key("b")).problem == "invalid-key")
    #expect(try fixture.post(Self.path, Self.body, Self.key("a")).status == .unauthorized)
    #expect(
      try fixture.post("/api/v1/exercises/none/submissions", Self.body, as: ada, Self.key("a")).status == .notFound)
  }

  @Test func `of somebody else than who is signed in is not taken, costs nothing, and comes with its key again`() throws
  {
    let fixture = try SiteFixture({ $0.submissionsPerMinute = 1 }, clock: { 1_000_000_000 })
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    let ida = try fixture.person("Ida", .instructor)
    func sent(as person: KnownPerson, _ names: String...) throws -> Response {
      try fixture.send(
        .post, Self.path,
        headers: [("Content-Type", "application/json"), ("Cookie", try fixture.cookie(person)), Self.key("one")]
          + [("Sec-Fetch-Site", "same-origin")] + names.map { ("Course-Person", $0) }, body: Self.body)
    }
    for person in [ben, ida] {
      let refused = try sent(as: person, ada.id)
      #expect(refused.status == .preconditionFailed)
      #expect(refused.problem == "other-person")
    }
    for names in [[""], ["Ada"], ["1x"], ["0"], ["1000000000000000000"], [ada.id, ada.id]] {
      let malformed = try fixture.send(
        .get, "/api/v1/me", headers: [ada.bearer] + names.map { ("Course-Person", $0) })
      #expect(malformed.problem == "malformed-request", "\(names)")
    }
    #expect(try fixture.storage.submissions(person: nil, exercise: nil, after: nil, limit: 9).isEmpty)
    let first = try sent(as: ada, ada.id)
    #expect(first.status == .created)
    #expect(!first.headers.contains("Idempotency-Replayed"))
    // The refusals took nothing of anybody's limit.
    #expect(try sent(as: ben).status == .created)
    let place = try #require(first.headers["Location"])
    #expect(try fixture.get(place, ben.bearer, ("Course-Person", ada.id)).problem == "other-person")
    #expect(try fixture.get(place, ada.bearer, ("Course-Person", ada.id)).status == .ok)
  }

  @Test func `is refused with every fault, and may then come again with the same key`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let names = Self.answers.map { "/answers/\($0.0)" }
    for (body, status, faults) in [
      ("", 400, [""]), ("{", 400, [""]), ("[]", 422, [""]), ("{}", 422, ["/answers"]), ("null", 422, [""]),
      (#"{"answers":{}}"#, 422, names), (#"{"answers":[]}"#, 422, ["/answers"]),
      (#"{"answers":null,"policy":{},"role":"instructor"}"#, 422, ["/answers", "/policy", "/role"]),
      (
        Self.body.replacing("\"offline\":\"offline\"", with: "\"offline\":7,\"a/b\":1"), 422,
        ["/answers/offline", "/answers/a~1b"]
      ),
    ] {
      let response = try fixture.post(Self.path, body, as: ada, Self.key("one"))
      #expect(response.status.code == status, "\(body)")
      #expect(Set(response.faults) == Set(faults), "\(body)")
    }
    let huge = try fixture.post(
      Self.path, "{\"answers\":\"" + String(repeating: "a", count: 70_000) + "\"}", as: ada, Self.key("one"))
    #expect(huge.status == .contentTooLarge)
    let form = try fixture.send(
      .post, Self.path, headers: [ada.bearer, Self.key("one"), ("Content-Type", "text/plain")], body: Self.body)
    #expect(form.status == .unsupportedMediaType)
    #expect(try fixture.post(Self.path, Self.body, as: ada, Self.key("one")).status == .created)
  }

  @Test func `is for its owner and instructors, and for others not there`() throws {
    let fixture = try SiteFixture()
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    let location = try #require(
      try fixture.post(Self.path, Self.body, as: ada, Self.key("one")).headers["Location"])
    let (other, none) = (try fixture.get(location, as: ben), try fixture.get("/api/v1/submissions/999", as: ben))
    #expect(other.status == .notFound)
    #expect(none.status == .notFound)
    #expect(other.json["detail"] == none.json["detail"])
    #expect(try fixture.get(location).status == .unauthorized)
    for id in ["0", "x", "1x", "-1", "18446744073709551616"] {
      #expect(try fixture.get("/api/v1/submissions/\(id)", as: ada).status == .notFound)
    }
  }

  @Test func `after the deadline or the last attempt is refused, unless it was acknowledged before`() throws {
    let time = Mutex(1_000_000)
    let fixture = try SiteFixture(time: { time.withLock { $0 } })
    let ada = try fixture.person("Ada")
    try fixture.storage.set(
      ExerciseSettings(exercise: "tell-the-user", deadline: 2_000_000, timeZone: "Europe/Berlin", attemptLimit: 2),
      told: "",
      at: 1, by: .system)
    let first = try fixture.post(Self.path, Self.body, as: ada, Self.key("1"))
    _ = try fixture.post(Self.path, Self.body, as: ada, Self.key("2"))
    let spent = try fixture.post(Self.path, Self.body, as: ada, Self.key("3"))
    #expect(spent.status == .forbidden)
    #expect(spent.problem == "attempts-spent")
    let shown = try fixture.get("/api/v1/exercises/tell-the-user", as: ada).json
    #expect(shown["attempts"] == ["used": 2, "left": 0])
    #expect(shown["deadline"] == "1970-01-01T00:33:20.000Z")
    #expect(shown["timeZone"] == "Europe/Berlin")
    // What was refused was not recorded: with one more attempt the same request is taken.
    try fixture.storage.set(
      ExerciseSettings(exercise: "tell-the-user", deadline: 2_000_000, timeZone: "Europe/Berlin", attemptLimit: 3),
      told: "", at: 1, by: .system)
    #expect(try fixture.post(Self.path, Self.body, as: ada, Self.key("3")).status == .created)

    time.withLock { $0 = 2_000_001 }
    let ben = try fixture.person("Ben")
    let late = try fixture.post(Self.path, Self.body, as: ben, Self.key("1"))
    #expect(late.status == .forbidden)
    #expect(late.problem == "deadline-passed")
    #expect(late.json["detail"] == "The deadline was 1 January 1970, 01:33:20 (Europe/Berlin, UTC+01:00).")
    let again = try fixture.post(Self.path, Self.body, as: ada, Self.key("1"))
    #expect(again.body == first.body)
    #expect(again.has("Idempotency-Replayed", "true"))
  }

  @Test func `is limited for each person`() throws {
    let fixture = try SiteFixture({ $0.submissionsPerMinute = 3 }, clock: { 1_000_000_000 })
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    for number in 1...3 {
      #expect(try fixture.post(Self.path, Self.body, as: ada, Self.key("\(number)")).status == .created)
    }
    let refused = try fixture.post(Self.path, Self.body, as: ada, Self.key("4"))
    #expect(refused.status == .tooManyRequests)
    #expect(refused.has("Retry-After", "20"))
    #expect(refused.has("RateLimit", "\"submissions\";r=0;t=20"))
    #expect(try fixture.post(Self.path, Self.body, as: ben, Self.key("4")).status == .created)
  }

  @Test func `shows up in the caller's grades, in parts`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    #expect(try fixture.get("/api/v1/me/grades", as: ada).json["total"] == 0)
    let worse = Self.body.replacing("\"offline\":\"offline\"", with: "\"offline\":\"uncertain\"")
    for (number, body) in [worse, Self.body, worse].enumerated() {
      _ = try fixture.post(Self.path, body, as: ada, Self.key("\(number)"))
    }
    let page = try fixture.get("/api/v1/me/grades?limit=2", as: ada).json
    #expect(page["total"] == 7)
    #expect(page["grades"]?.elements.count == 1)
    #expect(page["grades"]?.elements.first?["attempts"] == 3)
    #expect(page["grades"]?.elements.first?["submission"] == page["history"]?.elements.last?["id"])
    #expect(page["history"]?.elements.compactMap { $0["score"]?.number } == [6, 7])
    let next = try #require(page["next"]?.text)
    let rest = try fixture.get("/api/v1/me/grades?limit=2&cursor=\(next)", as: ada).json
    #expect(rest["history"]?.elements.count == 1)
    #expect(rest["next"] == .null)
    let data = try fixture.get("/api/v1/me/data", as: ada).json
    #expect(data["submissions"]?.elements.count == 3)
    #expect(data["submissions"]?.elements.first?["body"]?["answers"]?["offline"] == "uncertain")
  }
}

@Suite("An exercise") struct GradedExerciseTests {
  @Test func `tells everybody what is asked, and each their own numbers`() throws {
    let fixture = try SiteFixture()
    let list = try fixture.get("/api/v1/exercises").json["exercises"]?.elements ?? []
    #expect(list.compactMap { $0["id"]?.text } == ExerciseCatalogue.exercises.map(\.id))
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    let seeds = try [ada, ben, ada].map {
      try fixture.get("/api/v1/exercises/recover-the-fleet", as: $0).json["given"]?["seed"]?.number
    }
    #expect(seeds[0] == seeds[2])
    #expect(seeds[0] != seeds[1])
    #expect(seeds[0].map { (1_000_000..<10_000_000).contains($0) } == true)
    for exercise in ExerciseCatalogue.exercises {
      let shown = try fixture.get("/api/v1/exercises/\(exercise.id)").json
      #expect(shown["task"]?.text == exercise.task)
      #expect(shown["attempts"] == .null)
      let visible = shown["checks"]?["visible"]?.elements ?? []
      let hidden = try #require(shown["checks"]?["hidden"]?["of"]?.number)
      #expect(!visible.isEmpty && hidden > 0)
      let member = shown["schema"]?["properties"]?[exercise.kind.rawValue]
      let fields = member?["properties"]?.members ?? []
      #expect(fields.map(\.name) == exercise.schema.parameters.map(\.name))
      #expect(fields.contains { $0.value["default"] != nil } == (exercise.kind == .policy))
    }
    #expect(try fixture.get("/api/v1/exercises/none").status == .notFound)
  }

  @Test func `lets the visible checks be tried, which spends nothing and tells nothing of the hidden ones`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let path = "/api/v1/exercises/tell-the-user/checks"
    for response in [
      try fixture.post(path, SubmissionTests.body), try fixture.post(path, SubmissionTests.body, as: ada),
    ] {
      #expect(response.status == .ok)
      #expect(response.json["visible"] == ["passed": 4, "of": 4])
      #expect(response.json["hidden"] == ["of": 4])
      #expect(response.json["checks"]?.elements.count == 4)
      #expect(response.json["score"] == nil)
    }
    #expect(try fixture.get("/api/v1/exercises/tell-the-user", as: ada).json["attempts"]?["used"] == 0)
    #expect(try fixture.post(path, #"{"answers":{}}"#).faults.count == 8)
    #expect(try fixture.post(path, SubmissionTests.body, ("Sec-Fetch-Site", "cross-site")).status == .forbidden)
  }
}

@Suite("What hidden checks hold") struct CanaryTests {
  /// An exercise whose hidden checks are full of one word.
  private static let exercise = ScriptedExercise("canary") { number, _ in
    Marking([
      Check("shown", isVisible: true, points: 50, passed: number > 1, message: "As it should be."),
      Check("CANARY-name", isVisible: false, points: 25, passed: number > 2, message: "CANARY-message \(number)"),
      Check("CANARY-other", isVisible: false, points: 25, passed: false, message: "CANARY-message"),
    ])
  }

  @Test func `appears in no answer that a student can get`() throws {
    let fixture = try SiteFixture(exercises: [Self.exercise])
    let (ada, ben, ida) = (
      try fixture.person("Ada"), try fixture.person("Ben"), try fixture.person("Ida", .instructor)
    )
    let path = "/api/v1/exercises/canary"
    var answers: [Response] = []
    for person in [ada, ben] {
      for body in [#"{"policy":{"number":5}}"#, #"{"policy":{}}"#, #"{"policy":{"number":"CANAR"}}"#, "{"] {
        answers.append(try fixture.post(path + "/checks", body, as: person))
        answers.append(try fixture.post(path + "/checks", body))
        for _ in 0..<2 {
          answers.append(
            try fixture.post(path + "/submissions", body, as: person, ("Idempotency-Key", "k\(body.count)")))
        }
      }
    }
    let signedIn = try fixture.post("/api/v1/sessions", #"{"token":"\#(ada.token.text)"}"#)
    let cookie = ("Cookie", String((signedIn.headers["Set-Cookie"] ?? "").prefix { $0 != ";" }))
    // Every route that can be asked for with these names, by everybody but the instructor.
    let ids = ["canary", "1", "2", "3", "4", ada.id, ben.id, "jitter-histogram", "waiting"]
    for target in fixture.targets(ids) {
      for headers in [[], [ada.bearer], [ben.bearer], [cookie]] {
        answers.append(try fixture.send(.get, target, headers: headers))
      }
    }
    #expect(answers.count { $0.status == .created } == 8)
    #expect(answers.count > 100)
    for answer in answers {
      #expect(!answer.text.contains("CANARY"), "\(answer.text.prefix(300))")
      for index in 0..<answer.headers.count { #expect(!answer.headers.field(at: index).value.contains("CANARY")) }
    }
    #expect(try fixture.get("/api/v1/submissions/1", as: ida).text.contains("CANARY-name"), "the instructor sees them")
    #expect(try fixture.get("/submissions/1", as: ida).text.contains("CANARY-message"), "on the page, too")
  }
}
