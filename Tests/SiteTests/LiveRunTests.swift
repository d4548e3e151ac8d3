import HTTP
import JSON
import Listener
import Site
import Store
import Synchronization
import Testing

@Suite("A live experiment") struct LiveRunTests {
  static let path = "/api/v1/experiments/idempotency/runs"
  static let body = #"{"variants": ["keyed"], "workMs": 1}"#

  @Test func `runs when it is asked to, and is not kept`() throws {
    let response = try SiteFixture().post(Self.path, Self.body)
    #expect(response.status == .ok)
    #expect(response.has("Cache-Control", "no-store"))
    #expect(!response.headers.contains("ETag"))
    #expect(response.has("RateLimit-Policy", "\"live-runs\";q=120;w=60"))
    #expect(response.json["experiment"] == "idempotency")
    #expect(response.json["result"]?["variants"]?.elements.first?["payments"] == 1)
  }

  @Test(arguments: [
    (#"{"variants": []}"#, ["/variants"]), (#"{"seed": -1, "nothing": 1}"#, ["/seed", "/nothing"]),
    (#"{"a/b~c": 1}"#, ["/a~1b~0c"]), ("[]", [""]), ("1", [""]), (#"{"seed": "1.5"}"#, ["/seed"]),
  ])
  func `points at every member that its schema refuses`(body: String, pointers: [String]) throws {
    let response = try SiteFixture().post(Self.path, body)
    #expect(response.status == .unprocessableContent)
    #expect(response.json["type"] == "/problems/invalid-body")
    #expect(Set(response.json["errors"]?.elements.compactMap { $0["pointer"]?.text } ?? []) == Set(pointers))
  }

  @Test func `refuses a body that is no JSON, or says that it is none`() throws {
    let fixture = try SiteFixture()
    let malformed = try fixture.post(Self.path, #"{"variants": ["keyed"],}"#)
    #expect(malformed.status == .badRequest)
    #expect(malformed.json["type"] == "/problems/malformed-json")
    #expect(malformed.json["detail"]?.text?.contains("At byte 23") == true)
    #expect(try fixture.post(Self.path, "").status == .badRequest)
    #expect(try fixture.send(.post, Self.path, body: Self.body).status == .unsupportedMediaType)
  }

  /// A body that is empty is another fault than none.
  @Test func `wants to be told the length of what it is sent`() throws {
    let served = try ServedSite()
    func answer(_ path: String, _ fields: String..., body: String = "") throws -> RawConnection.Answer {
      let lines = ["POST \(path) HTTP/1.1", "Host: localhost"] + fields
      return try served.exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
    for path in [Self.path, "/__json"] {
      for fields in ["X-Type: none", "Content-Type: application/json", "Content-Type: text/plain"] {
        let none = try answer(path, fields)
        #expect(none.status == 411)
        #expect(none.field("Content-Type") == "application/problem+json")
        #expect(try JSONParser.parse(none.body)["type"] == "/problems/length-required")
      }
      let json = "Content-Type: application/json"
      #expect(try answer(path, json, "Content-Length: 0").status == 400)
      #expect(try answer(path, json, "Transfer-Encoding: chunked", body: "0\r\n\r\n").status == 400)
    }
    // Where any body will do, none will, too.
    #expect(try answer("/__echo").status == 200)
  }

  @Test func `refuses parameters in the query, where it would not see them`() throws {
    let response = try SiteFixture().post(Self.path + "?variants=keyless&seed=1", Self.body)
    #expect(response.status == .badRequest)
    #expect(response.json["errors"]?.elements.compactMap { $0["parameter"]?.text } == ["variants", "seed"])
  }

  @Test func `names the faults that a server can play, and no others`() throws {
    let response = try SiteFixture().post("/api/v1/experiments/flaky/runs", #"{"script": "503,nothing"}"#)
    #expect(response.status == .unprocessableContent)
    #expect(response.text.contains("half-close") && !response.text.contains("offline"))
  }

  @Test func `is not started by a page of another site`() throws {
    let fixture = try SiteFixture()
    #expect(try fixture.post(Self.path, Self.body, ("Sec-Fetch-Site", "same-site")).status == .forbidden)
    #expect(try fixture.post(Self.path, Self.body, ("Origin", "https://evil.example")).status == .forbidden)
    #expect(fixture.context.runner.counts == ExperimentRunner.Counts())
  }

  @Test func `is carried out once for one key`() throws {
    let fixture = try SiteFixture()
    let first = try fixture.post(Self.path, Self.body, ("Idempotency-Key", "\"order-1\""))
    let again = try fixture.post(Self.path, Self.body, ("Idempotency-Key", "order-1"))
    #expect(again.status == .ok)
    #expect(again.body == first.body)
    #expect(again.has("Idempotency-Replayed", "true"))
    #expect(!first.headers.contains("Idempotency-Replayed"))
    #expect(fixture.context.runner.counts.finished == 1)

    let other = try fixture.post(Self.path, "{}", ("Idempotency-Key", "order-1"))
    #expect(other.status == .unprocessableContent)
    #expect(other.json["type"] == "/problems/key-reused")
    _ = try fixture.post(Self.path, Self.body, ("Idempotency-Key", "order-2"))
    #expect(fixture.context.runner.counts.finished == 2)
    let elsewhere = PeerAddress(ipv4: 0x0A00_0001, port: 1)
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "order-1")]
    #expect(
      try !fixture.send(.post, Self.path, headers: headers, body: Self.body, peer: elsewhere).headers.contains(
        "Idempotency-Replayed"))
  }

  @Test func `is carried out once for the key of a person, wherever they are`() throws {
    let fixture = try SiteFixture()
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    let signedIn = try fixture.post("/api/v1/sessions", #"{"token":"\#(ada.token.text)"}"#)
    let cookie = String((signedIn.headers["Set-Cookie"] ?? "").prefix { $0 != ";" })
    let key = ("Idempotency-Key", "1")
    func run(_ fields: (String, String)..., body: String = Self.body, peer: PeerAddress = .loopback) throws -> Response
    {
      let headers = [("Content-Type", "application/json"), key] + fields
      return try fixture.send(.post, Self.path, headers: headers, body: body, peer: peer)
    }
    let first = try run(ada.bearer)
    for other in [try run(ben.bearer), try run()] {
      #expect(other.status == .ok)
      #expect(!other.headers.contains("Idempotency-Replayed"))
    }
    #expect(try run(ben.bearer, body: "{}").problem == "key-reused")
    let elsewhere = PeerAddress(ipv4: 0x0A00_0001, port: 1)
    let again = [
      try run(ada.bearer, peer: elsewhere), try run(("Cookie", cookie), ("Sec-Fetch-Site", "same-origin")),
    ]
    for answer in again {
      #expect(answer.has("Idempotency-Replayed", "true"))
      #expect(answer.body == first.body)
    }
    #expect(fixture.context.runner.counts.finished == 3)
  }

  @Test(arguments: [path, "/experiments/idempotency", "/present/idempotency", "/lessons/waiting"])
  func `is not for a token that is not valid`(target: String) throws {
    let fixture = try SiteFixture()
    let ada = try fixture.person("Ada")
    try fixture.storage.revoke(ada.person.id, at: fixture.context.time(), by: .system)
    for field in [ada.bearer, ("Authorization", "Bearer nonsense"), ("Authorization", "Basic YTpi")] {
      let refused = try fixture.post(target, Self.body, field)
      #expect(refused.status == .unauthorized)
      #expect(refused.headers.contains("WWW-Authenticate"))
    }
    #expect(try fixture.post(Self.path, Self.body, ("Cookie", "sid=nonsense")).status == .ok, "nobody is signed in")
    #expect(fixture.context.runner.counts.finished == 1)
  }

  @Test(arguments: ["", "\"", "\"a", "a b", String(repeating: "a", count: 256), "\"\"", "é"])
  func `refuses a key that is none`(key: String) throws {
    let response = try SiteFixture().post(Self.path, Self.body, ("Idempotency-Key", key))
    #expect(response.status == .badRequest)
    #expect(response.json["type"] == "/problems/invalid-key")
  }

  @Test func `is limited for each address, with a time to come again`() throws {
    let now = Mutex<UInt64>(1_000_000_000)
    let fixture = try SiteFixture(clock: { now.withLock { $0 } })
    // What is refused for its content costs nothing.
    for _ in 0..<200 { #expect(try fixture.post(Self.path, "[]").status == .unprocessableContent) }
    let key = ("Idempotency-Key", "one")
    for _ in 0..<LiveRunLimits.limit.quota { #expect(try fixture.post(Self.path, Self.body, key).status == .ok) }
    let refused = try fixture.post(Self.path, Self.body, key)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.has("Retry-After", "1"))
    #expect(refused.has("RateLimit", "\"live-runs\";r=0;t=1"))
    #expect(refused.json["type"] == "/problems/too-many-requests")
    let peer = PeerAddress(ipv4: 0x0A00_0001, port: 1)
    let headers = [("Content-Type", "application/json")]
    #expect(try fixture.send(.post, Self.path, headers: headers, body: Self.body, peer: peer).status == .ok)
    now.withLock { $0 += 1_000_000_000 }
    #expect(try fixture.post(Self.path, Self.body, key).status == .ok)
  }

  @Test func `is limited for each person who is known, behind one address or several`() throws {
    let fixture = try SiteFixture(clock: { 1_000_000_000 })
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    let key = ("Idempotency-Key", "one")
    for _ in 0..<LiveRunLimits.limit.quota { _ = try fixture.post(Self.path, Self.body, ada.bearer, key) }
    let refused = try fixture.post(Self.path, Self.body, ada.bearer)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.has("RateLimit", "\"live-runs\";r=0;t=1"))
    #expect(refused.json["detail"]?.text?.contains("person") == true)
    let peer = PeerAddress(ipv4: 0x0A00_0001, port: 1)
    let headers = [("Content-Type", "application/json"), ada.bearer]
    #expect(
      try fixture.send(.post, Self.path, headers: headers, body: Self.body, peer: peer).status == .tooManyRequests)
    let form = [("Content-Type", "application/x-www-form-urlencoded"), ada.bearer]
    for target in ["/lessons/waiting", "/experiments/idempotency", "/present/idempotency"] {
      #expect(
        try fixture.send(.post, target, headers: form, body: "cell=pay&variants=keyless").status == .tooManyRequests)
    }
    for left in [try fixture.post(Self.path, Self.body, ben.bearer), try fixture.post(Self.path, Self.body)] {
      #expect(left.status == .ok)
      #expect(left.has("RateLimit", "\"live-runs\";r=\(LiveRunLimits.limit.quota - 1);t=1"))
    }
  }

  @Test func `costs nothing of the limit when the server has no room for it`() throws {
    let served = try ServedSite(SiteFixture(clock: { 1_000_000_000 })) { $0.work.capacities[.live] = 0 }
    let body = "Content-Type: application/json\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)"
    let form = "cell=pay&variants=keyless"
    let requests = [
      "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\n\(body)",
      "POST /lessons/waiting HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)",
    ]
    for request in requests {
      for _ in 0..<(LiveRunLimits.limit.quota * 3 / 4) {
        let answer = try served.exchange(request)
        #expect(answer.status == 503)
        #expect(answer.field("Retry-After") != nil)
      }
    }
    // What is let in still counts.
    for number in 0..<LiveRunLimits.limit.quota {
      #expect(try served.fixture.post(Self.path, Self.body).status == .ok, "run \(number)")
    }
    #expect(try served.fixture.post(Self.path, Self.body).status == .tooManyRequests)
  }
}
