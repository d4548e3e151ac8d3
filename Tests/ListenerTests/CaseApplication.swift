import HTTP

/// What the cases are tried on: a page, a file with validators, a sink for bodies, an event stream and a JSON endpoint.
struct CaseApplication: Application {
  static let lastModified = 1_700_000_000
  static let style = Array(String(repeating: "body { margin: 0 }\n", count: 1000).utf8)

  private let router: Router
  private let hosts: Set = ["localhost", "127.0.0.1", "[::1]"]

  init() {
    let page = ReadyResponse(type: "text/html; charset=utf-8", body: Array("<!doctype html><title>Course</title>".utf8))
    let file = ReadyResponse(
      type: "text/css; charset=utf-8", headers: ["Cache-Control": "no-cache"], body: CaseApplication.style,
      gzip: Array("stands for the compressed bytes".utf8), lastModified: CaseApplication.lastModified)
    let term = StandingAnswer.Term()
    var router = Router()
    router.on(.get, "/") { _, _ in .standing(StandingAnswer(page, until: term)) }
    router.on(.get, "/static/app.css") { _, _ in .standing(StandingAnswer(file, until: term)) }
    router.on(.post, "/__echo") { request, _ in
      .response(Response(type: "application/octet-stream", body: request.body))
    }
    router.on(.post, "/work") { request, _ in
      .work(.interactive) { _ in Response(type: "application/octet-stream", body: request.body) }
    }
    router.on(.get, "/events") { request, _ in
      .subscription(head: Response(type: "text/event-stream", headers: ["Cache-Control": "no-store"], body: [])) {
        $0.write(ServerSentEvent(data: "hello"))
        if request.version == .http10 { $0.finish() }
      }
    }
    router.on(.post, "/json") { request, _ in
      guard request.mediaType == "application/json", !request.headers.contains("Content-Encoding") else {
        throw Refusal(.unsupportedMediaType, "Only JSON is read here.")
      }
      return .response(Response(type: "application/json", body: request.body))
    }
    self.router = router
  }

  func admit(_ head: Request) -> Admission {
    do {
      try check(head)
      return .receive
    } catch {
      return .refuse(response(to: error, for: head, id: head.id))
    }
  }

  func reply(to request: Request) -> Reply {
    do {
      try check(request)
      return try router.reply(to: request)
    } catch let refusal as Refusal {
      return .response(response(to: refusal, for: request, id: request.id))
    } catch {
      return .response(response(toThrown: error, for: request))
    }
  }

  func response(to refusal: Refusal, for request: Request?, id: UInt64) -> Response {
    Response(
      refusal.status, type: "application/problem+json", headers: refusal.headers,
      body: Array(#"{"title":"\#(refusal.status.reason)","detail":"\#(refusal.detail)"}"#.utf8))
  }

  private func check(_ request: Request) throws(Refusal) {
    let isKnown = request.authority.map { hosts.contains($0.host) } ?? true
    guard isKnown else { throw Refusal(.misdirectedRequest, "No such host is served here.") }
    guard !request.method.isSafe else { return }
    let site = request.headers["Sec-Fetch-Site"]
    let origin = request.headers["Origin"]
    let isForeign = site.map { $0 != "same-origin" && $0 != "none" } ?? (origin != nil && origin != "http://localhost")
    guard !isForeign else { throw Refusal(.forbidden, "Requests from other sites may change nothing.") }
  }
}
