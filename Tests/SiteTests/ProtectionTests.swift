import HTTP
import JSON
import Site
import Testing

@Suite("Who may ask") struct ProtectionTests {
  @Test(arguments: [
    ("localhost", true), ("localhost:8080", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.0.0.1:1", true),
    ("[::1]", true), ("[::1]:8080", true), ("course.example", true), ("course.example:80", true),
    ("only.example:8443", true), ("only.example", false), ("only.example:80", false), ("evil.example", false),
    ("127.0.0.1.nip.io", false), ("2130706433", false), ("localhost.evil.example", false), ("127.0.0.2", false),
    ("0.0.0.0", false), ("xlocalhost", false), ("[::2]", false),
  ])
  func `is decided by the name that the request is addressed to`(host: String, isAllowed: Bool) throws {
    let names = try ["course.example", "only.example:8443"].map { try #require(Authority(Array($0.utf8))) }
    let fixture = try SiteFixture { $0.hostNames = names }
    for path in ["/", "/static/css/base.css", "/api/v1/experiments", "/healthz", "/nothing"] {
      let response = try fixture.get(path, ("Host", host))
      #expect((response.status != .misdirectedRequest) == isAllowed)
    }
    let head = try Request(.post, "/__json", headers: [("Host", host)])
    if case .refuse(let response) = fixture.site.admit(head) {
      #expect(!isAllowed && response.status == .misdirectedRequest)
    } else {
      #expect(isAllowed)
    }
  }

  static let origins: [([(String, String)], Bool)] = [
    ([], true), ([("Sec-Fetch-Site", "same-origin")], true), ([("Sec-Fetch-Site", "none")], true),
    ([("Sec-Fetch-Site", "same-site")], false), ([("Sec-Fetch-Site", "cross-site")], false),
    ([("Sec-Fetch-Site", "")], false), ([("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")], false),
    ([("Sec-Fetch-Site", "cross-site"), ("Origin", "http://localhost:8080")], false),
    ([("Origin", "http://localhost:8080")], true), ([("Origin", "https://localhost:8080")], true),
    ([("Origin", "http://localhost")], false), ([("Origin", "http://localhost:8081")], false),
    ([("Origin", "null")], false),
    ([("Origin", "http://evil.example")], false), ([("Origin", "http://localhost:8080.evil.example")], false),
    ([("Origin", "")], false), ([("Origin", "http://localhost:8080"), ("Origin", "http://evil.example")], false),
    ([("Referer", "http://evil.example/")], true),
  ]

  @Test(arguments: origins)
  func `is decided by where a change comes from`(fields: [(String, String)], isAllowed: Bool) throws {
    let fixture = try SiteFixture()
    let headers = fields + [("Host", "localhost:8080")]
    for method in [HTTP.Method.post, .put, .patch, .delete] {
      #expect((try fixture.send(method, "/__echo", headers: headers).status != .forbidden) == isAllowed)
    }
    #expect(try fixture.send(.get, "/", headers: headers).status == .ok)
  }

  @Test func `an error that nobody foresaw is told to the log alone`() throws {
    struct Secret: Error { let word = "swordfish" }
    let response = try SiteFixture().site.response(toThrown: Secret(), for: Request(.get, "/api/v1/lessons"))
    #expect(response.status == .internalServerError)
    #expect(response.json["type"] == "/problems/internal-error")
    #expect(!response.text.contains("swordfish") && !response.text.contains("Secret"))
  }

  @Test func `a page over plain HTTP is another site than one over TLS`() throws {
    let site = try SiteFixture().site
    for (origin, isAllowed) in [("https://localhost", true), ("http://localhost", false)] {
      var request = try Request(.post, "/__echo", headers: [("Origin", origin)])
      request.forwarded = Request.Forwarded(isSecure: true)
      #expect(SameOrigin.allows(request) == isAllowed)
      if case .refuse(let response) = site.admit(request) {
        #expect(!isAllowed && response.status == .forbidden)
      } else {
        #expect(isAllowed)
      }
    }
  }

  @Test func `the metrics are for this machine or who knows the token`() throws {
    let fixture = try SiteFixture { $0.metricsToken = "secret" }
    let elsewhere = PeerAddress(ipv4: 0x0A00_0001, port: 1)
    #expect(try fixture.get("/metrics").status == .ok)
    #expect(try fixture.send(.get, "/metrics", peer: elsewhere).status == .forbidden)
    #expect(try fixture.get("/metrics", ("X-Forwarded-For", "10.0.0.1")).status == .forbidden)
    let bearer = [("Authorization", "Bearer secret")]
    #expect(try fixture.send(.get, "/metrics", headers: bearer, peer: elsewhere).status == .ok)
    #expect(
      try fixture.send(.get, "/metrics", headers: [("Authorization", "Bearer secre")], peer: elsewhere).status
        == .forbidden)
    #expect(
      try SiteFixture().send(.get, "/metrics", headers: [("Authorization", "Bearer ")], peer: elsewhere).status
        == .forbidden)
  }

  /// Nor what a proxy is said to come from: one that adds no field hands on what a client says of itself.
  @Test(arguments: [[], [("X-Forwarded-Proto", "https")], [("X-Forwarded-For", "127.0.0.1")], [("Via", "1.1 proxy")]])
  func `the metrics are for nobody who comes through a proxy without the token`(fields: [(String, String)]) throws {
    let fixture = try SiteFixture { $0.metricsToken = "secret" }
    let proxies = try #require(TrustedProxies("127.0.0.1"))
    func answer(_ fields: [(String, String)], from peer: PeerAddress = .loopback) throws -> Response {
      var request = try Request(.get, "/metrics", headers: fields, peer: peer)
      proxies.apply(to: &request)
      return fixture.send(request)
    }
    let refused = try answer(fields)
    #expect(refused.status == .forbidden)
    #expect(refused.json["detail"]?.text?.contains("COURSE_METRICS_TOKEN") == true)
    #expect(try answer(fields + [("Authorization", "Bearer secret")]).status == .ok)
    // Another address of this machine than the proxy's.
    let direct = PeerAddress(ipv4: 0x7F00_0002, port: 1)
    #expect(try answer(fields, from: direct).status == (fields.isEmpty ? .ok : .forbidden))
    if !fields.isEmpty { #expect(try fixture.send(.get, "/metrics", headers: fields).status == .forbidden) }
  }

  @Test func `the test routes are there only when they were asked for`() throws {
    let fixture = try SiteFixture { $0.hasTestRoutes = false }
    #expect(try fixture.post("/__json", "{}").status == .notFound)
    #expect(try fixture.post("/__echo", "x").status == .notFound)
    #expect(try SiteFixture().post("/__echo", "x").text == "x")
  }
}

@Suite("A rate limit") struct RateLimitTests {
  let limit = RateLimit(name: "test", quota: 4, window: 8)

  @Test func `lets a full bucket through at once, then one each share of the window`() {
    var limiter = RateLimiter(limit)
    let second: UInt64 = 1_000_000_000
    #expect((0..<4).map { _ in limiter.take("a", now: 0).remaining } == [3, 2, 1, 0])
    #expect(limiter.take("a", now: 0) == RateLimit.Decision(isAllowed: false, remaining: 0, seconds: 2))
    #expect(limiter.take("a", now: second).seconds == 1)
    #expect(limiter.take("b", now: second).isAllowed)
    #expect(limiter.take("a", now: 2 * second) == RateLimit.Decision(isAllowed: true, remaining: 0, seconds: 2))
    #expect(!limiter.take("a", now: 3 * second).isAllowed)
    #expect(limiter.take("a", now: 100 * second).remaining == 3)
  }

  @Test func `never lets more than the quota and the refill through`() {
    var limiter = RateLimiter(limit)
    let allowed = (0..<1000).filter { limiter.take("a", now: UInt64($0) * 100_000_000).isAllowed }.count
    // 100 s refill 50 of them, on top of the first 4.
    #expect(allowed == 4 + 49)
  }

  @Test func `remembers a bounded number of clients, and forgets the idle first`() {
    var limiter = RateLimiter(limit, capacity: 10)
    for _ in 0..<4 { _ = limiter.take("busy", now: 0) }
    for client in 0..<1000 { #expect(limiter.take("\(client)", now: 0).isAllowed) }
    #expect(!limiter.take("busy", now: 0).isAllowed)
  }

  @Test func `tells its policy as the draft has it`() {
    #expect(limit.policyField == "\"test\";q=4;w=8")
    #expect(limit.field(RateLimit.Decision(isAllowed: true, remaining: 3, seconds: 2)) == "\"test\";r=3;t=2")
  }
}
