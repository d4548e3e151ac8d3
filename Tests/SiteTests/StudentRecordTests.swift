import HTTP
import JSON
import Site
import Store
import Testing

@Suite("What is known of a student can be changed") struct StudentRecordTests {
  let fixture: SiteFixture
  let ida: KnownPerson
  let ada: KnownPerson
  private var address: String { "/api/v1/students/\(ada.id)" }

  init() throws {
    fixture = try SiteFixture()
    ida = try fixture.person("Ida", .instructor)
    ada = try fixture.person("Ada")
  }

  private func patch(_ body: String, _ target: String? = nil, as person: KnownPerson? = nil) throws -> Response {
    try fixture.send(
      .patch, target ?? address, headers: [("Content-Type", "application/json"), (person ?? ida).bearer], body: body)
  }

  private func add(_ body: String) throws -> Response { try fixture.post("/api/v1/students", body, as: ida) }

  @Test func `member by member, and the files for other systems then know them`() throws {
    let changed = try patch(#"{"login":" ada ","email":"Ada@example.org","schoolId":"7"}"#)
    #expect(changed.status == .ok)
    #expect(changed.json["login"] == "ada")
    #expect(changed.json["name"] == "Ada", "what is left out stays")
    #expect(try fixture.get(address, as: ida).json == changed.json)
    let moodle = try fixture.get("/api/v1/gradebook?format=moodle", as: ida).text
    #expect(moodle.contains("ada,Ada@example.org,7,"))
    #expect(try patch(#"{"schoolId":""}"#).json["schoolId"] == "", "an empty text forgets")
    let trail = try fixture.get("/api/v1/audit?limit=2", as: ida).json["entries"]?.elements ?? []
    #expect(trail.map { $0["detail"] } == ["school's number", "login, e-mail address, school's number"])
    #expect(trail.allSatisfy { $0["action"] == "person.change" && $0["subject"] == .string("person \(ada.id)") })
    #expect(try patch(#"{"login":"ada"}"#).status == .ok)
    #expect(try patch("{}").status == .ok)
    let same = try fixture.get("/api/v1/audit?limit=2", as: ida).json["entries"]?.elements ?? []
    #expect(same == trail, "what changes nothing is no news")
  }

  @Test func `unless it is somebody else's, in whatever case`() throws {
    #expect(try add(#"{"name":"Bob","login":"bob","email":"bob@example.org"}"#).status == .created)
    for (body, pointer) in [(#"{"login":"BOB"}"#, "/login"), (#"{"email":"Bob@Example.org"}"#, "/email")] {
      let refused = try patch(body)
      #expect(refused.status == .conflict)
      #expect(refused.faults == [pointer])
      #expect(
        refused.json["detail"]?.text?.contains("belongs to Bob (student 3). If both are one person, POST") == true)
      let added = try add(body.replacing("{", with: #"{"name":"Other","#))
      #expect(added.status == .conflict)
      #expect(added.faults == [pointer])
    }
    #expect(try patch(#"{"login":"ada"}"#).status == .ok)
    #expect(try patch(#"{"login":"ADA"}"#).json["login"] == "ADA", "one's own may change its case")
  }

  @Test func `by an instructor, and of a student`() throws {
    #expect(try patch("{}", as: ada).status == .forbidden)
    #expect(try fixture.send(.patch, address, headers: [], body: "{}").status == .unauthorized)
    #expect(try patch("{}", "/api/v1/students/999").status == .notFound)
    #expect(try patch(#"{"name":"Eve"}"#, "/api/v1/students/\(ida.id)").status == .notFound)
  }

  /// The same wherever it comes from.
  @Test(arguments: [
    ("name", "", "is empty"), ("name", " \u{200B}\u{2060} ", "has nothing that can be seen"),
    ("name", "\u{2800}", "has nothing that can be seen"), ("name", "a\u{202E}b", "U+202E"),
    ("name", "\u{2067}a", "U+2067"), ("name", "a\u{2028}b", "a line break"),
    ("name", String(repeating: "n", count: 201), "at most 200"), ("section", "\u{200B}", "nothing that can be seen"),
    ("login", "ada\u{200B}", "U+200B"), ("login", "rene\u{301}", "U+0301"), ("email", "ada", "no e-mail address"),
    ("email", "a b@c", "no e-mail address"),
    ("email", "a@b@c", "no e-mail address"), ("schoolId", "1\u{FEFF}2", "U+FEFF"),
    ("name", "\u{FEFF}Ada", "U+FEFF"), ("section", "A\u{FEFF}", "U+FEFF"), ("email", "a\u{AD}@b", "U+00AD"),
  ])
  func `by the rules of a class list`(member: String, text: String, words: String) throws {
    let body = JSONValue.object([JSONMember(member, .string(text))])
    var added = [JSONMember(member, .string(text))]
    if member != "name" { added.append(JSONMember("name", "Bob")) }
    for refused in [
      try patch(String(decoding: body.bytes, as: UTF8.self)),
      try add(String(decoding: JSONValue.object(added).bytes, as: UTF8.self)),
    ] {
      #expect(refused.status == .unprocessableContent)
      #expect(refused.faults == ["/\(member)"])
      #expect(refused.json["errors"]?.elements.first?["detail"]?.text?.contains(words) == true)
    }
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 9).map(\.name) == ["Ada"])
  }

  @Test func `where other scripts need what cannot be seen, it is no fault`() throws {
    // A zero width non-joiner within Persian, a joiner within an emoji.
    for name in ["\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", "👩\u{200D}🔬"] {
      #expect(try patch(String(decoding: (["name": .string(name)] as JSONValue).bytes, as: UTF8.self)).status == .ok)
    }
  }

  @Test func `with every fault at once`() throws {
    let refused = try patch(#"{"name":7,"email":"x","role":"instructor"}"#)
    #expect(refused.status == .unprocessableContent)
    #expect(refused.faults == ["/name", "/email", "/role"])
    #expect(try patch("[]").faults == [""])
    #expect(try patch("{").status == .badRequest)
  }
}

@Suite("A student whose access ended") struct ReadmissionTests {
  @Test func `is let in again once for a key, by a new token alone`() throws {
    let fixture = try SiteFixture()
    let (ida, ada) = (try fixture.person("Ida", .instructor), try fixture.person("Ada"))
    let target = "/api/v1/students/\(ada.id)/readmission"
    #expect(try fixture.post(target, "", as: ida).problem == "conflict", "their access has not ended")
    #expect(try fixture.delete("/api/v1/students/\(ada.id)/tokens", as: ida).status == .noContent)
    #expect(try fixture.post(target, "", as: ada).status == .unauthorized)
    let key = ("Idempotency-Key", "again")
    let readmitted = try fixture.post(target, "", as: ida, key)
    #expect(readmitted.status == .created)
    #expect(readmitted.json["person"]?["accessEndedAt"] == .null)
    #expect(try fixture.post(target, "", as: ida, key).body == readmitted.body)
    let token = ("Authorization", "Bearer \(try #require(readmitted.json["token"]?.text))")
    #expect(try fixture.get("/api/v1/me", token).status == .ok)
    #expect(try fixture.get("/api/v1/me", as: ada).status == .unauthorized, "what ended stays ended")
    let trail = try fixture.get("/api/v1/audit?limit=1", as: ida).json["entries"]?.elements.first
    #expect(trail?["action"] == "person.readmit")
    #expect(trail?["actor"]?["name"] == "Ida")
    #expect(try fixture.post("/api/v1/students/999/readmission", "", as: ida).status == .notFound)
  }
}

@Suite("The page of a student") struct StudentPageTests {
  let fixture: SiteFixture
  let cookie: String
  let ada: KnownPerson

  init() throws {
    fixture = try SiteFixture()
    cookie = try fixture.cookie(try fixture.person("Ida", .instructor))
    ada = try fixture.person("Ada <b>")
    _ = try fixture.storage.add(NewPerson(name: "Bob", login: "bob"), token: nil, at: 1, by: .system)
  }

  private func save(_ pairs: KeyValuePairs<String, String>) throws -> Response {
    try fixture.form("/students/\(ada.id)", pairs, cookie: cookie)
  }

  @Test func `changes what is known of them`() throws {
    #expect(try fixture.get("/students", ("Cookie", cookie)).text.contains("href=\"/students/\(ada.id)\""))
    let page = try fixture.get("/students/\(ada.id)", ("Cookie", cookie))
    #expect(page.text.contains("<h1>Ada &lt;b&gt;</h1>"))
    let saved = try save(["name": "Ada L.", "login": "ada", "email": "", "schoolId": "7", "section": "A"])
    #expect(saved.headers["Location"] == "/students/\(ada.id)?done=changed")
    let known = try fixture.storage.person(ada.person.id)?.details
    #expect(known == NewPerson(name: "Ada L.", login: "ada", schoolID: "7", section: "A"))
    #expect(try fixture.get("/students/\(ada.id)?done=changed", ("Cookie", cookie)).text.contains("Saved."))
    _ = try save(["section": "B"])
    #expect(try fixture.storage.person(ada.person.id)?.details.login == "ada", "a field that was not sent stays")
  }

  @Test func `says what is wrong beside each field, and keeps the rest`() throws {
    let refused = try save(["name": " ", "login": "ada", "email": "nowhere"])
    #expect(refused.status == .unprocessableContent)
    #expect(refused.text.contains("Is missing.") && refused.text.contains("is no e-mail address."))
    #expect(refused.text.contains("name=\"login\"") && refused.text.contains("value=\"ada\""))
    let taken = try save(["name": "Ada", "login": "BOB"])
    #expect(taken.status == .unprocessableContent)
    #expect(taken.text.contains("Belongs to Bob (student 3)."))
    #expect(taken.text.contains("href=\"/students/\(ada.id)/merge?from=3\""))
    #expect(try fixture.storage.person(ada.person.id)?.details == NewPerson(name: "Ada <b>"))
  }

  @Test func `is for instructors, and of students`() throws {
    let student = try fixture.cookie(ada)
    #expect(try fixture.get("/students/\(ada.id)", ("Cookie", student)).status == .forbidden)
    #expect(try fixture.form("/students/\(ada.id)", ["name": "Eve"], cookie: student).status == .forbidden)
    #expect(try fixture.form("/students/\(ada.id)", ["name": "Eve"]).status == .seeOther)
    #expect(try fixture.get("/students/\(ada.id)").status == .seeOther)
    #expect(try fixture.form("/students/readmit", ["id": ada.id], cookie: student).status == .forbidden)
    for id in ["1", "999", "x"] { #expect(try fixture.get("/students/\(id)", ("Cookie", cookie)).status == .notFound) }
  }

  @Test func `lets them in again where their access ended`() throws {
    _ = try fixture.form("/students/end", ["id": ada.id], cookie: cookie)
    let list = try fixture.get("/students", ("Cookie", cookie)).text
    #expect(list.contains("action=\"/students/readmit\""))
    let pairs: KeyValuePairs = ["id": ada.id, "key": "k-1"]
    let shown = try fixture.form("/students/readmit", pairs, cookie: cookie)
    let token = try #require(shown.text.firstMatch(of: /readonly value="([^"]{43})"/)?.1)
    #expect(try fixture.form("/students/readmit", pairs, cookie: cookie).body == shown.body)
    #expect(try fixture.form("/sign-in", ["token": String(token)]).status == .seeOther)
    #expect(try fixture.form("/sign-in", ["token": ada.token.text]).status == .unauthorized)
  }

  @Test func `deletes them, once it has said what goes`() throws {
    let target = "/students/\(ada.id)/delete"
    #expect(try fixture.get("/students/\(ada.id)", ("Cookie", cookie)).text.contains("href=\"\(target)\""))
    let asked = try fixture.get(target, ("Cookie", cookie))
    #expect(asked.text.contains("<h1>Delete Ada &lt;b&gt;?</h1>"))
    #expect(asked.text.contains("0 submissions") && asked.text.contains("1 token,"))
    let pairs: KeyValuePairs = ["confirm": try #require(asked.field("confirm"))]
    #expect(try fixture.form(target, [:], cookie: cookie).status == .badRequest, "the page was not read")
    #expect(try fixture.form(target, ["confirm": "999"], cookie: cookie).status == .badRequest)
    let student = try fixture.cookie(ada)
    #expect(try fixture.get(target, ("Cookie", student)).status == .forbidden)
    #expect(try fixture.form(target, pairs, cookie: student).status == .forbidden)
    #expect(try fixture.form(target, pairs).headers["Location"] == "/sign-in?next=/students")
    #expect(try fixture.storage.person(ada.person.id) != nil)
    #expect(try fixture.form(target, pairs, cookie: cookie).headers["Location"] == "/students?done=deleted")
    #expect(try fixture.storage.person(ada.person.id) == nil)
    #expect(try fixture.form(target, pairs, cookie: cookie).headers["Location"] == "/students?done=absent")
    #expect(try fixture.get("/students?done=deleted", ("Cookie", cookie)).text.contains("The student is deleted"))
    #expect(try fixture.get(target, ("Cookie", cookie)).status == .notFound)
    let trail = try fixture.storage.audit(before: nil, limit: 1).first
    #expect(trail?.action == "person.delete" && trail?.actor != .system)
    // Nobody but a student: the instructor is number 1.
    #expect(try fixture.form("/students/1/delete", ["confirm": "1"], cookie: cookie).status == .seeOther)
    #expect(try fixture.storage.person(PersonID(rawValue: 1))?.role == .instructor)
  }

  @Test func `joining takes no name that cannot be seen or turns the page round`() throws {
    try fixture.storage.addJoinCode("abc-def-ghj", at: 0, by: .system)
    for name in ["\u{200B}", "Ada\u{202E}", "Ada\u{FEFF}"] {
      let page = try fixture.form("/join", ["key": "k", "code": "abc-def-ghj", "name": name])
      #expect(page.status == .unprocessableContent)
      let body = #"{"code":"abc-def-ghj","name":"\#(name)"}"#
      #expect(try fixture.post("/api/v1/enrolments", body).faults == ["/name"])
      #expect(try fixture.form("/students", ["name": name], cookie: cookie).status == .unprocessableContent)
    }
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 9).count == 2)
  }
}
