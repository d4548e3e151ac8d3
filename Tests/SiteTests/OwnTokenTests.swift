import HTTP
import JSON
import Site
import Store
import Testing

@Suite("What somebody can come in by") struct OwnTokenTests {
  let fixture: SiteFixture
  let ada: KnownPerson

  init() throws {
    fixture = try SiteFixture()
    ada = try fixture.person("Ada")
  }

  private func held(_ person: KnownPerson) throws -> [JSONValue] {
    try fixture.get("/api/v1/me/tokens", as: person).json["tokens"]?.elements ?? []
  }

  @Test func `is listed without giving a token away, and ended one by one`() throws {
    let more = try fixture.post("/api/v1/me/tokens", "", as: ada)
    let other = ("Authorization", "Bearer \(try #require(more.json["token"]?.text))")
    _ = try fixture.cookie(ada)
    let tokens = try held(ada)
    #expect(tokens.compactMap { $0["kind"]?.text }.sorted() == ["bearer", "bearer", "session"])
    #expect(tokens.filter { $0["inUse"] == true }.count == 1)
    let text = try fixture.get("/api/v1/me/tokens", as: ada).text
    #expect(!text.contains(ada.token.text) && !text.contains(String(other.1.dropFirst(7))))
    let mine = try #require(tokens.first { $0["inUse"] == true }?["id"]?.text)
    let further = try #require(tokens.first { $0["kind"] == "bearer" && $0["inUse"] == false }?["id"]?.text)
    #expect(try fixture.delete("/api/v1/me/tokens/\(further)", as: ada).status == .noContent)
    #expect(try fixture.get("/api/v1/me", other).status == .unauthorized)
    #expect(try fixture.delete("/api/v1/me/tokens/\(further)", as: ada).status == .notFound)
    #expect(try held(ada).count == 2)
    #expect(try fixture.storage.audit(before: nil, limit: 1).first?.action == "token.end")
    #expect(try fixture.delete("/api/v1/me/tokens/\(mine)", as: ada).status == .noContent)
    #expect(try fixture.get("/api/v1/me", as: ada).status == .unauthorized)
  }

  @Test func `is nobody else's to see or end`() throws {
    let ida = try fixture.person("Ida", .instructor)
    let name = try #require(try held(ada).first?["id"]?.text)
    #expect(try fixture.delete("/api/v1/me/tokens/\(name)", as: ida).status == .notFound)
    #expect(try fixture.form("/me/tokens/end", ["id": name], cookie: try fixture.cookie(ida)).status == .notFound)
    #expect(try fixture.get("/api/v1/me", as: ada).status == .ok)
    #expect(try fixture.get("/api/v1/me/tokens").status == .unauthorized)
    #expect(try fixture.form("/me/tokens/end", ["id": name]).headers["Location"] == "/sign-in?next=/me")
  }

  @Test func `stands on one's own page, each with a button that ends it`() throws {
    let cookie = try fixture.cookie(ada)
    let page = try fixture.get("/me", ("Cookie", cookie)).text
    #expect(page.ranges(of: "action=\"/me/tokens/end\"").count == 2)
    let tokens = try held(ada)
    let bearer = try #require(tokens.first { $0["kind"] == "bearer" }?["id"]?.text)
    let session = try #require(tokens.first { $0["kind"] == "session" }?["id"]?.text)
    let ended = try fixture.form("/me/tokens/end", ["id": bearer], cookie: cookie)
    #expect(ended.headers["Location"] == "/me?done=ended")
    #expect(try fixture.get("/me?done=ended", ("Cookie", cookie)).text.contains("It has ended."))
    #expect(try fixture.get("/api/v1/me", as: ada).status == .unauthorized)
    let out = try fixture.form("/me/tokens/end", ["id": session], cookie: cookie)
    #expect(out.headers["Location"] == "/sign-in")
    #expect(try fixture.get("/me", ("Cookie", cookie)).status == .seeOther)
  }

  @Test(arguments: [Role.instructor, .student])
  func `gains a token by a button, shown once for its form`(role: Role) throws {
    let person = try fixture.person("Ida", role)
    let cookie = try fixture.cookie(person)
    let key = try #require(try fixture.get("/me", ("Cookie", cookie)).field("key"))
    let shown = try fixture.form("/me/tokens", ["key": key], cookie: cookie)
    #expect(shown.status == .ok && shown.has("Cache-Control", "no-store"))
    let token = try #require(shown.text.firstMatch(of: /readonly value="([^"]{43})"/)?.1)
    #expect(try fixture.form("/me/tokens", ["key": key], cookie: cookie).body == shown.body)
    #expect(try held(person).count == 3, "the first, the browser and one more")
    let me = try fixture.get("/api/v1/me", ("Authorization", "Bearer \(token)"))
    #expect(me.json["person"]?["role"]?.text == role.rawValue)
    #expect(try fixture.get("/api/v1/me", as: person).status == .ok, "it ends no other")
    #expect(try !fixture.get("/me", ("Cookie", cookie)).text.contains(token))
    #expect(try fixture.form("/me/tokens", ["key": key]).headers["Location"] == "/sign-in?next=/me")
  }

  @Test func `holds the one in use, however many are newer`() throws {
    let now = fixture.context.time()
    for number in 1...201 {
      try fixture.storage.grant(
        NewToken(Secret().digest, kind: .bearer), to: ada.person.id, replacing: false, at: now + number, by: .system)
    }
    let tokens = try held(ada)
    #expect(tokens.count == 200)
    #expect(tokens.last?["inUse"] == true, "the newest first")
    let cookie = try fixture.cookie(ada)
    #expect(try fixture.get("/me", ("Cookie", cookie)).text.contains("This browser"))
    let name = try #require(tokens.last?["id"]?.text)
    #expect(try fixture.delete("/api/v1/me/tokens/\(name)", as: ada).status == .noContent)
    #expect(try fixture.get("/api/v1/me", as: ada).status == .unauthorized)
  }

  @Test func `leads an instructor from a class to its students`() throws {
    let ida = try fixture.person("Ida", .instructor)
    #expect(try fixture.get("/teach", as: ida).text.contains("href=\"/students\""))
  }
}
