import HTTP
import JSON
import Site
import Store
import Testing

@Suite("A request that comes again late") struct LateRepetitionTests {
  let fixture: SiteFixture
  let ida: KnownPerson
  private let key = ("Idempotency-Key", "a-key-that-was-used")

  init() throws {
    fixture = try SiteFixture()
    ida = try fixture.person("Ida", .instructor)
    for code in ["abc-def-ghj", "kmn-pqr-stu"] { try fixture.storage.addJoinCode(code, at: 0, by: .system) }
  }

  private func enrol(_ name: String, _ code: String = "abc-def-ghj") throws -> Response {
    try fixture.post("/api/v1/enrolments", #"{"code":"\#(code)","name":"\#(name)"}"#, key)
  }

  private func forget(_ response: Response) throws {
    let id = try #require(response.json["person"]?["id"]?.text)
    #expect(try fixture.delete("/api/v1/students/\(id)", as: ida).status == .noContent)
  }

  private var students: [String] {
    get throws { try fixture.storage.people(role: .student, after: nil, limit: 9).map(\.name) }
  }

  @Test func `does not make somebody again who was deleted`() throws {
    try forget(try enrol("Ada"))
    for name in ["Ada", "Ben"] {
      let late = try enrol(name)
      #expect(late.status == Status(410), "the name is forgotten, so that nothing tells one from another")
      #expect(late.problem == "gone")
      #expect(!late.text.contains("Ada"))
    }
    let added = try fixture.post("/api/v1/students", #"{"name":"Cy"}"#, as: ida, key)
    try forget(added)
    #expect(try fixture.post("/api/v1/students", #"{"name":"Cy"}"#, as: ida, key).problem == "gone")
    let pairs: KeyValuePairs = ["key": "k", "code": "abc-def-ghj", "name": "Dora"]
    _ = try fixture.form("/join", pairs)
    let dora = try #require(try fixture.storage.people(role: .student, after: nil, limit: 9).first)
    try fixture.storage.delete(dora.id, at: 1, by: .system)
    #expect(try fixture.form("/join", pairs).status == Status(410))
    #expect(try students.isEmpty)
  }

  @Test func `of a class list's form brings nobody back`() throws {
    let target = "/teach/roster"
    let cookie = try fixture.cookie(ida)
    let pairs: KeyValuePairs = ["key": "k", "do": "import", "roster": "name,login\nCarl,carl\n"]
    #expect(try fixture.form(target, pairs, cookie: cookie).text.contains("1 new"))
    let carl = try #require(try fixture.storage.people(role: .student, after: nil, limit: 9).first)
    try fixture.storage.delete(carl.id, at: 1, by: .system)
    #expect(try fixture.form(target, pairs, cookie: cookie).text.contains("was imported before"))
    #expect(try students.isEmpty)
    let other: KeyValuePairs = ["key": "k", "do": "import", "roster": "name,login\nDora,dora\n"]
    #expect(try fixture.form(target, other, cookie: cookie).text.contains("1 new"), "another list is another form")
    #expect(try fixture.get(target, ("Cookie", cookie)).text.contains("name=\"key\""))
  }

  @Test func `is no other caller's with the same key`() throws {
    let ada = try enrol("Ada")
    #expect(ada.status == .created)
    #expect(try enrol("Ben", "none").problem == "unknown-join-code", "who has no code learns nothing of keys")
    #expect(try enrol("Ben", "kmn-pqr-stu").status == .created)
    #expect(try enrol("Ada", "ABC DEF GHJ").problem == "key-reused", "in one class another body is a mistake")
    #expect(try enrol("Ada").body == ada.body)
    #expect(try students == ["Ada", "Ben"])
  }

  @Test func `of a class list gets its answer, however the class has changed`() throws {
    func send(_ list: String) throws -> Response {
      try fixture.send(
        .post, "/api/v1/students/import", headers: [("Content-Type", "text/csv"), ida.bearer, key], body: list)
    }
    let list = "name,login,email\nAda,ada,ada@example.org\n"
    let first = try send(list)
    #expect(first.status == .ok)
    let ada = try #require(try fixture.storage.people(role: .student, after: nil, limit: 9).first)
    _ = try fixture.storage.change(ada.id, at: 1, by: .system) { $0.login = "lovelace" }
    _ = try fixture.storage.add(NewPerson(name: "Bob", login: "ada"), token: nil, at: 1, by: .system)
    let late = try send(list)
    #expect(late.body == first.body)
    #expect(late.headers["Idempotency-Replayed"] == "true")
    #expect(try send(list + "Cy,cy,\n").problem == "key-reused")
  }
}
