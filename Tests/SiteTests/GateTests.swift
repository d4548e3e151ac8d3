import HTTP
import JSON
import Site
import Store
import Synchronization
import Testing

@Suite("Who may ask") struct GateTests {
  @Test(arguments: [
    nil, "Bearer", "Bearer ", "Basic abc", "Bearer nobody", "Bearer a b", "bearer  nobody", "Bearer \u{1F600}",
  ])
  func `tells nothing of a token that is not valid`(field: String?) throws {
    let fixture = try SiteFixture()
    let response = try fixture.send(.get, "/api/v1/me", headers: field.map { [("Authorization", $0)] } ?? [])
    #expect(response.status == .unauthorized)
    #expect(response.problem == "unauthorized")
    let challenge = field == nil ? "Bearer realm=\"course\"" : "Bearer realm=\"course\", error=\"invalid_token\""
    #expect(response.has("WWW-Authenticate", challenge))
    #expect(response.has("Cache-Control", "no-store"))
  }

  @Test func `answers an unknown, an ended and an expired token alike`() throws {
    let time = Mutex(1_000_000)
    let fixture = try SiteFixture(time: { time.withLock { $0 } })
    let ada = try fixture.person("Ada")
    #expect(try fixture.get("/api/v1/me", as: ada).status == .ok)
    let expiring = Secret()
    try fixture.storage.grant(
      NewToken(expiring.digest, kind: .bearer, expiresAt: 2_000_000), to: ada.person.id, replacing: false, at: 1,
      by: .system)
    time.withLock { $0 = 2_000_000 }
    try fixture.storage.revoke(ada.person.id, at: 2_000_000, by: .system)
    var answers: Set<String> = []
    for token in [ada.token.text, expiring.text, Secret().text] {
      let response = try fixture.get("/api/v1/me", ("Authorization", "Bearer \(token)"))
      #expect(response.status == .unauthorized)
      answers.insert((response.json["detail"]?.text ?? "") + (response.headers["WWW-Authenticate"] ?? ""))
    }
    #expect(answers.count == 1)
  }

  @Test func `knows people by their token, whatever the case of the scheme`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    for scheme in ["Bearer", "bearer", "BEARER"] {
      let response = try fixture.get("/api/v1/me", ("Authorization", "\(scheme) \(ada.token.text)"))
      #expect(response.status == .ok)
      #expect(response.json["person"]?["name"] == "Ada")
      #expect(response.json["person"]?["id"]?.text == ada.id)
      #expect(response.json["means"] == "bearer")
      #expect(response.has("RateLimit-Policy", "\"person\";q=1200;w=60"))
    }
  }

  @Test func `keeps students out of what runs the course, and instructors from submitting`() throws {
    let fixture = try SiteFixture()
    let (ada, ida) = (try fixture.person("Ada"), try fixture.person("Ida", .instructor))
    for path in ["/api/v1/students", "/api/v1/join-codes", "/api/v1/students/\(ada.id)"] {
      let refused = try fixture.get(path, as: ada)
      #expect(refused.status == .forbidden)
      #expect(refused.problem == "forbidden")
      #expect(try fixture.get(path, as: ida).status == .ok)
    }
    let path = "/api/v1/exercises/tell-the-user/submissions"
    #expect(try fixture.post(path, "{}", as: ida, ("Idempotency-Key", "k")).problem == "forbidden")
  }

  @Test func `limits each person, and by address whom it does not know`() throws {
    let fixture = try SiteFixture(clock: { 1_000_000_000 })
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    for _ in 0..<1200 { _ = try fixture.get("/api/v1/me", as: ada) }
    let refused = try fixture.get("/api/v1/me", as: ada)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.has("Retry-After", "1"))
    #expect(refused.has("RateLimit", "\"person\";r=0;t=1"))
    #expect(try fixture.get("/api/v1/me", as: ben).status == .ok)
    let quota = fixture.context.requestLimits.address.limit.quota
    for _ in 0..<quota { _ = try fixture.get("/api/v1/me") }
    #expect(try fixture.get("/api/v1/me").status == .tooManyRequests)
    #expect(try fixture.get("/api/v1/me", as: ben).status == .ok, "somebody known is not held up by strangers")
    let elsewhere = PeerAddress(ipv4: 0x0A00_0001, port: 1)
    #expect(try fixture.send(.get, "/api/v1/me", peer: elsewhere).status == .unauthorized)
  }
}

@Suite("A browser's session") struct SessionTests {
  private let own = ("Sec-Fetch-Site", "same-origin")

  private func signIn(_ fixture: SiteFixture, _ token: String, _ headers: (String, String)...) throws -> Response {
    try fixture.send(
      .post, "/api/v1/sessions", headers: [("Content-Type", "application/json"), own] + headers,
      body: #"{"token":"\#(token)"}"#)
  }

  private func cookie(_ response: Response) throws -> (String, String) {
    let field = try #require(response.headers["Set-Cookie"])
    return ("Cookie", String(field.prefix { $0 != ";" }))
  }

  @Test func `is made from a token, with a new secret each time`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let first = try signIn(fixture, ada.token.text)
    #expect(first.status == .created)
    #expect(first.json["person"]?["name"] == "Ada")
    let field = try #require(first.headers["Set-Cookie"])
    #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
    #expect(field.hasPrefix("sid="))
    #expect(!field.contains(ada.token.text))
    #expect(!first.text.contains("sid"))
    let one = try cookie(first)
    let me = try fixture.get("/api/v1/me", one)
    #expect(me.json["means"] == "session")
    // Signing in again ends the browser's earlier session.
    let two = try cookie(try signIn(fixture, ada.token.text, one))
    #expect(one.1 != two.1)
    #expect(try fixture.get("/api/v1/me", one).status == .unauthorized)
    #expect(try fixture.get("/api/v1/me", two).status == .ok)
  }

  @Test func `has a cookie that only TLS carries behind TLS`() throws {
    let fixture = try SiteFixture { $0.isBehindTLS = true }
    let ada = try fixture.person("Ada")
    let field = try #require(try signIn(fixture, ada.token.text).headers["Set-Cookie"])
    #expect(field.hasPrefix("__Host-sid="))
    #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
    let token = field.prefix { $0 != ";" }.dropFirst("__Host-sid=".count)
    #expect(try fixture.get("/api/v1/me", ("Cookie", "a=b; __Host-sid=\(token)")).status == .ok)
    #expect(try fixture.get("/api/v1/me", ("Cookie", "sid=\(token)")).status == .unauthorized)
  }

  @Test func `is not made from what is no token, and not by another site`() throws {
    let fixture = try SiteFixture()
    let unknown = try signIn(fixture, Secret().text)
    #expect(unknown.status == .unauthorized)
    #expect(!unknown.headers.contains("Set-Cookie"))
    let ada = try fixture.person("Ada")
    let session = try cookie(try signIn(fixture, ada.token.text))
    #expect(try signIn(fixture, String(session.1.dropFirst(4))).status == .unauthorized, "a session makes no session")
    let foreign = try fixture.send(
      .post, "/api/v1/sessions", headers: [("Content-Type", "application/json"), ("Sec-Fetch-Site", "cross-site")],
      body: #"{"token":"\#(ada.token.text)"}"#)
    #expect(foreign.problem == "cross-site")
  }

  @Test func `changes things only from a page of this site`() throws {
    let fixture = try SiteFixture()
    let ida = try fixture.person("Ida", .instructor)
    let session = try cookie(try signIn(fixture, ida.token.text))
    func open(_ headers: (String, String)...) throws -> Response {
      try fixture.send(.post, "/api/v1/join-codes", headers: [session] + headers)
    }
    #expect(try open().problem == "cross-site", "no browser says where it comes from, so it needs a token")
    #expect(try open(("Sec-Fetch-Site", "same-site")).problem == "cross-site")
    #expect(try open(("Origin", "http://evil.example")).problem == "cross-site")
    #expect(try open(("Origin", "null")).problem == "cross-site")
    #expect(try open(own).status == .created)
    #expect(try open(("Origin", "http://localhost")).status == .created)
    #expect(try fixture.get("/api/v1/join-codes", session).json["codes"]?.elements.count == 2)
    #expect(try fixture.send(.post, "/api/v1/join-codes", headers: [ida.bearer]).status == .created)
  }

  @Test func `ends when it is signed out, and signing out again does nothing`() throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    let session = try cookie(try signIn(fixture, ada.token.text))
    for _ in 0..<2 {
      let out = try fixture.send(.delete, "/api/v1/sessions", headers: [session, own])
      #expect(out.status == .noContent)
      #expect(out.headers["Set-Cookie"]?.hasPrefix("sid=; Max-Age=0; ") == true)
      #expect(try fixture.get("/api/v1/me", session).status == .unauthorized)
    }
    #expect(try fixture.get("/api/v1/me", as: ada).status == .ok, "the token stays")
  }

  @Test func `ends a week after its last use, and ninety days after it was made`() throws {
    let day = 24 * 3_600_000
    let time = Mutex(1_000_000)
    let fixture = try SiteFixture(time: { time.withLock { $0 } })
    let ada = try fixture.person("Ada")
    func works(_ session: (String, String)) throws -> Bool { try fixture.get("/api/v1/me", session).status == .ok }
    let idle = try cookie(try signIn(fixture, ada.token.text))
    time.withLock { $0 += 7 * day }
    #expect(try !works(idle))

    let used = try cookie(try signIn(fixture, ada.token.text))
    for _ in 0..<14 {
      time.withLock { $0 += 6 * day }
      #expect(try works(used))
      // Putting the end off is written beside; a write after it is durable only once it is.
      try fixture.storage.tidy(at: 0)
    }
    time.withLock { $0 += 5 * day }
    #expect(try works(used), "89 days")
    try fixture.storage.tidy(at: 0)
    time.withLock { $0 += day }
    #expect(try !works(used), "90 days")
  }

  @Test func `of the instructor begins with a link that is valid once`() throws {
    let fixture = try SiteFixture()
    let link = try #require(try InstructorLink.first(fixture.storage, at: fixture.context.time()))
    let token = String(try #require(link.split(separator: "=").last))
    #expect(link.hasPrefix("/sign-in?token="))
    // Until it is used, the next start gives another, and the first ends.
    let next = try #require(try InstructorLink.first(fixture.storage, at: fixture.context.time()))
    #expect(try signIn(fixture, token).status == .unauthorized)
    let invitation = String(try #require(next.split(separator: "=").last))
    let signedIn = try signIn(fixture, invitation)
    #expect(signedIn.status == .created)
    #expect(signedIn.json["person"]?["role"] == "instructor")
    #expect(try signIn(fixture, invitation).status == .unauthorized)
    #expect(try InstructorLink.first(fixture.storage, at: fixture.context.time()) == nil)
    // Whoever lost every token still gets in by the command line, and as nobody else.
    let again = try InstructorLink.make(fixture.storage, at: fixture.context.time())
    #expect(try signIn(fixture, String(try #require(again.split(separator: "=").last))).status == .created)
    #expect(try fixture.storage.people(role: .instructor, after: nil, limit: 10).count == 1)
  }
}
