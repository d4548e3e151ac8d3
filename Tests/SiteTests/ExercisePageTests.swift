import Exercises
import HTTP
import JSON
import Simulation
import Site
import Store
import Testing

extension SiteFixture {
  /// A form as a browser sends it from a page of ours.
  func form(_ target: String, _ pairs: KeyValuePairs<String, String>, cookie: String? = nil) throws -> Response {
    let body = pairs.map { "\(Percent.encode($0.key))=\(Percent.encode($0.value))" }.joined(separator: "&")
    var headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin")]
    if let cookie { headers.append(("Cookie", cookie)) }
    return try send(.post, target, headers: headers, body: body)
  }

  /// The cookie of somebody's browser, which has signed in by the page.
  func cookie(_ person: KnownPerson) throws -> String {
    let response = try form("/sign-in", ["token": person.token.text])
    return try #require(response.headers["Set-Cookie"]?.split(separator: ";").first.map { String($0) })
  }
}

extension Response {
  /// The value of the first field of that name in a page.
  func field(_ name: String) -> String? {
    guard let start = text.firstRange(of: "name=\"\(name)\" value=\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }
}

@Suite("An exercise's form") struct ExerciseFormTests {
  private func body(_ id: String, _ sent: KeyValuePairs<String, String>) throws -> JSONValue {
    let exercise = try #require(ExerciseCatalogue[id])
    return ExerciseForm.body(sent.map { ($0.key, $0.value) }, of: exercise)
  }

  @Test func `gives the answer that a program would send`() throws {
    #expect(
      try body(
        "policy-tuning",
        [
          "key": "k", "maxAttempts": "4", "deadlineMs": "", "strategy": "full", "statuses": "502,503", "ratio": "0.1",
        ]) == ["policy": ["maxAttempts": 4, "strategy": "full", "statuses": "502,503", "ratio": 0.1]])
    #expect(
      try body("break-the-loop", ["shed": "false", "shed": "true", "attempts": "2"])
        == ["policy": ["shed": true, "attempts": 2]])
  }

  @Test func `keeps what is no number, to be refused where answers are read`() throws {
    #expect(
      try body("break-the-loop", ["attempts": "two", "timeoutMs": " 5"])
        == ["policy": ["attempts": "two", "timeoutMs": 5]])
    #expect(try body("replay-sensitivity", ["delete": ""]) == ["answers": [:]])
    #expect(try body("replay-sensitivity", ["no-such": "x"]) == ["answers": ["no-such": "x"]])
  }

  @Test(arguments: ExerciseCatalogue.exercises.map(\.id))
  func `has a field for everything that is asked`(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    let page = try SiteFixture().get("/exercises/\(id)")
    #expect(page.status == .ok)
    for parameter in exercise.schema.parameters { #expect(page.text.contains("name=\"\(parameter.name)\"")) }
    #expect(page.has("Cache-Control", "no-store"), "it has a key of its own")
  }
}

@Suite("Pages of exercises") struct ExercisePageTests {
  private static let exercise = "replay-sensitivity"
  private static let names = [
    "order-keyless", "order-keyed", "spend-budget", "set-address", "delete", "append-comment", "conditional-update",
    "store-token",
  ]

  private func send(
    _ fixture: SiteFixture, _ target: String, key: String? = nil, _ choice: String = "robust", person: String? = nil,
    cookie: String? = nil
  ) throws -> Response {
    let pairs =
      ExercisePageTests.names.map { "\($0)=\(choice)" } + (key.map { ["key=\($0)"] } ?? [])
      + (person.map { ["person=\($0)"] } ?? [])
    var headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin")]
    if let cookie { headers.append(("Cookie", cookie)) }
    return try fixture.send(.post, target, headers: headers, body: pairs.joined(separator: "&"))
  }

  @Test func `check for everybody and tell nothing of what is hidden`() throws {
    let fixture = try SiteFixture()
    let page = try send(fixture, "/exercises/\(ExercisePageTests.exercise)/checks")
    #expect(page.status == .ok)
    #expect(page.text.contains("of 4. 4 more are hidden and run when you submit."))
    #expect(!page.text.contains("Spend one of a budget: "), "a hidden check's message")
    #expect(page.text.ranges(of: "checked>").count == 8, "what was chosen is kept")
  }

  @Test func `say what is wrong at its field`() throws {
    let page = try SiteFixture().form(
      "/exercises/recover-the-fleet/checks", ["exponentialPeak": "many", "fastest": "equal"])
    #expect(page.status == .unprocessableContent)
    #expect(page.text.contains("value=\"many\""))
    #expect(page.text.contains("data-parameter=\"exponentialPeak\">Must be a number from 0 to 10000000; was the text "))
    let names = "Exponential (no jitter), Full jitter, Equal jitter or Decorrelated jitter"
    #expect(page.text.contains(">Is missing: choose \(names)."))
  }

  @Test func `submit once for the key that came with the page`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let cookie = try fixture.cookie(ada)
    let page = try fixture.get("/exercises/\(ExercisePageTests.exercise)", ("Cookie", cookie))
    let key = try #require(page.field("key"))
    let first = try send(fixture, "/exercises/\(ExercisePageTests.exercise)", key: key, cookie: cookie)
    #expect(first.status == .seeOther)
    let again = try send(fixture, "/exercises/\(ExercisePageTests.exercise)", key: key, cookie: cookie)
    #expect(again.headers["Location"] == first.headers["Location"])
    let place = try #require(first.headers["Location"])
    let outcome = try fixture.get(place, ("Cookie", cookie))
    #expect(outcome.text.contains("Attempt 1"))
    #expect(outcome.text.contains("; hidden: "))
    #expect(try fixture.storage.submissions(person: ada.person.id, exercise: nil, after: nil, limit: 9).count == 1)

    // The same key with another answer is a mistake that is told, not a second submission.
    let other = try send(
      fixture, "/exercises/\(ExercisePageTests.exercise)", key: key, "order-sensitive", cookie: cookie)
    #expect(other.status == .unprocessableContent)
    #expect(other.text.contains("This key was used for another submission."))

    // Nobody else sees it.
    let bob = try fixture.cookie(try fixture.person("Bob"))
    #expect(try fixture.get(place, ("Cookie", bob)).status == .notFound)
    #expect(try fixture.get(place).headers["Location"] == "/sign-in?next=%2Fsubmissions%2F1")
    let ida = try fixture.cookie(try fixture.person("Ida", .instructor))
    #expect(try fixture.get(place, ("Cookie", ida)).status == .ok)
  }

  @Test func `submit nothing without a key, and ask who is there`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let cookie = try fixture.cookie(ada)
    let page = try send(fixture, "/exercises/\(ExercisePageTests.exercise)", cookie: cookie)
    #expect(page.status == .ok)
    #expect(page.text.contains("Nothing is submitted yet"))
    let unknown = try send(fixture, "/exercises/\(ExercisePageTests.exercise)", key: "k")
    #expect(unknown.status == .unauthorized)
    let fields = try #require(unknown.field("fields"))
    #expect(fields.contains("order-keyless=robust"))
    let ida = try fixture.cookie(try fixture.person("Ida", .instructor))
    let refused = try send(fixture, "/exercises/\(ExercisePageTests.exercise)", key: "k", cookie: ida)
    #expect(refused.status == .forbidden)
    #expect(refused.text.contains("Students alone submit."))
    #expect(try fixture.storage.submissions(person: nil, exercise: nil, after: nil, limit: 9).isEmpty)
  }

  @Test func `hand in nothing for whoever has signed in since the form was made`() throws {
    let fixture = try SiteFixture()
    let (ada, bob) = (try fixture.person("Ada"), try fixture.person("Bob"))
    let address = "/exercises/\(ExercisePageTests.exercise)"
    let cookies = (try fixture.cookie(ada), try fixture.cookie(bob))
    let form = try fixture.get(address, ("Cookie", cookies.0))
    let key = try #require(form.field("key"))
    #expect(form.field("person") == ada.id)
    let refused = try send(fixture, address, key: key, person: ada.id, cookie: cookies.1)
    #expect(refused.status == .preconditionFailed)
    #expect(refused.text.contains("This browser is signed in as Bob now"))
    #expect(refused.field("key") == nil, "the answer is not handed in for Bob by the same button")
    let fields = try #require(refused.field("fields"))
    #expect(fields.contains("order-keyless=robust") && !fields.contains("person"))
    #expect(try fixture.storage.submissions(person: nil, exercise: nil, after: nil, limit: 9).isEmpty)
    #expect(try send(fixture, address, key: key, person: ada.id, cookie: cookies.0).status == .seeOther)
    let ida = try fixture.cookie(try fixture.person("Ida", .instructor))
    #expect(try send(fixture, address, key: key, person: ada.id, cookie: ida).status == .preconditionFailed)
  }

  @Test func `made before signing in are looked at once more where each is asked something of their own`() throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ada"))
    #expect(try fixture.get("/exercises/recover-the-fleet").field("person") == "")
    let own = try fixture.form(
      "/exercises/recover-the-fleet", ["key": "k", "person": "", "exponentialPeak": "7"], cookie: cookie)
    #expect(own.status == .preconditionFailed)
    #expect(own.text.contains("What you are asked is your own"))
    #expect(own.text.contains("value=\"7\""))
    #expect(
      try send(fixture, "/exercises/\(ExercisePageTests.exercise)", key: "k", person: "", cookie: cookie).status
        == .seeOther)
  }

  @Test func `keep to the limit and the deadline, and say both`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let cookie = try fixture.cookie(ada)
    var settings = ExerciseSettings(
      exercise: ExercisePageTests.exercise, deadline: fixture.context.time() + 3_600_000, attemptLimit: 1)
    try fixture.storage.set(settings, told: "", at: fixture.context.time(), by: .system)
    let address = "/exercises/\(ExercisePageTests.exercise)"
    #expect(try fixture.get(address, ("Cookie", cookie)).text.contains("1 of 1 attempts left."))
    #expect(try send(fixture, address, key: "a", cookie: cookie).status == .seeOther)
    let spent = try send(fixture, address, key: "b", cookie: cookie)
    #expect(spent.status == .forbidden)
    #expect(spent.text.contains("The one attempt is spent."))
    #expect(spent.text.contains("0 of 1 attempts left."))
    settings.deadline = fixture.context.time() - 1000
    settings.attemptLimit = 2
    try fixture.storage.set(settings, told: "", at: fixture.context.time(), by: .system)
    #expect(try send(fixture, address, key: "c", cookie: cookie).status == .forbidden)
    let over = try fixture.get(address, ("Cookie", cookie)).text
    #expect(over.contains("The deadline was ") && over.contains("1 of 2 attempts were used."))
    #expect(!over.contains("left."))
    let account = try fixture.get("/me", ("Cookie", cookie)).text
    #expect(account.contains("<td>over</td>") && !account.contains("1 left"))
    let stranger = try fixture.get(address).text
    #expect(stranger.contains("no answer is taken any more") && !stranger.contains("attempts"))
  }

  @Test func `tell the deadline in the zone in which it was set`() throws {
    let fixture = try SiteFixture()
    let settings = ExerciseSettings(exercise: "break-the-loop", deadline: 2_111_785_140_000, timeZone: "Europe/Berlin")
    try fixture.storage.set(settings, told: "", at: fixture.context.time(), by: .system)
    let text = try fixture.get("/exercises/break-the-loop").text
    #expect(text.contains("Until 1 December 2036, 23:59 (Europe/Berlin, UTC+01:00)."))
  }

  @Test func `show a card in the lesson and what is a reader's own beside it`() throws {
    let lesson = "---\ntitle: T\nsummary: S\norder: 1\nminutes: 3\n---\nText.\n\n```exercise recover-the-fleet\n```\n"
    let fixture = try SiteFixture(lessons: ["01-a.md": lesson])
    let page = try fixture.get("/lessons/a")
    #expect(page.text.contains("<exercise-card id=\"recover-the-fleet\""))
    #expect(page.field("key") == nil, "one page serves everybody")
    #expect(page.text.contains("css/exercises.css"))
    let ada = try fixture.person("Ada")
    let seed = Candidate(person: ada.person.id.rawValue).seed
    let own = try fixture.get("/exercises/recover-the-fleet/standing", ("Cookie", try fixture.cookie(ada)))
    #expect(own.text.contains("data-person=\"\(ada.id)\""))
    #expect(own.text.contains(">\(seed)<"))
    #expect(!(try fixture.get("/exercises/recover-the-fleet/standing").text.contains("data-person")))
    #expect(try fixture.get("/exercises").text.contains("/lessons/a#recover-the-fleet"))
    #expect(try fixture.get("/exercises/no-such").status == .notFound)
  }
}
