import HTTP
import JSON
import Site
import Store
import Testing

@Suite("What a request supposes of what it changes") struct ConditionalChangeTests {
  let fixture: SiteFixture
  let ida: KnownPerson
  let ada: KnownPerson

  static let settings = "/api/v1/exercises/policy-tuning/settings"
  static let terms = #"{"timeZone":"UTC","deadline":null,"attemptLimit":3,"showsSolutionAfterDeadline":false}"#
  /// None of them is of anything that there is, or a strong tag.
  static let others: [(String, String)] = [
    ("If-Match", "\"x\""), ("If-Match", "\"x\", \"y\""), ("If-Match", ""), ("If-Match", "x"), ("If-None-Match", "*"),
  ]

  init() throws {
    fixture = try SiteFixture()
    ida = try fixture.person("Ida", .instructor)
    ada = try fixture.person("Ada")
  }

  private func send(
    _ method: HTTP.Method, _ target: String, _ body: String = "", _ fields: (String, String)...
  ) throws -> Response {
    try fixture.send(
      method, target, headers: [("Content-Type", "application/json"), ida.bearer] + fields, body: body)
  }

  private func tag(_ target: String) throws -> String {
    let response = try fixture.get(target, as: ida)
    #expect(response.has("Cache-Control", "no-store"))
    let tag = try #require(response.headers["ETag"])
    #expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil, "strong")
    return tag
  }

  @Test func `settings are set only if they are what was seen`() throws {
    let seen = try tag(Self.settings)
    #expect(try tag(Self.settings) == seen, "what is the same has the same tag")
    for condition in Self.others + [("If-Match", "W/\(seen)"), ("If-None-Match", seen), ("If-None-Match", "W/\(seen)")]
    {
      let refused = try send(.put, Self.settings, Self.terms, condition)
      #expect(refused.status == .preconditionFailed, "\(condition)")
      #expect(refused.problem == "precondition-failed")
    }
    #expect(try tag(Self.settings) == seen)
    #expect(try fixture.get("/api/v1/audit", as: ida).json["entries"]?.elements.count == 2, "two were added")

    let set = try send(.put, Self.settings, Self.terms, ("If-Match", "\"x\", \(seen)"))
    #expect(set.status == .ok)
    #expect(set.json["attemptLimit"] == 3)
    #expect(!set.headers.contains("ETag"), "what is kept is not what came, byte for byte (RFC 9110 §9.3.4)")
    #expect(try send(.put, Self.settings, Self.terms, ("If-Match", seen)).status == .preconditionFailed)
    for condition in [("If-Match", "*"), ("If-None-Match", seen), ("If-Match", try tag(Self.settings))] {
      #expect(try send(.put, Self.settings, Self.terms, condition).status == .ok, "\(condition)")
    }
    #expect(try send(.put, Self.settings, Self.terms).status == .ok)
  }

  @Test func `a student is changed and deleted only as seen`() throws {
    let target = "/api/v1/students/\(ada.id)"
    let seen = try tag(target)
    for condition in Self.others + [("If-Match", "W/\(seen)"), ("If-None-Match", seen)] {
      #expect(
        try send(.patch, target, #"{"name":"Eve"}"#, condition).status == .preconditionFailed, "\(condition)")
      #expect(try send(.delete, target, "", condition).status == .preconditionFailed, "\(condition)")
    }
    #expect(try tag(target) == seen)
    let changed = try send(.patch, target, #"{"name":"Ada L."}"#, ("If-Match", seen))
    #expect(changed.status == .ok)
    #expect(changed.json["name"] == "Ada L.")
    let now = try tag(target)
    #expect(now != seen)
    #expect(changed.headers["ETag"] == now)
    #expect(try send(.patch, target, #"{"name":"Eve"}"#, ("If-Match", seen)).status == .preconditionFailed)
    #expect(try send(.delete, target, "", ("If-Match", seen)).status == .preconditionFailed)
    #expect(try fixture.get(target, as: ida).json["name"] == "Ada L.")
    #expect(try send(.delete, target, "", ("If-Match", now)).status == .noContent)
    #expect(try fixture.get(target, as: ida).status == .notFound)
  }

  /// RFC 9110 §13.1.3, §13.1.4: nothing here that changes has a date.
  @Test func `dates say nothing of what has none`() throws {
    for field in ["If-Unmodified-Since", "If-Modified-Since"] {
      let condition = (field, "Thu, 01 Jan 1970 00:00:00 GMT")
      #expect(try send(.put, Self.settings, Self.terms, condition).status == .ok)
      #expect(try send(.patch, "/api/v1/students/\(ada.id)", "{}", condition).status == .ok)
    }
  }

  /// RFC 9110 §13.2.1.
  @Test func `what would be refused anyway is refused for that`() throws {
    let other = try fixture.person("Eva")
    let condition = ("If-Match", "\"x\"")
    func refusal(
      _ method: HTTP.Method, _ target: String, _ body: String = "", type: String = "application/json",
      as person: KnownPerson? = nil
    ) throws -> Status {
      let headers = [("Content-Type", type), condition, (person ?? ida).bearer]
      return try fixture.send(method, target, headers: headers, body: body).status
    }
    for (method, target) in [
      (HTTP.Method.patch, "/api/v1/students/999"), (.delete, "/api/v1/students/999"),
      (.delete, "/api/v1/students/999/tokens"), (.post, "/api/v1/students/999/tokens"),
      (.post, "/api/v1/students/999/readmission"), (.put, "/api/v1/exercises/none/settings"),
      (.delete, "/api/v1/join-codes/none"), (.post, "/api/v1/join-codes/none/replacement"),
      (.delete, "/api/v1/me/tokens/none"), (.post, "/api/v1/exercises/none/regrade"),
    ] {
      #expect(try refusal(method, target, method == .patch ? "{}" : "") == .notFound, "\(method) \(target)")
    }
    let merging = #"{"from":"\#(ada.id)"}"#
    #expect(try refusal(.post, "/api/v1/students/999/merge", merging) == .notFound)
    #expect(try refusal(.patch, "/api/v1/students/\(ada.id)", "{}", type: "text/plain") == .unsupportedMediaType)
    #expect(try refusal(.put, Self.settings, Self.terms, type: "text/plain") == .unsupportedMediaType)
    #expect(try refusal(.put, Self.settings, Self.terms, as: other) == .forbidden)
    #expect(try refusal(.post, Self.settings, Self.terms) == .methodNotAllowed)
    #expect(try fixture.send(.put, Self.settings, headers: [condition], body: Self.terms).status == .unauthorized)
  }

  @Test func `no route carries out what supposes something else`() throws {
    let other = try fixture.person("Eva")
    let made = try fixture.post("/api/v1/join-codes", "", as: ida)
    let code = try #require(made.json["code"]?.text)
    let held = try fixture.get("/api/v1/me/tokens", as: ida).json["tokens"]?.elements.first
    let token = try #require(held?["id"]?.text)
    let trail = try fixture.storage.audit(before: nil, limit: 99)
    var looked = 0
    for route in fixture.site.routes where !route.method.isSafe && !route.pattern.hasPrefix("/__") {
      let id =
        switch route.pattern {
        case let path where path.contains("/students/"): ada.id
        case let path where path.contains("/exercises/"): "policy-tuning"
        default: "idempotency"
        }
      let target = route.pattern.replacing("{id}", with: id).replacing("{code}", with: code)
        .replacing("{token}", with: token).replacing("{slug}", with: "waiting")
      let isList = ["/api/v1/gradebook/canvas", "/api/v1/students/import"].contains(route.pattern)
      let type =
        isList ? "text/csv" : target.hasPrefix("/api/") ? "application/json" : "application/x-www-form-urlencoded"
      let body =
        switch route.pattern {
        case let path where path.hasSuffix("/settings"): Self.terms
        case let path where path.hasSuffix("/merge") && path.hasPrefix("/api/"): #"{"from":"\#(other.id)"}"#
        case let path where route.method == .patch && path.hasPrefix("/api/"): #"{"name":"Eve"}"#
        default: ""
        }
      let person = route.pattern.hasSuffix("/submissions") ? other : ida
      for condition in [("If-Match", "\"x\""), ("If-None-Match", "*")] {
        let answer = try fixture.send(
          route.method, target,
          headers: [("Content-Type", type), ("Idempotency-Key", "k"), condition, person.bearer], body: body)
        #expect(answer.status == .preconditionFailed, "\(route.method) \(target) \(condition)")
        looked += 1
      }
    }
    #expect(looked > 60)
    #expect(try fixture.storage.audit(before: nil, limit: 99) == trail)
    #expect(try fixture.storage.joinCodes() == [code])
    #expect(try fixture.get("/api/v1/me", as: ida).status == .ok)
  }

  /// What is there is there: `*` is true of it, whether or not it has a tag.
  @Test func `anything that is there is anything`() throws {
    let code = try #require(try send(.post, "/api/v1/join-codes", "", ("If-Match", "*")).json["code"]?.text)
    let any = ("If-Match", "*")
    #expect(try send(.post, "/api/v1/join-codes/\(code)/replacement", "", any).status == .created)
    #expect(try send(.delete, "/api/v1/join-codes/\(code)", "", any).status == .notFound)
    #expect(try send(.delete, "/api/v1/students/\(ada.id)/tokens", "", any).status == .noContent)
    #expect(try send(.post, "/api/v1/students/\(ada.id)/readmission", "", any).status == .created)
    #expect(try send(.delete, "/api/v1/students/\(ada.id)", "", any).status == .noContent)
    #expect(try send(.delete, "/api/v1/sessions", "", any).status == .noContent)
  }

  @Test func `what is made once for a key is told again, whatever became of its address`() throws {
    let code = try #require(try send(.post, "/api/v1/join-codes").json["code"]?.text)
    let target = "/api/v1/join-codes/\(code)/replacement"
    let (key, any) = (("Idempotency-Key", "k"), ("If-Match", "*"))
    let first = try send(.post, target, "", key, any)
    let again = try send(.post, target, "", key, any)
    #expect(again.status == .created)
    #expect(again.body == first.body)
  }
}
