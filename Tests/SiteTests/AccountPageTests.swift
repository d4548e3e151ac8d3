import HTTP
import JSON
import Site
import Store
import Testing

@Suite("Pages around an account") struct AccountPageTests {
  private func code(_ fixture: SiteFixture) throws -> String {
    try fixture.storage.addJoinCode("abc-def-ghj", at: 0, by: .system)
    return "abc-def-ghj"
  }

  @Test func `let somebody join once for a page, and sign them in`() throws {
    let fixture = try SiteFixture()
    let code = try code(fixture)
    let key = try #require(try fixture.get("/join").field("key"))
    let pairs: KeyValuePairs = ["key": key, "code": code, "name": "Ada <b>"]
    let first = try fixture.form("/join", pairs)
    #expect(first.status == .ok)
    #expect(first.text.contains("Welcome, Ada &lt;b&gt;"))
    #expect(first.has("Cache-Control", "no-store"))
    let token = try #require(first.text.firstMatch(of: /readonly value="([^"]{43})"/)?.1)
    #expect(try fixture.form("/join", pairs).text.contains(token))
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 9).map(\.name) == ["Ada <b>"])
    let cookie = try #require(first.headers["Set-Cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    let me = try fixture.get("/me", ("Cookie", String(cookie.prefix { $0 != ";" })))
    #expect(me.text.contains("<h1>Ada &lt;b&gt;</h1>"))
  }

  @Test func `say what is wrong with joining and keep the rest`() throws {
    let page = try SiteFixture().form("/join", ["key": "k", "code": "nope", "name": "Ada", "next": "/exercises"])
    #expect(page.status == .unprocessableContent)
    #expect(page.text.contains("Is not open"))
    #expect(page.text.contains("value=\"Ada\""))
    #expect(page.field("next") == "/exercises")
    let empty = try SiteFixture().form("/join", ["name": " "])
    #expect(empty.status == .unprocessableContent)
    #expect(empty.text.ranges(of: "Is missing.").count == 2)
  }

  @Test(
    arguments: [
      ("/me", "/me"), ("/lessons/a?x=1#b", "/lessons/a?x=1#b"), ("//example.org", "/me"), ("/\\example.org", "/me"),
      ("https://example.org", "/me"), ("/a\r\nSet-Cookie: b=c", "/me"), ("", "/me"), ("/a b", "/me"),
    ])
  func `lead on within this site alone`(next: String, place: String) throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let response = try fixture.form("/sign-in", ["token": ada.token.text, "next": next])
    #expect(response.status == .seeOther)
    #expect(response.headers["Location"] == place)
  }

  @Test func `refuse a token that is not valid, and never show one`() throws {
    let page = try SiteFixture().form("/sign-in", ["token": "not-a-token"])
    #expect(page.status == .unauthorized)
    #expect(page.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
    #expect(!page.text.contains("not-a-token"))
    #expect(page.headers["Set-Cookie"] == nil)
  }

  @Test func `end a session`() throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ada"))
    #expect(try fixture.get("/me", ("Cookie", cookie)).status == .ok)
    let out = try fixture.form("/sign-out", [:], cookie: cookie)
    #expect(out.status == .seeOther)
    #expect(out.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
    #expect(try fixture.get("/me", ("Cookie", cookie)).headers["Location"] == "/sign-in?next=/me")
  }

  @Test func `say what to do about a lost token, without markup as text`() throws {
    let fixture = try SiteFixture()
    let instructor = try fixture.get("/me", as: try fixture.person("Ida", .instructor)).text
    #expect(instructor.contains("or <code>course instructor link</code> lets you in"))
    let student = try fixture.get("/me", as: try fixture.person("Ada")).text
    #expect(student.contains("your instructor can give you a new one"))
    for page in [instructor, student] { #expect(!page.contains("&lt;")) }
  }

  @Test func `take no form from a page of another site`() throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ida", .instructor))
    for target in ["/students", "/join-codes", "/sign-out", "/join", "/sign-in", "/exercises/delete"] {
      let response = try fixture.send(
        .post, target,
        headers: [
          ("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "cross-site"), ("Cookie", cookie),
        ], body: "name=Eve")
      #expect(response.status == .forbidden, "\(target)")
    }
    #expect(try fixture.storage.people(role: .student, after: nil, limit: 9).isEmpty)
  }

  @Test func `are the instructor's where they are about others`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.cookie(try fixture.person("Ada"))
    #expect(try fixture.get("/students", ("Cookie", ada)).status == .forbidden)
    #expect(try fixture.get("/students").headers["Location"] == "/sign-in?next=/students")
    for target in ["/students", "/students/token", "/students/end", "/join-codes", "/join-codes/close"] {
      #expect(try fixture.form(target, ["name": "Eve", "id": "1"], cookie: ada).status == .forbidden)
      #expect(try fixture.form(target, ["name": "Eve", "id": "1"]).status == .seeOther)
    }
    #expect(try fixture.storage.joinCodes().isEmpty)
  }

  @Test func `add a student once for a page, give a token and end access`() throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ida", .instructor))
    let key = try #require(try fixture.get("/students", ("Cookie", cookie)).field("key"))
    let pairs: KeyValuePairs = ["key": key, "name": "Ada", "login": "ada"]
    let added = try fixture.form("/students", pairs, cookie: cookie)
    #expect(added.status == .ok)
    #expect(try fixture.form("/students", pairs, cookie: cookie).body == added.body)
    let other = try fixture.form("/students", ["name": "Eve", "login": "ada"], cookie: cookie)
    #expect(other.status == .unprocessableContent)
    #expect(other.text.contains("Belongs to Ada (student 2)."))
    let students = try fixture.storage.people(role: .student, after: nil, limit: 9)
    #expect(students.map(\.details.login) == ["ada"])
    let id = String(students[0].id.rawValue)
    let renewed = try fixture.form("/students/token", ["id": id, "key": "t1"], cookie: cookie)
    let token = try #require(renewed.text.firstMatch(of: /readonly value="([^"]{43})"/)?.1)
    #expect(!added.text.contains(token))
    #expect(try fixture.form("/sign-in", ["token": String(token)]).status == .seeOther)
    let ended = try fixture.form("/students/end", ["id": id], cookie: cookie)
    #expect(ended.headers["Location"] == "/students?done=ended")
    #expect(try fixture.form("/sign-in", ["token": String(token)]).status == .unauthorized)
    #expect(try fixture.form("/students/end", ["id": "999"], cookie: cookie).status == .notFound)
  }

  @Test func `open, replace and close join codes`() throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ida", .instructor))
    #expect(try fixture.form("/join-codes", [:], cookie: cookie).status == .seeOther)
    let code = try #require(try fixture.storage.joinCodes().first)
    for _ in 0..<2 {
      // A second click finds it done.
      #expect(try fixture.form("/join-codes/rotate", ["code": code], cookie: cookie).status == .seeOther)
    }
    let codes = try fixture.storage.joinCodes()
    #expect(codes.count == 1 && codes != [code])
    #expect(try fixture.form("/join-codes/close", ["code": codes[0]], cookie: cookie).status == .seeOther)
    #expect(try fixture.storage.joinCodes().isEmpty)
  }
}

@Suite("A join code that there never was") struct UnknownCodeTests {
  @Test(arguments: ["/join-codes/rotate", "/join-codes/close"])
  func `is told, and one that was closed is what was wanted`(target: String) throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ida", .instructor))
    try fixture.storage.addJoinCode("abc-def-ghj", at: 0, by: .system)
    for code in ["xyz-xyz-xyz", ""] {
      #expect(try fixture.form(target, ["code": code], cookie: cookie).status == .notFound)
    }
    #expect(try fixture.storage.joinCodes() == ["abc-def-ghj"])
    try fixture.storage.closeJoinCode("abc-def-ghj", at: 1, by: .system)
    #expect(try fixture.form(target, ["code": "abc-def-ghj"], cookie: cookie).status == .seeOther)
    #expect(try fixture.storage.joinCodes().isEmpty)
  }
}
