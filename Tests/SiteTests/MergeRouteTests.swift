import Exercises
import HTTP
import JSON
import Simulation
import Site
import Store
import Testing

@Suite("Two students who are one person") struct MergeRouteTests {
  let fixture: SiteFixture
  let ida: KnownPerson
  let cookie: String
  /// Of a class list.
  let listed: Person
  /// The same person, who joined by a code.
  let ada: KnownPerson

  init() throws {
    fixture = try SiteFixture()
    ida = try fixture.person("Ida", .instructor)
    cookie = try fixture.cookie(ida)
    listed = try fixture.storage.add(
      NewPerson(name: "Lovelace, Ada <b>", login: "ada"), token: nil, at: 1, by: .system)
    ada = try fixture.person("Ada")
  }

  private var address: String { "/students/\(listed.id.rawValue)/merge" }

  private func submit(_ key: String) throws -> Response {
    try fixture.post(
      "/api/v1/exercises/tell-the-user/submissions", SubmissionTests.body, as: ada, ("Idempotency-Key", key))
  }

  private func merge(_ from: String, _ headers: (String, String)...) throws -> Response {
    try fixture.send(
      .post, "/api/v1\(address)", headers: [("Content-Type", "application/json"), ida.bearer] + headers,
      body: #"{"from":"\#(from)"}"#)
  }

  @Test func `become one over the API, once for a key`() throws {
    let first = try submit("k")
    #expect(first.status == .created)
    let key = ("Idempotency-Key", "m")
    let merged = try merge(ada.id, key)
    #expect(merged.status == .ok)
    #expect(merged.json["person"]?["login"] == "ada" && merged.json["mergedId"] == .string(ada.id))
    #expect(merged.json["submissions"] == 1 && merged.json["tokens"] == 1)
    #expect(merged.json["dropped"] == ["name": "Ada"])
    let again = try merge(ada.id, key)
    #expect(again.body == merged.body && again.has("Idempotency-Replayed", "true"))
    #expect(try fixture.get("/api/v1/me", as: ada).json["person"]?["id"] == .string(String(listed.id.rawValue)))
    #expect(try submit("k").body == first.body, "what was sent before the merge is not taken twice")
    let grades = try fixture.get("/api/v1/me/grades", as: ada).json
    #expect(grades["history"]?.elements.count == 1 && grades["grades"]?.elements.first?["attempts"] == 1)
    #expect(try fixture.get("/api/v1/students/\(ada.id)", as: ida).status == .notFound)
    #expect(try fixture.storage.audit(before: nil, limit: 1).first?.action == "person.merge")
  }

  @Test func `are two students, and nobody's but an instructor's to merge`() throws {
    for from in [String(listed.id.rawValue), ida.id, "999", "x", ""] {
      let refused = try merge(from)
      #expect(refused.status == .unprocessableContent)
      #expect(refused.faults == ["/from"])
    }
    #expect(try fixture.post("/api/v1\(address)", #"{"from":"1"}"#, as: ada).status == .forbidden)
    #expect(try fixture.post("/api/v1/students/999/merge", #"{"from":"\#(ada.id)"}"#, as: ida).status == .notFound)
    let student = try fixture.cookie(ada)
    #expect(try fixture.get(address, ("Cookie", student)).status == .forbidden)
    #expect(try fixture.form(address, ["from": ada.id], cookie: student).status == .forbidden)
    #expect(try fixture.get(address).status == .seeOther)
    #expect(try fixture.get(address + "?from=\(listed.id.rawValue)", ("Cookie", cookie)).status == .notFound)
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 9).count == 2)
  }

  @Test func `become one on a page that says what is kept`() throws {
    _ = try submit("k")
    let found = try fixture.get(address, ("Cookie", cookie)).text
    #expect(found.contains("href=\"\(address)?from=\(ada.id)\">Ada</a>"), "who has a similar name is offered")
    #expect(try fixture.get(address + "?q=nobody", ("Cookie", cookie)).text.contains("Nobody else was found"))
    for words in ["AD", ada.id] {
      #expect(try fixture.get(address + "?q=\(words)", ("Cookie", cookie)).text.contains("?from=\(ada.id)"))
    }
    let asked = try fixture.get(address + "?from=\(ada.id)", ("Cookie", cookie))
    #expect(asked.text.contains("Given up of student \(ada.id): the name Ada."))
    #expect(
      asked.text.contains(
        "<th scope=\"row\">Login</th><td>ada</td><td>—</td><td><strong>ada</strong></td>"))
    #expect(
      asked.text.contains("<th scope=\"row\">Submissions</th><td>0</td><td>1</td><td><strong>1</strong></td>"))
    #expect(asked.text.contains("href=\"/students/\(ada.id)/merge?from=\(listed.id.rawValue)\""))
    let pairs: KeyValuePairs = [
      "key": try #require(asked.field("key")), "from": try #require(asked.field("from")),
    ]
    for _ in 0..<2 {
      let done = try fixture.form(address, pairs, cookie: cookie)
      #expect(done.headers["Location"] == "/students/\(listed.id.rawValue)?done=merged")
    }
    let page = try fixture.get("/students/\(listed.id.rawValue)?done=merged", ("Cookie", cookie)).text
    #expect(page.contains("Merged.") && page.contains("value=\"ada\""))
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 9).map(\.name) == ["Lovelace, Ada <b>"])
  }

  @Test func `are named where a class list takes them for one`() throws {
    _ = try fixture.storage.change(ada.person.id, at: 1, by: .system) { $0.email = "ada@example.org" }
    let list = "name,login,email\nAda,ADA,ada@example.org\n"
    let pairs: KeyValuePairs = ["key": "k", "do": "import", "roster": list]
    let refused = try fixture.form("/teach/roster", pairs, cookie: cookie)
    #expect(refused.status == .unprocessableContent)
    let words = "the login ADA is that of Lovelace, Ada &lt;b&gt; (student \(listed.id.rawValue)), but the e-mail"
    #expect(refused.text.contains(words) && refused.text.contains("is that of Ada (student \(ada.id))"))
    #expect(refused.text.contains("href=\"\(address)?from=\(ada.id)\""))
    #expect(refused.text.contains("Ada,ADA,ada@example.org"), "the list is still there")
    #expect(try merge(ada.id).status == .ok)
    #expect(try fixture.form("/teach/roster", pairs, cookie: cookie).text.contains("1 changed"))
  }
}

@Suite("A submission of somebody who was merged") struct MergedCandidateTests {
  @Test func `is graded again by the question that was asked`() throws {
    let fixture = try SiteFixture(exercises: [SeededExercise()])
    let (ida, kept, other) = (
      try fixture.person("Ida", .instructor), try fixture.person("Kay"), try fixture.person("Otto")
    )
    let seed = Candidate(person: other.person.id.rawValue).seed
    #expect(Candidate(person: kept.person.id.rawValue).seed % 1000 != seed % 1000)
    let path = "/api/v1/exercises/seeded"
    let handedIn = try fixture.post(
      path + "/submissions", #"{"policy":{"number":\#(seed % 1000)}}"#, as: other, ("Idempotency-Key", "k"))
    #expect(handedIn.json["score"] == 1)
    #expect(
      try fixture.post("/api/v1/students/\(kept.id)/merge", #"{"from":"\#(other.id)"}"#, as: ida).status == .ok)
    let plan = try fixture.send(.post, path + "/regrade", headers: [ida.bearer]).json
    #expect(plan["examined"] == 1 && plan["changes"] == [])
    #expect(
      try fixture.get("/submissions/1", as: other).text.contains("<dt>Asked with: end</dt><dd>\(seed % 1000)</dd>"))
  }

  @Test func `is taken from a page that was made before, and graded by what that page asked`() throws {
    let fixture = try SiteFixture(exercises: [SeededExercise()])
    let (ida, kept, other, stranger) = (
      try fixture.person("Ida", .instructor), try fixture.person("Kay"), try fixture.person("Otto"),
      try fixture.person("Eve")
    )
    func number(_ person: KnownPerson) -> Int { Candidate(person: person.person.id.rawValue).seed % 1000 }
    func submit(_ asked: KnownPerson, _ named: KnownPerson?) throws -> Response {
      let headers = [("Content-Type", "application/json"), other.bearer, ("Idempotency-Key", Secret().text)]
      return try fixture.send(
        .post, "/api/v1/exercises/seeded/submissions",
        headers: headers + (named.map { [("Course-Person", $0.id)] } ?? []),
        body: #"{"policy":{"number":\#(number(asked))}}"#)
    }
    let cookie = try fixture.cookie(other)
    let page = try fixture.get("/exercises/seeded", ("Cookie", cookie))
    #expect(
      try fixture.post("/api/v1/students/\(kept.id)/merge", #"{"from":"\#(other.id)"}"#, as: ida).status == .ok)
    #expect(try submit(other, other).json["score"] == 1)
    #expect(try submit(kept, kept).json["score"] == 1)
    #expect(try submit(kept, nil).json["score"] == 1)
    #expect(try submit(other, nil).json["score"] == 0)
    #expect(try submit(other, stranger).status == .preconditionFailed)
    let pairs: KeyValuePairs = [
      "key": try #require(page.field("key")), "person": try #require(page.field("person")),
      "number": "\(number(other))",
    ]
    let handedIn = try fixture.form("/exercises/seeded", pairs, cookie: cookie)
    #expect(handedIn.status == .seeOther)
    #expect(try fixture.get("/api/v1/me/grades?limit=9", as: other).json["history"]?.elements.last?["score"] == 1)
    let forged: KeyValuePairs = ["key": "f", "person": stranger.id, "number": "1"]
    #expect(try fixture.form("/exercises/seeded", forged, cookie: cookie).status == .preconditionFailed)
    let standing = try fixture.get("/exercises/seeded/standing", ("Cookie", cookie)).text
    #expect(standing.contains("data-person=\"\(kept.id)\" data-former=\"\(other.id)\""))
  }
}

/// Asks everybody for the end of their own seed.
private struct SeededExercise: Exercise {
  private let plain = ScriptedExercise("seeded") { _, _ in Marking([]) }
  var id: String { plain.id }
  var title: String { plain.title }
  var lesson: String { plain.lesson }
  var task: String { plain.task }
  var kind: SubmissionKind { plain.kind }
  var graderVersion: String { plain.graderVersion }
  var maxScore: Int { plain.maxScore }
  var schema: Schema { plain.schema }

  func given(for candidate: Candidate) -> [(name: String, value: JSONValue)] {
    [("end", .integer(candidate.seed % 1000))]
  }

  func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let passed = answer.integer("number") == candidate.seed % 1000
    return Marking([Check("seed", isVisible: true, points: 100, passed: passed, message: "It is your own.")])
  }

  func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    plain.solution(for: candidate, monitor)
  }
}
