import Foundation
import HTTP
import JSON
import Site
import Store
import Testing

@Suite("What an instructor does with a class over HTTP") struct ClassRouteTests {
  let fixture: SiteFixture
  let instructor: KnownPerson
  let student: KnownPerson

  init() throws {
    fixture = try SiteFixture()
    instructor = try fixture.person("Ida", .instructor)
    student = try fixture.person("=Stu \"S\", jr.")
  }

  private func csv(_ target: String, _ body: String, _ headers: (String, String)...) throws -> Response {
    try fixture.send(
      .post, target, headers: [("Content-Type", "text/csv"), instructor.bearer] + headers, body: body)
  }

  private func form(_ target: String, _ body: String) throws -> Response {
    try fixture.send(
      .post, target, headers: [("Content-Type", "application/x-www-form-urlencoded"), instructor.bearer], body: body)
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  /// A submission of the student's with a grade of an earlier grader.
  private func submit(_ score: Int) throws -> SubmissionID {
    let body = Array("{\"policy\":{}}".utf8)
    let graded = DispatchSemaphore(value: 0)
    let storage = fixture.storage
    let key = UUID().uuidString
    storage.accept(
      NewSubmission(person: student.person.id, exercise: "policy-tuning", body: body),
      claim: Claim(scope: "s", key: key, body: Digest(of: body), expiresAt: nil), at: 1000
    ) { outcome in
      guard case .success(.accepted(let submission)) = outcome else { return }
      storage.finish(
        submission.id, grade: Grade(score: score, maxScore: 2100, report: [], graderVersion: "0"),
        response: RecordedResponse(status: 201, body: []), at: 2000
      ) { _ in graded.signal() }
    }
    try graded.await()
    return try #require(
      try storage.submissions(person: student.person.id, exercise: nil, after: nil, limit: 100).last?.id)
  }

  @Test(arguments: [
    ("GET", "/api/v1/gradebook"), ("POST", "/api/v1/gradebook/canvas"), ("POST", "/api/v1/students/import"),
    ("POST", "/api/v1/exercises/policy-tuning/regrade"), ("GET", "/api/v1/exercises/policy-tuning/settings"),
    ("PUT", "/api/v1/exercises/policy-tuning/settings"), ("GET", "/api/v1/audit"),
  ])
  func `nobody but an instructor`(method: String, target: String) throws {
    let known = HTTP.Method(rawValue: method)
    let method = try #require(known)
    #expect(try fixture.send(method, target).status == .unauthorized)
    #expect(try fixture.send(method, target, headers: [student.bearer]).status == .forbidden)
  }

  @Test(arguments: ["/teach", "/teach/roster", "/teach/exercises/policy-tuning", "/teach/audit"])
  func `pages ask who is there, and turn students away`(target: String) throws {
    let asked = try fixture.get(target)
    #expect(asked.status == .seeOther)
    #expect(asked.headers["Location"] == "/sign-in?next=\(target)")
    #expect(try fixture.get(target, as: student).status == .forbidden)
    let shown = try fixture.get(target, as: instructor)
    #expect(shown.status == .ok)
    #expect(shown.headers["Cache-Control"] == "no-store")
  }

  @Test func `the gradebook as JSON by pages, and as files`() throws {
    _ = try submit(525)
    let others = try (0..<3).map { try fixture.person("Student \($0)") }
    for known in [student, others[0], others[1]] {
      _ = try fixture.storage.change(known.person.id, at: 1, by: .system) { $0.login = "s\(known.id)" }
    }
    let first = try fixture.get("/api/v1/gradebook?limit=2", as: instructor).json
    #expect(first["students"]?.elements.count == 2)
    #expect(first["students"]?.elements.first?["grades"]?.elements.first?["score"] == .number(5.25))
    let cursor = try #require(first["next"]?.text)
    let second = try fixture.get("/api/v1/gradebook?limit=2&cursor=\(cursor)", as: instructor).json
    #expect(second["students"]?.elements.compactMap { $0["name"]?.text } == ["Student 1", "Student 2"])
    #expect(second["next"] == .null)
    #expect(first["moodle"] == ["mapBy": "username", "leftOut": []])
    #expect(second["moodle"] == ["mapBy": "username", "leftOut": [.string(others[2].id)]])
    for format in ["csv", "canvas", "moodle"] {
      let file = try fixture.get("/api/v1/gradebook?format=\(format)", as: instructor)
      #expect(file.headers["Content-Type"] == "text/csv; charset=utf-8")
      #expect(file.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
      #expect(text(file).contains("5.25"))
      #expect(!text(file).contains("\n=Stu") && !text(file).contains("\"=Stu"))
    }
    #expect(try fixture.get("/api/v1/gradebook?format=pdf&x=1", as: instructor).faults.contains("x"))
    #expect(try fixture.get("/api/v1/gradebook?format=csv&format=json", as: instructor).faults == ["format"])
    let page = text(try fixture.get("/teach", as: instructor))
    #expect(page.contains("=Stu &quot;S&quot;, jr."))
    #expect(page.contains("5.25"))
  }

  @Test func `an export of Canvas is filled in`() throws {
    _ = try csv("/api/v1/students/import", "name,login\nAda,ada\n")
    let export =
      "Student,ID,SIS User ID,SIS Login ID,Section,Tune a policy for what will happen (7)\nAda,1,,ada,,\nX,2,,x,,\n"
    let filled = try csv("/api/v1/gradebook/canvas", export).json
    #expect(filled["students"] == 1)
    #expect(filled["unmatchedLines"]?.elements.first?["line"] == 3)
    #expect(filled["file"]?.text == export)
    let file = try csv("/api/v1/gradebook/canvas", export, ("Accept", "text/csv"))
    #expect(text(file) == export)
    let refused = try csv("/api/v1/gradebook/canvas", "a,b\n")
    #expect(refused.status == .unprocessableContent)
    #expect(refused.json["errors"]?.elements.first?["line"] == 1)
    #expect(try fixture.post("/api/v1/gradebook/canvas", "{}", as: instructor).status == .unsupportedMediaType)
    let unlike = try form("/teach/canvas", "export=%0D%0Aa%2Cb%3C%0D%0A")
    #expect(unlike.status == .unprocessableContent && unlike.headers["Cache-Control"] == "no-store")
    #expect(text(unlike).contains("no gradebook of Canvas"))
    #expect(text(unlike).contains("autocomplete=\"off\">\n\r\na,b&lt;\r\n</textarea>"), "what was pasted is kept")
    let page = try form("/teach/canvas", "export=Student%2CID%2CSection%0AX%2C1%2C%0A")
    #expect(text(page).contains("line 2, X: no student here"))
    #expect(text(page).contains("autocomplete=\"off\">\n</textarea>"), "what was filled in makes room")
  }

  @Test func `a file that does not come is asked for with its length`() throws {
    for target in ["/api/v1/gradebook/canvas", "/api/v1/students/import?dryRun=true"] {
      for type in ["text/csv", "application/json"] {
        let none = try Request(.post, target, headers: [("Content-Type", type), instructor.bearer])
        #expect(fixture.send(none).status == .lengthRequired)
      }
      #expect(try csv(target, "").status == .unprocessableContent)
    }
    // A join code needs nothing to be told.
    #expect(fixture.send(try Request(.post, "/api/v1/join-codes", headers: [instructor.bearer])).status == .created)
  }

  @Test func `a class list is imported once for a key, and dry before`() throws {
    let list = "name,login,email\nAda,ada,ada@example.org\nBob,bob,\n"
    #expect(try csv("/api/v1/students/import?dryRun=true", list).json["added"]?.elements.count == 2)
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 10).count == 1)
    let key = ("Idempotency-Key", "import-1")
    let first = try csv("/api/v1/students/import", list, key)
    #expect(first.status == .ok)
    let again = try csv("/api/v1/students/import", list, key)
    #expect(again.body == first.body)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(try csv("/api/v1/students/import", list + "C,c,\n", key).problem == "key-reused")
    #expect(try csv("/api/v1/students/import", list).json["unchanged"] == 2)
    let refused = try csv("/api/v1/students/import", "name,login\n,x\nY,\n")
    #expect(refused.problem == "invalid-body")
    #expect(
      refused.json["errors"]?.elements.map { [$0["line"], $0["column"]] } == [[.integer(2), .integer(1)], [3, 2]])
    #expect(try csv("/api/v1/students/import?dry=1", list).faults == ["dry"])
    #expect(try csv("/api/v1/students/import?dryRun=false&dryRun=true", list).faults == ["dryRun"])
    let checked = text(try form("/teach/roster", "do=check&roster=name%2Clogin%0ACarl%2Ccarl%0A"))
    #expect(checked.contains("Carl would be added"))
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 10).count == 3)
    #expect(text(try form("/teach/roster", "do=import&roster=name%2Clogin%0ACarl%2Ccarl%0A")).contains("1 new"))
    #expect(try form("/teach/roster", "roster=name%2Clogin%0A%2Ccarl%0A").status == .unprocessableContent)
    // What is missing in a form must not be taken for emptied.
    #expect(try form("/teach/exercises/policy-tuning", "timeZone=UTC").status == .badRequest)
  }

  @Test func `those whom a class list adds get tokens, shown once for the form`() throws {
    let ids = "do=import&key=k-1&tokens=true&roster=name%2Clogin%0A%3DCarl%2Ccarl%0ADora%2Cdora%0A"
    let shown = text(try form("/teach/roster", ids))
    #expect(shown.contains("2 new") && shown.contains("<th scope=\"row\">=Carl</th>"))
    let tokens = shown.matches(of: /<code>([^<]{43})<\/code>/).map { String($0.1) }
    #expect(tokens.count == 2)
    #expect(shown.contains("\n&#39;=Carl,carl,,\(tokens[0])") || shown.contains("&#39;=Carl,carl,,\(tokens[0])"))
    for (token, login) in zip(tokens, ["carl", "dora"]) {
      #expect(
        try fixture.get("/api/v1/me", ("Authorization", "Bearer \(token)")).json["person"]?["login"]?.text == login)
    }
    let again = text(try form("/teach/roster", ids))
    #expect(again.contains("was imported before") && again.contains(tokens[0]))
    let later = text(try form("/teach/roster", ids.replacing("k-1", with: "k-2")))
    #expect(later.contains("2 as they were") && !later.contains("<code>\(tokens[0])"), "who is known keeps theirs")
    #expect(
      try fixture.storage.audit(before: nil, limit: 9).contains {
        $0.detail.hasSuffix("a token for each who was added")
      })
    let copy = fixture.databasePath + "-copy"
    try fixture.storage.backup(to: copy) { _ in }
    let bytes = try fixture.bytes(of: copy)
    #expect(!bytes.contains(tokens[0]), "nothing but a fingerprint and what the form's key seals is kept")
    let none = text(try form("/teach/roster", "do=import&key=k-3&roster=name%2Clogin%0AEve%2Ceve%0A"))
    #expect(none.contains("1 new") && !none.contains("id=\"tokens\""))
    let checked = text(try form("/teach/roster", "do=check&tokens=true&roster=name%2Clogin%0AFay%2Cfay%0A"))
    #expect(checked.contains("value=\"true\" checked"), "what was ticked stays ticked")
  }

  @Test func `those whom Canvas or Moodle cannot know are told`() throws {
    let page = text(try fixture.get("/teach", as: instructor))
    #expect(page.contains("1 student has neither a login nor the school&#39;s number"))
    #expect(page.contains("<a href=\"/students/\(student.id)\">=Stu"))
    _ = try fixture.storage.change(student.person.id, at: 1, by: .system) { $0.email = "stu@example.org" }
    let half = text(try fixture.get("/teach", as: instructor))
    #expect(half.contains("so Canvas cannot") && !half.contains("file for Moodle"))
    #expect(half.contains("Map by email when"))
    _ = try fixture.person("Nameless")
    let most = try fixture.get("/api/v1/gradebook?format=moodle", as: instructor)
    #expect(most.headers["Course-Map-By"] == "email" && most.headers["Course-Left-Out"] == "1")
    #expect(!text(most).contains("\r\n,,"))
    let names = text(try fixture.get("/teach", as: instructor))
    #expect(names.contains("1 student has no e-mail address that no other student has"))
    #expect(names.contains(">Nameless</a>"))
    _ = try fixture.storage.change(student.person.id, at: 1, by: .system) { $0.login = "stu" }
    #expect(try text(fixture.get("/teach", as: instructor)).contains("Map by username when"))
  }

  @Test func `a class list has one page`() throws {
    #expect(text(try fixture.get("/students", as: instructor)).contains("href=\"/teach/roster\""))
    #expect(text(try fixture.get("/teach/roster", as: instructor)).contains("href=\"/students#add\""))
    #expect(try form("/students/import", "roster=x").status == .notFound)
  }

  @Test func `grading again is shown first, and then exactly that is done`() throws {
    let ids = [try submit(1), try submit(2)]
    let target = "/api/v1/exercises/policy-tuning/regrade"
    let dry = try fixture.send(.post, target, headers: [instructor.bearer])
    let tag = try #require(dry.headers["ETag"])
    #expect(dry.json["applied"] == false)
    #expect(dry.json["changes"]?.elements.compactMap { $0["submission"]?.text } == ids.map { String($0.rawValue) })
    let lost = try fixture.send(.post, target, headers: [instructor.bearer, ("If-Match", "\"none\"")])
    #expect(lost.status == .preconditionFailed)
    #expect(
      lost.json["detail"]?.text?.contains("none from before the server was started. Nothing was changed.") == true)
    #expect(
      try fixture.send(.post, target, headers: [instructor.bearer, ("If-Match", "*")]).status == .preconditionFailed)
    _ = try submit(3)
    let done = try fixture.send(.post, target, headers: [instructor.bearer, ("If-Match", tag)])
    #expect(done.status == .ok)
    #expect(done.json["applied"] == true)
    #expect(done.json["changes"] == dry.json["changes"])
    let again = try fixture.send(.post, target, headers: [instructor.bearer, ("If-Match", tag)])
    #expect(again.body == done.body, "an answer that was lost can be asked for again")
    let rest = try fixture.send(.post, target, headers: [instructor.bearer])
    #expect(rest.json["changes"]?.elements.count == 1, "what came meanwhile with an old grade was not touched")
    let trail = try fixture.get("/api/v1/audit?limit=2", as: instructor).json
    #expect(
      trail["entries"]?.elements.compactMap { $0["action"]?.text } == ["submission.regrade", "submission.regrade"])
    #expect(trail["entries"]?.elements.first?["actor"]?["name"] == "Ida")
    let streamed = text(
      try fixture.send(.post, target, headers: [instructor.bearer, ("Accept", "text/event-stream")]))
    #expect(streamed.contains("event: progress") && streamed.contains("event: result"))
    let events = ("Accept", "text/event-stream")
    let refusals: [([(String, String)], String, Status)] = [
      ([], "", .unauthorized), ([("Authorization", "Bearer nonsense")], "", .unauthorized),
      ([("Cookie", "sid=nonsense")], "", .unauthorized), ([student.bearer], "", .forbidden),
      ([instructor.bearer, ("Content-Type", "application/json")], "{\"a\":1}", .unprocessableContent),
    ]
    for (headers, body, status) in refusals {
      let refused = try fixture.send(.post, target, headers: headers + [events], body: body)
      #expect(refused.status == status)
      #expect(refused.headers["Content-Type"] == "application/problem+json")
    }
    let page = text(try form("/teach/exercises/policy-tuning/regrade", ""))
    let plan = try #require(page.firstMatch(of: /name="plan" value="([0-9a-f]{32})"/)?.1)
    #expect(text(try form("/teach/exercises/policy-tuning/regrade", "plan=\(plan)")).contains("1 change was made"))
  }

  @Test func `a deadline is set on the clocks of its zone`() throws {
    let target = "/api/v1/exercises/policy-tuning/settings"
    func put(_ body: String) throws -> Response {
      try fixture.send(
        .put, target, headers: [("Content-Type", "application/json"), instructor.bearer], body: body)
    }
    let set = try put(
      #"{"timeZone":"Europe/Berlin","deadline":"2026-12-01T23:59","attemptLimit":3,"showsSolutionAfterDeadline":true}"#)
    #expect(set.json["deadlineUTC"] == "2026-12-01T22:59:00.000Z")
    #expect(try fixture.get(target, as: instructor).json == set.json)
    let exercise = try fixture.get("/api/v1/exercises/policy-tuning", as: student).json
    #expect(exercise["deadline"] == "2026-12-01T22:59:00.000Z")
    #expect(exercise["timeZone"] == "Europe/Berlin")
    let wrong = try put(#"{"timeZone":"../etc/passwd","deadline":"soon","attemptLimit":0,"more":1}"#)
    #expect(wrong.status == .unprocessableContent)
    #expect(
      Set(wrong.faults) == ["/timeZone", "/deadline", "/attemptLimit", "/more", "/showsSolutionAfterDeadline"])
    let saved = try form(
      "/teach/exercises/policy-tuning", "deadline=2026-07-01T12%3A00&timeZone=America%2FNew_York&attemptLimit=")
    #expect(saved.status == .seeOther)
    let now = try fixture.get(target, as: instructor).json
    #expect(now["deadlineUTC"] == "2026-07-01T16:00:00.000Z")
    #expect(now["attemptLimit"] == .null)
    let entries = try fixture.get("/api/v1/audit?limit=2", as: instructor).json["entries"]?.elements
    #expect(
      entries?.compactMap { $0["detail"]?.text } == [
        "until 1 July 2026, 12:00 (America/New_York, UTC−04:00); any number of attempts; no solution",
        "until 1 December 2026, 23:59 (Europe/Berlin, UTC+01:00); 3 attempts; the solution after the deadline",
      ])
    let refused = try form("/teach/exercises/policy-tuning", "deadline=x&timeZone=y&attemptLimit=z")
    #expect(refused.status == .unprocessableContent)
    #expect(text(refused).components(separatedBy: "aria-invalid").count == 4)
  }

  @Test func `a deadline when the clocks change is refused where they skip it, and told where they show it twice`()
    throws
  {
    let target = "/api/v1/exercises/policy-tuning/settings"
    func put(_ deadline: String) throws -> Response {
      try fixture.send(
        .put, target, headers: [("Content-Type", "application/json"), instructor.bearer],
        body: """
          {"timeZone":"Europe/Berlin","deadline":"\(deadline)","attemptLimit":1,"showsSolutionAfterDeadline":false}
          """)
    }
    let skipped = try put("2036-03-30T02:30")
    #expect(skipped.status == .unprocessableContent)
    #expect(skipped.faults == ["/deadline"])
    let words = "put forward from 2036-03-30 02:00 to 03:00, which skips 02:30"
    #expect(text(skipped).contains(words))
    let page = try form(
      "/teach/exercises/policy-tuning", "deadline=2036-03-30T02%3A30&timeZone=Europe%2FBerlin&attemptLimit=")
    #expect(page.status == .unprocessableContent)
    #expect(text(page).contains(words))
    #expect(try fixture.storage.settings().isEmpty)
    let twice = try put("2036-10-26T02:30").json
    #expect(twice["deadlineUTC"] == "2036-10-26T00:30:00.000Z")
    #expect(twice["deadlineText"] == "26 October 2036, 02:30 (Europe/Berlin, UTC+02:00)")
    let remark =
      "The clocks of Europe/Berlin show 02:30 twice that day, at UTC+02:00 and again at UTC+01:00; the deadline is the first."
    #expect(twice["deadlineRemark"]?.text == remark)
    let saved = text(try fixture.get("/teach/exercises/policy-tuning?done=saved", as: instructor))
    #expect(saved.contains("Now: 26 October 2036, 02:30 (Europe/Berlin, UTC+02:00). \(remark)"))
    #expect(try put("2036-10-26T03:00").json["deadlineRemark"] == .null)
  }

  /// What is kept in UTC is written with a year of four digits.
  @Test(arguments: [
    ("Pacific/Honolulu", "9999-12-31T13:59", true), ("Pacific/Honolulu", "9999-12-31T14:00", false),
    ("Pacific/Auckland", "9999-12-31T23:59", true), ("Asia/Tokyo", "0001-01-01T00:00", false),
  ])
  func `a deadline is in a year from 1 to 9999 in UTC too`(zone: String, deadline: String, isTaken: Bool) throws {
    let answer = try fixture.send(
      .put, "/api/v1/exercises/policy-tuning/settings",
      headers: [("Content-Type", "application/json"), instructor.bearer],
      body: """
        {"timeZone":"\(zone)","deadline":"\(deadline)","attemptLimit":1,"showsSolutionAfterDeadline":false}
        """)
    #expect(answer.status == (isTaken ? .ok : .unprocessableContent))
    #expect(answer.faults == (isTaken ? [] : ["/deadline"]))
    if isTaken { #expect(answer.json["deadlineUTC"]?.text?.hasPrefix("9999-12-31T") == true) }
  }
}
