import HTTP
import JSON
import Site
import Testing

@Suite("Pages") struct PageRouteTests {
  let fixture: SiteFixture

  init() throws { fixture = try SiteFixture() }

  @Test(arguments: [
    "/", "/lessons/waiting", "/experiments", "/experiments/jitter-histogram", "/experiments/idempotency",
    "/present/jitter-histogram", "/problems/overloaded", "/glossary",
    "/search", "/search?q=jitter", "/print",
  ])
  func `answer with HTML that a browser may do little with`(path: String) throws {
    for method in [HTTP.Method.get, .head] {
      let response = try fixture.send(method, path)
      #expect(response.status == .ok)
      #expect(response.has("Content-Type", "text/html; charset=utf-8"))
      #expect(response.has("Cache-Control", "no-cache"))
      #expect(response.has("X-Content-Type-Options", "nosniff"))
      #expect(response.has("Referrer-Policy", "no-referrer"))
      #expect(response.has("Cross-Origin-Opener-Policy", "same-origin"))
      #expect(response.has("Cross-Origin-Resource-Policy", "same-origin"))
      let policy = try #require(response.headers["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
      #expect(policy.contains("frame-ancestors 'none'") && policy.contains("require-trusted-types-for 'script'"))
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test func `count what is folded away`() throws {
    #expect(try fixture.get("/experiments/recovery").text.contains("<summary>1 more parameter</summary>"))
    #expect(try fixture.get("/exercises/policy-tuning").text.contains("<summary>11 more settings</summary>"))
  }

  @Test func `hold no inline script, style or address elsewhere`() throws {
    for path in ["/", "/lessons/waiting", "/experiments/jitter-histogram", "/present/idempotency"] {
      let html = try fixture.get(path).text
      for part in ["style=\"", "onclick=", "<script>", "javascript:", "src=\"http", "href=\"//"] {
        #expect(!html.contains(part), "\(path) has \(part)")
      }
    }
  }

  @Test(arguments: ProblemType.allCases)
  func `explain every problem type`(type: ProblemType) throws {
    let response = try fixture.get(type.path)
    #expect(response.status == .ok)
    #expect(response.text.contains(type.title))
  }

  /// The answer that a page has once it has been rendered.
  private func standing() throws -> StandingAnswer {
    let request = try Request(.get, "/lessons/waiting")
    _ = fixture.send(request)
    let reply = fixture.site.reply(to: request)
    let answer: StandingAnswer? = if case .standing(let answer) = reply { answer } else { nil }
    return try #require(answer, "the page does not stand")
  }

  @Test func `are rendered once`() throws {
    let (first, second) = (try standing(), try standing())
    #expect(first.ready === second.ready)
    #expect(first.ready.headers["Vary"] == "Accept-Encoding")
  }

  @Test func `stand until another shelf takes the place of theirs`() throws {
    let answer = try standing()
    let shelf = fixture.context.shelf
    fixture.context.shelf = shelf
    #expect(!answer.term.isOver)
    fixture.context.shelf = Shelf(course: shelf.course, assets: shelf.assets)
    #expect(answer.term.isOver)
    let next = try standing()
    #expect(!next.term.isOver && next.ready !== answer.ready)
  }

  @Test func `are counted when they are given without asking, too`() throws {
    try standing().whenGiven(40, 60_000)
    let metrics = try fixture.get("/metrics").text
    #expect(metrics.contains("course_requests_total{route=\"/lessons/{slug}\",method=\"GET\",status=\"200\"} 42\n"))
    #expect(metrics.contains("course_request_seconds_bucket{route=\"/lessons/{slug}\",le=\"+Inf\"} 42\n"))
  }

  @Test func `are counted with the status that is sent`() throws {
    let fields = [("If-None-Match", "*"), ("Range", "bytes=0-1"), ("If-Match", "\"x\""), ("Range", "bytes=99999999-")]
    _ = fixture.send(try Request(.get, "/lessons/waiting"))
    for field in fields { _ = fixture.site.reply(to: try Request(.get, "/lessons/waiting", headers: [field])) }
    let metrics = try fixture.get("/metrics").text
    for (status, count) in [(200, 1), (206, 1), (304, 1)] {
      let line = "course_requests_total{route=\"/lessons/{slug}\",method=\"GET\",status=\"\(status)\"} \(count)\n"
      #expect(metrics.contains(line), "\(metrics)")
    }
    #expect(!metrics.contains("{route=\"/lessons/{slug}\",method=\"GET\",status=\"4"))
  }

  @Test func `show the default run of a lesson's cells`() throws {
    let html = try fixture.get("/lessons/waiting").text
    #expect(html.contains("A small herd"))
    #expect(html.contains("<table>"))
    #expect(html.contains("A test of *waiting*"))
  }

  @Test func `run a cell without script`() throws {
    let html = try fixture.get("/lessons/waiting?cell=herd&strategy=&strategy=none&clients=50").text
    #expect(html.contains("value=\"50\""))
    let response = try fixture.get("/lessons/waiting?cell=herd&clients=none&strategy=")
    #expect(response.status == .badRequest)
    #expect(response.text.contains("a whole number from 1 to 10000000; was none"))
    #expect(try fixture.get("/experiments/jitter-histogram?clients=50&cell=jitter-histogram").status == .ok)
    #expect(try fixture.get("/present/jitter-histogram?clients=0").status == .badRequest)
  }

  @Test func `offer the address, the data and the command without script`() throws {
    let html = try fixture.get("/lessons/waiting").text
    #expect(html.contains("<a href=\"/lessons/waiting?cell=herd&amp;"))
    for start in ["/api/v1/experiments/jitter-histogram?", "/present/jitter-histogram?lesson=waiting/herd&amp;"] {
      let address = try #require(html.split(separator: "href=\"\(start)").dropFirst().first?.prefix { $0 != "\"" })
      #expect(address.contains("clients=100") && address.contains("strategy=exponential,full"), "\(address)")
      let path = (start + address).replacing("&amp;", with: "&")
      #expect(try fixture.get(path).status == .ok)
    }
    #expect(html.contains("&amp;format=csv\">CSV</a>"))
    #expect(html.contains("<code>curl &quot;$SITE/api/v1/experiments/jitter-histogram?"))
    // A live run is a POST: there is no address for its data.
    #expect(
      html.contains("idempotency/runs&quot; -H &#39;Content-Type: application/json&#39; -d &#39;{&quot;variants&quot;"))
  }

  @Test func `fold the answer to a prediction until it is asked for`() throws {
    let predicting = SiteFixture.lesson.replacing(
      "\"view\": \"histogram\"",
      with: "\"predict\": {\"ask\": \"How many?\", \"value\": \"series[full].peak\"}, \"view\": \"histogram\"")
    let fixture = try SiteFixture(lessons: ["05-waiting.md": predicting])
    #expect(try fixture.get("/lessons/waiting").text.contains("<details class=\"fold\"><summary"))
    let sent = try fixture.get("/lessons/waiting?cell=herd&strategy=&strategy=none&clients=50").text
    #expect(sent.contains("<details class=\"fold\" open><summary"))
    #expect(!(try self.fixture.get("/lessons/waiting").text.contains("class=\"fold\"")))
  }

  @Test func `lead from a lesson to its experiment and back`() throws {
    let presented = try fixture.get("/present/jitter-histogram?lesson=waiting/herd&clients=70").text
    #expect(presented.contains("Lesson 5: A test of *waiting*") && presented.contains("A small herd"))
    #expect(presented.contains("/lessons/waiting?cell=herd&amp;") && presented.contains("clients=70"))
    #expect(presented.contains("name=\"lesson\" value=\"waiting/herd\""))
    // Only what the lesson lets its reader move stands in the form.
    #expect(!presented.contains("id=\"herd-retries\""))
    let own = try fixture.get("/experiments/jitter-histogram?lesson=waiting/herd&clients=70").text
    #expect(own.contains("From <a href=\"/lessons/waiting?cell=herd&amp;") && own.contains("id=\"experiment-retries\""))
    #expect(try fixture.get("/experiments/jitter-histogram").text.contains("Used in <a href=\"/lessons/waiting\">"))
    for name in ["waiting", "waiting/none", "none/herd", "waiting/pay", "%2F"] {
      let response = try fixture.get("/present/jitter-histogram?lesson=\(name)")
      #expect(response.status == .ok && !response.text.contains("Back to the lesson"), "\(name)")
    }
    #expect(try fixture.get("/present/idempotency?lesson=waiting/pay").text.contains("One payment"))
  }

  @Test func `find words without script`() throws {
    let html = try fixture.get("/search?q=jitter&from=mail").text
    #expect(html.contains("value=\"jitter\""))
    #expect(html.contains("<a href=\"/glossary#jitter\">Jitter</a>"))
    #expect(
      html.contains("<mark>Jitter</mark>") || html.contains("<mark>jitter</mark>") || html.contains("Chance in a wait"))
    #expect(try fixture.get("/search?q=%3Cscript%3Ezebra").text.contains("&lt;script&gt;zebra"))
    #expect(try fixture.get("/search?q=\(String(repeating: "a", count: 201))").status == .badRequest)
    #expect(try SiteFixture(lessons: ["05-waiting.md": SiteFixture.lesson]).get("/glossary").status == .notFound)
  }

  @Test func `tell of themselves only where an author works on them`() throws {
    #expect(!(try fixture.get("/").text.contains("watch.js")))
    #expect(try fixture.get("/watch").status == .notFound)
    let watched = try SiteFixture { $0.watches = true }
    #expect(try watched.get("/lessons/waiting").text.contains("/js/page/watch.js"))
    let events = try watched.get("/watch")
    #expect(events.has("Content-Type", "text/event-stream"))
    #expect(events.text.hasPrefix("event: watching\n"))
  }

  @Test func `take no notice of a query that is not theirs`() throws {
    let plain = try fixture.get("/lessons/waiting")
    #expect(try fixture.get("/lessons/waiting?from=mail").body == plain.body)
  }

  @Test func `run a live cell's form`() throws {
    let form = [("Content-Type", "application/x-www-form-urlencoded")]
    for path in ["/lessons/waiting", "/experiments/idempotency", "/present/idempotency"] {
      let response = try fixture.send(.post, path, headers: form, body: "cell=pay&variants=&variants=keyed")
      #expect(response.status == .ok)
      #expect(response.has("Cache-Control", "no-store"))
      #expect(response.headers.contains("RateLimit"))
      #expect(!response.headers.contains("ETag"))
    }
    // A GET shows the form with what was sent, and runs nothing.
    #expect(try fixture.get("/lessons/waiting?cell=pay&variants=keyless").status == .ok)
    #expect(try fixture.send(.post, "/lessons/waiting", headers: form, body: "cell=none").status == .notFound)
    #expect(try fixture.send(.post, "/lessons/waiting", headers: form, body: "cell=herd").status == .methodNotAllowed)
    #expect(try fixture.send(.post, "/lessons/waiting", body: "cell=pay").status == Status(415))
    #expect(try fixture.send(.post, "/lessons/waiting", headers: form, body: "cell=%zz").status == .badRequest)
    let foreign = form + [("Sec-Fetch-Site", "cross-site")]
    #expect(try fixture.send(.post, "/lessons/waiting", headers: foreign, body: "cell=pay").status == .forbidden)
  }

  @Test(arguments: [
    "/lessons/none", "/experiments/none", "/present/none", "/problems/none", "/nothing", "/static/none.css",
  ])
  func `that are not there are told as the reader can read it`(path: String) throws {
    let page = try fixture.get(path, ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"))
    #expect(page.status == .notFound)
    #expect(page.has("Content-Type", "text/html; charset=utf-8"))
    #expect(page.has("Cache-Control", "no-store"))
    let problem = try fixture.get(path, ("Accept", "*/*"))
    #expect(problem.status == .notFound)
    #expect(problem.has("Content-Type", "application/problem+json"))
    #expect(problem.json["type"] == "/problems/not-found")
    #expect(problem.json["requestId"]?.text == problem.headers["X-Request-Id"])
  }

  @Test func `answer another method with 405 and OPTIONS with what there is`() throws {
    let refused = try fixture.send(.delete, "/lessons/waiting")
    #expect(refused.status == .methodNotAllowed)
    #expect(refused.has("Allow", "GET, POST, HEAD, OPTIONS"))
    let options = try fixture.send(.options, "/api/v1/experiments")
    #expect(options.status == .noContent)
    #expect(options.has("Allow", "GET, HEAD, OPTIONS"))
  }
}

@Suite("Static files") struct AssetTests {
  @Test func `may be cached for ever under their fingerprint, and are checked under any other`() throws {
    let fixture = try SiteFixture()
    let prefix = fixture.context.shelf.assets.prefix
    let immutable = try fixture.get("\(prefix)/css/base.css")
    #expect(immutable.status == .ok)
    #expect(immutable.has("Cache-Control", "public, max-age=31536000, immutable"))
    #expect(immutable.has("Content-Type", "text/css; charset=utf-8"))
    #expect(immutable.headers["Last-Modified"] == nil && immutable.headers["Content-Security-Policy"] == nil)
    for path in ["/static/css/base.css", "/static/0123456789/css/base.css"] {
      let checked = try fixture.get(path)
      #expect(checked.has("Cache-Control", "public, no-cache"))
      #expect(checked.headers["Last-Modified"] != nil)
      #expect(checked.body == immutable.body)
    }
    for name in ["css/base.css", "icon.svg"] {
      let file = try fixture.get("\(prefix)/\(name)")
      #expect(file.has("X-Content-Type-Options", "nosniff") && file.has("Cross-Origin-Resource-Policy", "same-origin"))
    }
    // A picture can be opened as a page of its own, with script in it.
    #expect(
      try fixture.get("\(prefix)/icon.svg").headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    #expect(try fixture.get("\(prefix)/js/main.js").has("Content-Type", "text/javascript; charset=utf-8"))
    #expect(try fixture.get("/static/css").status == .notFound)
    #expect(try fixture.get("/static/zzzzzzzzzz/css/base.css").status == .notFound)
  }

  @Test func `change their fingerprint with any content, name or place`() {
    var changed = SiteFixture.files
    changed[0] = FileTree.File(path: changed[0].path, bytes: changed[0].bytes + [10], modified: 0)
    var renamed = SiteFixture.files
    renamed[0] = FileTree.File(path: "css/base2.css", bytes: renamed[0].bytes, modified: 0)
    let prefixes = [SiteFixture.files, changed, renamed, []].map { AssetCatalogue($0).prefix }
    #expect(Set(prefixes).count == 4)
    #expect(AssetCatalogue(SiteFixture.files).prefix == prefixes[0])
  }

  @Test func `are compressed only where that is worth it`() throws {
    let text = Array(String(repeating: "retry with jitter ", count: 100).utf8)
    let compressed = try #require(Gzip.compressed(text))
    #expect(compressed.count < text.count / 5)
    #expect(compressed.starts(with: [0x1F, 0x8B, 8]))
    #expect(Gzip.compressed(text) == compressed)
    #expect(Gzip.compressed(Array("short".utf8)) == nil)
    var generator = SystemRandomNumberGenerator()
    #expect(Gzip.compressed((0..<10_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }) == nil)
  }
}
