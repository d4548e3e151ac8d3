import HTTP
import Testing

@Suite("Routing")
struct RouterTests {
  private static func router() -> Router {
    var router = Router()
    func add(_ method: HTTP.Method, _ pattern: String) {
      router.on(method, pattern) { request, parameters in
        .response(Response(text: "\(method) \(pattern) \(parameters["id"]) \(parameters["rest"])"))
      }
    }
    add(.get, "/")
    add(.get, "/lessons/{id}")
    add(.post, "/lessons/{id}")
    add(.get, "/lessons/first")
    add(.get, "/static/{rest...}")
    add(.post, "/only/post")
    add(.get, "/a/{id}/b")
    return router
  }

  private func body(_ method: HTTP.Method, _ target: String) throws -> String {
    guard case .response(let response) = try RouterTests.router().reply(to: request(method, target)) else { return "" }
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test(arguments: [
    ("/", "get /  "), ("/lessons/x", "get /lessons/{id} x "), ("/lessons/first", "get /lessons/first  "),
    ("/lessons/a%20b", "get /lessons/{id} a b "), ("/static/a/b.css", "get /static/{rest...}  a/b.css"),
    ("/static/", "get /static/{rest...}  "), ("/lessons/l%C3%A4nge", "get /lessons/{id} länge "),
    ("/a/1/b", "get /a/{id}/b 1 "),
  ])
  func found(_ target: String, _ expected: String) throws {
    #expect(try body(.get, target) == expected)
    #expect(try body(.head, target) == expected)
  }

  @Test(arguments: [
    "/x", "//", "/lessons", "/lessons/", "/lessons/x/", "/lessons/x/y", "/static", "/a//b", "/only", "/lessonsx/y",
    "/lesson/x", "/lessons//x",
  ])
  func notFound(_ target: String) throws {
    let refusal = #expect(throws: Refusal.self) { try body(.get, target) }
    #expect(refusal?.status == .notFound)
  }

  @Test(arguments: [
    (HTTP.Method.delete, "/lessons/x", "GET, POST, HEAD, OPTIONS"), (.get, "/only/post", "POST, OPTIONS"),
    (.head, "/only/post", "POST, OPTIONS"), (.put, "/", "GET, HEAD, OPTIONS"),
  ])
  func otherMethodsNameThoseAllowed(_ method: HTTP.Method, _ target: String, _ allow: String) throws {
    let refusal = #expect(throws: Refusal.self) { try body(method, target) }
    #expect(refusal?.status == .methodNotAllowed)
    #expect(refusal?.headers["Allow"] == allow)
  }

  @Test(
    arguments: [
      (HTTP.Method.post, "/lessons/x", nil), (.head, "/lessons/x", nil), (.options, "/only/post", nil),
      (.options, "*", nil), (.post, "/x", .notFound), (.options, "/x", .notFound),
      (.put, "/lessons/x", .methodNotAllowed),
      (.head, "/only/post", .methodNotAllowed), (.post, "/checked", .unsupportedMediaType),
      (.get, "/checked", .methodNotAllowed),
    ] as [(HTTP.Method, String, Status?)])
  func aHeadAloneIsRefused(_ method: HTTP.Method, _ target: String, _ status: Status?) throws {
    var router = RouterTests.router()
    router.on(.post, "/checked", check: { _ in throw Refusal(.unsupportedMediaType, "no") }) { _, _ in
      .response(Response(text: "answered"))
    }
    let head = try request(method, target)
    guard let status else { return try router.check(head) }
    let refusal = #expect(throws: Refusal.self) { try router.check(head) }
    #expect(refusal?.status == status)
    #expect(refusal?.headers.contains("Allow") == (status == .methodNotAllowed))
  }

  @Test func optionsIsAnswered() throws {
    for (target, allow) in [("/only/post", "POST, OPTIONS"), ("*", "GET, HEAD, POST, OPTIONS")] {
      guard case .response(let response) = try RouterTests.router().reply(to: request(.options, target)) else {
        Issue.record("not a response")
        continue
      }
      #expect(response.status == .noContent)
      #expect(response.headers["Allow"] == allow)
    }
  }

  @Test func routesAreListedInOrder() {
    #expect(
      RouterTests.router().routes.map { "\($0.method.rawValue) \($0.pattern)" } == [
        "GET /", "GET /lessons/{id}", "POST /lessons/{id}", "GET /lessons/first", "GET /static/{rest...}",
        "POST /only/post", "GET /a/{id}/b",
      ])
  }
}
