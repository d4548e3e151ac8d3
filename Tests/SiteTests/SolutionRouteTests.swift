import Exercises
import HTTP
import JSON
import Simulation
import Site
import Store
import Synchronization
import Testing

@Suite("Model solutions over HTTP") struct SolutionRouteTests {
  private static let deadline = 2_000_000
  /// Where a solution is shown, and nowhere else.
  private static let places = ["/api/v1/exercises/secret", "/exercises/secret", "/exercises/secret/standing"]

  private let time = Shared(deadline)
  private let fixture: SiteFixture
  private let ada: KnownPerson
  private let ida: KnownPerson
  private let cookie: (String, String)

  init() throws {
    let time = self.time
    fixture = try SiteFixture(
      exercises: [ScriptedExercise("secret") { number, _ in ScriptedExercise.even(number) }], time: { time.value })
    ada = try fixture.person("Ada")
    ida = try fixture.person("Ida", .instructor)
    cookie = ("Cookie", try fixture.cookie(ada))
  }

  private func set(_ deadline: Int?, shows: Bool) throws {
    try fixture.storage.set(
      ExerciseSettings(exercise: "secret", deadline: deadline, showsSolutionAfterDeadline: shows), told: "", at: 1,
      by: .system)
  }

  /// The addresses whose answer holds anything of the solution.
  private func showing(_ headers: (String, String)...) throws -> Set<String> {
    let targets = fixture.targets(["secret", "1", ada.id, "jitter-histogram", "waiting"])
    #expect(targets.count > 60)
    return Set(try targets.filter { try fixture.send(.get, $0, headers: headers).text.contains("SOLVED") })
  }

  @Test func `are shown to whoever is known, after the deadline, where it was set`() throws {
    _ = try fixture.post(
      "/api/v1/exercises/secret/submissions", #"{"policy":{}}"#, as: ada, ("Idempotency-Key", "k"))
    // At its deadline an answer is still taken.
    let never: [(at: Int, deadline: Int?, shows: Bool)] = [
      (Self.deadline, Self.deadline, true), (Self.deadline + 1, Self.deadline, false), (Self.deadline + 1, nil, true),
    ]
    for (now, deadline, shows) in never {
      time.set(now)
      try set(deadline, shows: shows)
      for headers in [[ada.bearer], [cookie], [ida.bearer]] { #expect(try showing(headers[0]).isEmpty) }
      #expect(try showing().isEmpty)
    }
    try set(Self.deadline, shows: true)
    for headers in [[ada.bearer], [cookie], [ida.bearer]] {
      #expect(try showing(headers[0]) == Set(Self.places))
    }
    #expect(try showing().isEmpty, "nobody knows who asks")
    try set(Self.deadline + 10, shows: true)
    #expect(try showing(ada.bearer).isEmpty, "an answer is taken again")
  }

  @Test func `are never kept by anybody in between`() throws {
    try set(Self.deadline, shows: true)
    time.set(Self.deadline + 1)
    for place in Self.places {
      let answer = try fixture.get(place, as: ada)
      #expect(answer.text.contains("SOLVED"))
      #expect(answer.headers["Cache-Control"] == "no-store")
      #expect(answer.headers["ETag"] == nil)
    }
  }

  @Test func `come while nothing is taken any more`() throws {
    try set(Self.deadline, shows: true)
    func submit(_ key: String) throws -> Response {
      try fixture.post(
        "/api/v1/exercises/secret/submissions", #"{"policy":{"number":12}}"#, as: ada, ("Idempotency-Key", key))
    }
    #expect(try submit("a").status == .created)
    time.set(Self.deadline + 1)
    #expect(try submit("b").problem == "deadline-passed")
    let answer = try fixture.get(Self.places[0], as: ada).json
    #expect(answer["solution"]?["policy"] == ["number": 12])
    #expect(answer["solution"]?["reasons"] == ["number": "SOLVED-reason"])
    #expect(answer["solution"]?["explanation"] == ["SOLVED-explanation"])
    #expect(answer["attempts"] == ["used": 1, "left": 0])
    #expect(try fixture.get(Self.places[0]).json["solution"] == .null)
    #expect(try fixture.get(Self.places[0]).json["showsSolutionAfterDeadline"] == true)
  }

  @Test func `are announced, and say who sees them`() throws {
    try set(Self.deadline, shows: true)
    #expect(try fixture.get(Self.places[1]).text.contains("After the deadline a model solution is shown here."))
    time.set(Self.deadline + 1)
    #expect(try fixture.get(Self.places[1]).text.contains("Whoever has joined and is signed in sees a model solution"))
    #expect(!(try fixture.get(Self.places[1], as: ada).text.contains("sees a model solution")))
  }

  @Test(arguments: ExerciseCatalogue.exercises.map(\.id))
  func `of every exercise are shown for the reader's own question`(id: String) throws {
    let time = self.time
    let lesson = "---\ntitle: T\nsummary: S\norder: 1\nminutes: 3\n---\nText.\n\n```exercise \(id)\n```\n"
    let fixture = try SiteFixture(lessons: ["01-a.md": lesson], time: { time.value })
    let ben = try fixture.person("Ben")
    let exercise = try #require(ExerciseCatalogue[id])
    let solution = try exercise.solution(for: Candidate(person: ben.person.id.rawValue), RunMonitor())
    try fixture.storage.set(
      ExerciseSettings(exercise: id, deadline: Self.deadline, showsSolutionAfterDeadline: true), told: "", at: 1,
      by: .system)
    time.set(Self.deadline + 1)
    let shown = try fixture.get("/api/v1/exercises/\(id)", as: ben).json["solution"]
    #expect(shown?[exercise.kind.rawValue] == solution.answer)
    for place in ["/exercises/\(id)", "/exercises/\(id)/standing"] {
      let text = try fixture.get(place, as: ben).text
      for paragraph in solution.explanation { #expect(text.contains(HTML.escaped(paragraph))) }
      for field in solution.fields { #expect(text.contains(HTML.escaped(field.reason))) }
    }
    let page = try fixture.get("/lessons/a", as: ben).text
    #expect(page.contains("<details class=\"solution\" hidden>"), "the lesson's page is the same for everybody")
    #expect(!page.contains(HTML.escaped(solution.explanation[0])))
  }
}

/// A value that tests change while the site reads it.
final class Shared<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value { content.withLock { $0 } }

  func set(_ value: Value) { content.withLock { $0 = value } }
}
