import HTTP
import JSON
import Site
import Store
import Synchronization
import Testing

@Suite("Joining") struct EnrolmentTests {
  private func code(_ fixture: SiteFixture) throws -> (KnownPerson, String) {
    let ida = try fixture.person("Ida", .instructor)
    let made = try fixture.send(.post, "/api/v1/join-codes", headers: [ida.bearer])
    return (ida, try #require(made.json["code"]?.text))
  }

  private func body(_ code: String, _ name: String) -> String { #"{"code":"\#(code)","name":"\#(name)"}"# }

  @Test func `gives a token that works at once, shown once`() throws {
    let fixture = try SiteFixture()
    let (_, code) = try code(fixture)
    // As a person types it.
    let typed = code.uppercased().replacing("-", with: " ")
    let joined = try fixture.post("/api/v1/enrolments", body(typed, "  Ada Lovelace "))
    #expect(joined.status == .created)
    let token = try #require(joined.json["token"]?.text)
    let me = try fixture.get("/api/v1/me", ("Authorization", "Bearer \(token)"))
    #expect(me.json["person"]?["name"] == "Ada Lovelace")
    #expect(me.json["person"]?["role"] == "student")
    #expect(!me.text.contains(token))
  }

  @Test func `happens once for a key, and keeps the token from whoever has the database alone`() throws {
    let fixture = try SiteFixture()
    let (ida, code) = try code(fixture)
    let key = ("Idempotency-Key", "5b1c0a7e-key-of-ada")
    let first = try fixture.post("/api/v1/enrolments", body(code, "Ada"), key)
    let again = try fixture.post(
      "/api/v1/enrolments", body(code, "Ada"), ("Idempotency-Key", "\"5b1c0a7e-key-of-ada\""))
    #expect(again.status == .created)
    #expect(again.body == first.body)
    #expect(again.has("Idempotency-Replayed", "true"))
    #expect(!first.headers.contains("Idempotency-Replayed"))
    #expect(try fixture.get("/api/v1/students", as: ida).json["students"]?.elements.count == 1)
    let other = try fixture.post("/api/v1/enrolments", body(code, "Ben"), key)
    #expect(other.status == .unprocessableContent)
    #expect(other.problem == "key-reused")

    // A closed code is no reason to forget who joined by it.
    #expect(try fixture.delete("/api/v1/join-codes/\(code)", as: ida).status == .noContent)
    #expect(try fixture.post("/api/v1/enrolments", body(code, "Ada"), key).body == first.body)
    let late = try fixture.post("/api/v1/enrolments", body(code, "Ben"), ("Idempotency-Key", "another"))
    #expect(late.status == .forbidden)
    #expect(late.problem == "unknown-join-code")

    let token = try #require(first.json["token"]?.text)
    let copy = fixture.databasePath + ".copy"
    try fixture.storage.backup(to: copy) { _ in }
    let bytes = try fixture.bytes(of: copy)
    #expect(bytes.contains("Ada"))
    #expect(!bytes.contains(token))
    #expect(!bytes.contains("5b1c0a7e"))
  }

  @Test func `tells every fault at once`() throws {
    let fixture = try SiteFixture()
    for (body, faults) in [
      ("{}", ["/code", "/name"]), (#"{"code":1,"name":" ","extra":true}"#, ["/code", "/name", "/extra"]),
      (#"{"code":"a","name":"A\nB"}"#, ["/name"]), ("[]", [""]), ("7", [""]),
      (#"{"code":"a","name":"\#(String(repeating: "n", count: 201))"}"#, ["/name"]),
    ] {
      let response = try fixture.post("/api/v1/enrolments", body)
      #expect(response.status == .unprocessableContent)
      #expect(response.faults == faults)
    }
    #expect(try fixture.post("/api/v1/enrolments", "{").status == .badRequest)
    #expect(try fixture.post("/api/v1/enrolments", "{}", ("Idempotency-Key", "")).problem == "invalid-key")
  }

  @Test func `codes can be opened, replaced and closed`() throws {
    let fixture = try SiteFixture()
    let (ida, first) = try code(fixture)
    let replaced = try fixture.post("/api/v1/join-codes/\(first)/replacement", "", as: ida)
    #expect(replaced.status == .created)
    let second = try #require(replaced.json["code"]?.text)
    #expect(try fixture.get("/api/v1/join-codes", as: ida).json["codes"] == .array([.string(second)]))
    #expect(try fixture.post("/api/v1/enrolments", body(first, "Ada")).problem == "unknown-join-code")
    #expect(try fixture.post("/api/v1/enrolments", body(second, "Ada")).status == .created)
    #expect(try fixture.delete("/api/v1/join-codes/\(first)", as: ida).status == .notFound)
    #expect(try fixture.post("/api/v1/join-codes/none/replacement", "", as: ida).status == .notFound)
    #expect(try fixture.delete("/api/v1/join-codes/\(second)", as: ida).status == .noContent)
    #expect(try fixture.get("/api/v1/join-codes", as: ida).json["codes"]?.elements.isEmpty == true)
  }

  @Test func `codes are opened and replaced once for a key`() throws {
    let fixture = try SiteFixture()
    let (ida, first) = try code(fixture)
    for target in ["/api/v1/join-codes", "/api/v1/join-codes/\(first)/replacement"] {
      let key = ("Idempotency-Key", "k")
      let made = try fixture.post(target, "", as: ida, key)
      let again = try fixture.post(target, "", as: ida, key)
      #expect(made.status == .created)
      #expect(again.status == .created)
      #expect(again.body == made.body)
      #expect(again.headers["Idempotency-Replayed"] == "true")
    }
    #expect(try fixture.get("/api/v1/join-codes", as: ida).json["codes"]?.elements.count == 2)
  }
}

@Suite("Students, as the instructor sees them") struct StudentRouteTests {
  @Test func `are listed in parts`() throws {
    let fixture = try SiteFixture()
    let ida = try fixture.person("Ida", .instructor)
    for number in 1...5 { _ = try fixture.person("Student \(number)") }
    var names: [String] = []
    var target = "/api/v1/students?limit=2"
    for part in 1...3 {
      let page = try fixture.get(target, as: ida).json
      names += page["students"]?.elements.compactMap { $0["name"]?.text } ?? []
      if part == 3 {
        #expect(page["next"] == .null)
      } else {
        target = "/api/v1/students?limit=2&cursor=\(try #require(page["next"]?.text))"
      }
    }
    #expect(names == (1...5).map { "Student \($0)" })
    for query in [
      "limit=0", "limit=201", "limit=x", "limit=1&limit=2", "cursor=-1", "cursor=", "nothing=1", "limit=+1",
    ] {
      let refused = try fixture.get("/api/v1/students?\(query)", as: ida)
      #expect(refused.status == .badRequest, "\(query)")
      #expect(refused.problem == "invalid-parameters")
    }
    #expect(try fixture.get("/api/v1/students?limit=0&x=1&cursor=y", as: ida).faults == ["limit", "x", "cursor"])
  }

  @Test func `are added once for a key, with a token of their own`() throws {
    let fixture = try SiteFixture()
    let ida = try fixture.person("Ida", .instructor)
    let body = #"{"name":"Ada","login":"ada","email":"ada@example.org","schoolId":"7","section":"B"}"#
    let first = try fixture.post("/api/v1/students", body, as: ida, ("Idempotency-Key", "add-ada"))
    #expect(first.status == .created)
    let again = try fixture.post("/api/v1/students", body, as: ida, ("Idempotency-Key", "add-ada"))
    #expect(again.body == first.body)
    #expect(again.headers["Location"] == first.headers["Location"])
    let other = try fixture.post("/api/v1/students", body, as: ida)
    #expect(other.status == .conflict)
    #expect(other.problem == "conflict")
    let location = try #require(first.headers["Location"])
    let ada = try fixture.get(location, as: ida).json
    #expect(ada["login"] == "ada")
    #expect(ada["schoolId"] == "7")
    let token = try #require(first.json["token"]?.text)
    #expect(try fixture.get("/api/v1/me", ("Authorization", "Bearer \(token)")).status == .ok)
  }

  @Test func `get a new token in place of the old, and lose all when their access ends`() throws {
    let fixture = try SiteFixture()
    let (ida, ada) = (try fixture.person("Ida", .instructor), try fixture.person("Ada"))
    let renewed = try fixture.post("/api/v1/students/\(ada.id)/tokens", "", as: ida)
    #expect(renewed.status == .created)
    let token = ("Authorization", "Bearer \(try #require(renewed.json["token"]?.text))")
    #expect(try fixture.get("/api/v1/me", as: ada).status == .unauthorized)
    #expect(try fixture.get("/api/v1/me", token).status == .ok)
    let more = try fixture.post("/api/v1/me/tokens", "", token)
    #expect(more.status == .created)
    #expect(try fixture.get("/api/v1/me", token).status == .ok, "one's own further token ends no other")
    for _ in 0..<2 {
      #expect(try fixture.delete("/api/v1/students/\(ada.id)/tokens", as: ida).status == .noContent)
    }
    #expect(try fixture.get("/api/v1/me", token).status == .unauthorized)
    #expect(try fixture.post("/api/v1/students/\(ada.id)/tokens", "", as: ida).problem == "conflict")
    #expect(try fixture.get("/api/v1/students/\(ada.id)", as: ida).json["accessEndedAt"]?.text != nil)
  }

  @Test func `can be exported and forgotten`() throws {
    let fixture = try SiteFixture()
    let (ida, ada) = (try fixture.person("Ida", .instructor), try fixture.person("Ada"))
    #expect(try fixture.get("/api/v1/students/\(ada.id)/data", as: ida).json["person"]?["name"] == "Ada")
    #expect(try fixture.get("/api/v1/me/data", as: ada).json["person"]?["name"] == "Ada")
    #expect(try fixture.delete("/api/v1/students/\(ada.id)", as: ida).status == .noContent)
    #expect(try fixture.get("/api/v1/me", as: ada).status == .unauthorized)
    for path in ["", "/data"] {
      #expect(try fixture.get("/api/v1/students/\(ada.id)\(path)", as: ida).status == .notFound)
    }
    #expect(try fixture.delete("/api/v1/students/\(ada.id)", as: ida).status == .notFound)
    #expect(try fixture.delete("/api/v1/students/\(ida.id)", as: ida).status == .notFound, "instructors are none")
    for id in ["0", "x", "-1", "01", "99999999999999999999"] {
      #expect(try fixture.get("/api/v1/students/\(id)", as: ida).status == .notFound)
    }
  }
}

@Suite("What the store cannot do") struct StorageFailureTests {
  @Test func `is told as a problem that says whether to come again`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let fixture = try SiteFixture()
    let ida = try fixture.person("Ida", .instructor)
    fixture.storage.close()
    let closed = try fixture.post("/api/v1/join-codes", "", as: ida)
    #expect(closed.status == .serviceUnavailable)
    #expect(closed.headers.contains("Retry-After"))
    #expect(try fixture.get("/api/v1/join-codes", as: ida).status == .ok, "what is there can still be read")
  }
}
