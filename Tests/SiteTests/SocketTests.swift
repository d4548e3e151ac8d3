import Foundation
import HTTP
import JSON
import Listener
import Simulation
import Site
import Synchronization
import Testing

/// A site behind a real socket.
final class ServedSite: Sendable {
  let fixture: SiteFixture
  let server: Server
  let port: Int

  init(_ fixture: SiteFixture? = nil, _ change: (inout Configuration) -> Void = { _ in }) throws {
    self.fixture = try fixture ?? SiteFixture()
    var configuration = Configuration()
    configuration.loops = 1
    configuration.work.threads = 2
    change(&configuration)
    server = Server(configuration, self.fixture.site)
    port = try server.start()
  }

  deinit { server.drain(within: 1000) }

  func exchange(_ request: String, body: [UInt8] = []) throws -> RawConnection.Answer {
    try RawConnection(port: port).exchange(request, body: body)
  }

  func get(_ target: String, _ fields: String...) throws -> RawConnection.Answer {
    let lines = ["GET \(target) HTTP/1.1", "Host: localhost"] + fields
    return try exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
  }
}

@Suite("Over a socket") struct SocketTests {
  @Test func `every collected JSON body is answered as expected`() throws {
    let served = try ServedSite()
    #expect(JSONCase.all.count >= 47)
    for each in JSONCase.all {
      var lines = [
        "POST /__json HTTP/1.1", "Host: localhost", "Content-Type: \(each.contentType)",
        "Content-Length: \(each.body.count)",
      ]
      lines += each.headers.map { "\($0.0): \($0.1)" }
      let answer = try served.exchange(lines.joined(separator: "\r\n") + "\r\n\r\n", body: each.body)
      #expect(each.statuses.contains(answer.status), "\(each.id): \(answer.status) \(answer.text.prefix(200))")
      if answer.status >= 400, each.answersProblem {
        #expect(answer.field("Content-Type") == "application/problem+json", "\(each.id)")
        #expect(try JSONParser.parse(answer.body)["status"]?.number == answer.status, "\(each.id)")
      }
    }
  }

  @Test func `what was sent is given back, byte for byte`() throws {
    let served = try ServedSite()
    let body = Array(#"{"title":"A\u0000😀 \"'); DROP","source":"日本語","attempt":-0}"#.utf8)
    let answer = try served.exchange(
      "POST /__json HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n",
      body: body)
    #expect(answer.status == 200)
    #expect(try JSONParser.parse(answer.body) == (try JSONParser.parse(body)))
  }

  @Test func `a page, a file and a run are fetched once and then found current`() throws {
    let served = try ServedSite()
    for target in ["/", "/lessons/waiting", "/static/css/base.css", "/api/v1/experiments/jitter-histogram?clients=10"] {
      let first = try served.get(target)
      #expect(first.status == 200)
      let tag = try #require(first.field("ETag"))
      let second = try served.get(target, "If-None-Match: \(tag)")
      #expect(second.status == 304)
      #expect(second.field("ETag") == tag)
      #expect(second.field("Cache-Control") == first.field("Cache-Control"))
      #expect(second.body.isEmpty)
      #expect(try served.get(target, "If-None-Match: \"other\"").body == first.body)
    }
  }

  @Test func `a page comes compressed to whoever takes that`() throws {
    let served = try ServedSite()
    _ = try served.get("/lessons/waiting")
    let plain = try served.get("/lessons/waiting")
    let compressed = try served.get("/lessons/waiting", "Accept-Encoding: gzip")
    #expect(compressed.field("Content-Encoding") == "gzip")
    #expect(compressed.body.count < plain.body.count / 2)
    #expect(compressed.field("ETag") != plain.field("ETag"))
    #expect(plain.field("Vary") == "Accept-Encoding")
  }

  @Test func `every refusal is problem details with an id, and names nothing of the request`() throws {
    let served = try ServedSite()
    let body = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    let requests: [(String, Int, String)] = [
      ("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, "not-found"),
      ("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "method-not-allowed"),
      ("GET /api/v1/lessons HTTP/1.1\r\nHost: localhost\r\nAccept: image/png\r\n\r\n", 406, "not-acceptable"),
      ("POST /__json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", 415, "unsupported-media-type"),
      ("POST /__json HTTP/1.1\r\nHost: localhost\r\n\(body)", 422, "invalid-body"),
      ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "misdirected-request"),
      ("POST /__json HTTP/1.1\r\nHost: evil.example\r\n\(body)", 421, "misdirected-request"),
      ("POST /__json HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\(body)", 403, "cross-site"),
      ("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", 501, "not-implemented"),
      ("GET / HTTP/1.1\r\n\r\n", 400, "malformed-request"), ("GET / HTTP/3.0\r\n\r\n", 505, "version-not-supported"),
      ("POST /__echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n", 413, "content-too-large"),
      (
        "POST /__echo HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\nContent-Length: 1\r\n\r\nx", 417,
        "expectation-failed"
      ),
      ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "target-too-long"),
      (
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431,
        "fields-too-large"
      ),
    ]
    for (request, status, type) in requests {
      let answer = try served.exchange(request)
      #expect(answer.status == status, "\(request.prefix(60))")
      #expect(answer.field("Content-Type") == "application/problem+json", "\(type)")
      #expect(answer.field("Cache-Control") == "no-store", "\(type)")
      let problem = try JSONParser.parse(answer.body)
      #expect(problem["type"] == .string("/problems/\(type)"), "\(answer.text)")
      #expect(problem["requestId"]?.text == answer.field("X-Request-Id"), "\(type)")
      #expect(answer.field("X-Request-Id")?.wholeMatch(of: /[0-9a-f]{16}/) != nil, "\(type)")
      #expect(!answer.text.contains("evil"), "\(type)")
    }
    #expect(try served.get("/healthz").status == 200)
  }

  /// So many draws that even a fast machine takes tens of milliseconds.
  private static let long =
    "/api/v1/experiments/jitter-histogram?clients=3000000&retries=20&strategy=full,equal,decorrelated"
  /// Takes seconds of a processor, so that it is still there when somebody has left it.
  private static let heavy =
    "/api/v1/experiments/metastable?load=10000&capacity=1000&durationMs=600000&attempts=10&seed="

  @Test func `a run stops when its reader leaves`() throws {
    let served = try ServedSite()
    let connection = try RawConnection(port: served.port)
    connection.send(Array("GET \(Self.heavy)1 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".utf8))
    var text = ""
    while !text.contains("event: progress") {
      let bytes = connection.receive()
      try #require(!bytes.isEmpty)
      text += String(decoding: bytes, as: UTF8.self)
    }
    #expect(text.contains("Content-Type: text/event-stream"))
    #expect(text.contains("Cache-Control: no-store"))
    connection.reset()
    let runner = served.fixture.context.runner
    #expect(eventually { runner.counts.cancelled == 1 })
    #expect(runner.counts.finished == 0)
    #expect(try served.get("/metrics").text.contains("course_runs_total{outcome=\"cancelled\"} 1\n"))
  }

  @Test func `short runs and pages are answered while long runs take their time`() throws {
    let served = try ServedSite { $0.work.threads = 4 }
    // Long, and yet not so long that one at a time is all that is let in.
    let long = "/api/v1/experiments/metastable?load=10000&durationMs=600000&attempts=5&seed="
    let connections = try (0..<5).map { seed in
      let connection = try RawConnection(port: served.port)
      connection.send(Array("GET \(long)\(seed) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      return connection
    }
    let runner = served.fixture.context.runner
    try #require(eventually { runner.counts.started == 2 })
    for seed in 0..<10 {
      #expect(try served.get("/api/v1/experiments/retry?seed=\(seed)").status == 200)
      #expect(try served.get("/search?q=cell&n=\(seed)").status != 503)
    }
    #expect(runner.counts.finished == 10, "none of the long ones has ended meanwhile")
    #expect(runner.counts.started == 12, "of the long ones two run at a time")
    for connection in connections { connection.reset() }
    #expect(eventually { runner.counts.cancelled == 2 })
  }

  @Test func `a class that asks for one long run at once takes one thread`() throws {
    let served = try ServedSite { $0.work.threads = 3 }
    let request = "GET \(Self.long) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    let first = try RawConnection(port: served.port)
    first.send(Array(request.utf8))
    let runner = served.fixture.context.runner
    try #require(eventually { runner.counts.started == 1 })
    let others = try (0..<30).map { _ in
      let connection = try RawConnection(port: served.port)
      connection.send(Array(request.utf8))
      return connection
    }
    #expect(eventually { runner.counts.shared + runner.counts.cached == 30 })
    for connection in [first] + others {
      var bytes: [UInt8] = []
      while case let more = connection.receive(), !more.isEmpty { bytes += more }
      #expect(bytes.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
    }
    #expect(runner.counts.started == 1)
    #expect(runner.counts.finished == 1)
  }

  /// RFC 9110 §10.1.1: whoever waits for a word before the body gets the final one if it is known.
  @Test(arguments: [
    ("POST", "/nothing", "application/json", 404), ("POST", "/api/v1/experiments", "application/json", 405),
    ("PUT", "/api/v1/students/1", "application/json", 405), ("DELETE", "/", "text/plain", 405),
    ("POST", "/api/v1/enrolments", "text/plain", 415), ("POST", "/join", "application/json", 415),
    ("POST", "/api/v1/students/import", "application/json", 415),
    ("POST", "/api/v1/enrolments", "application/json", 100),
    ("POST", "/join", "application/x-www-form-urlencoded", 100), ("POST", "/api/v1/me/tokens", "text/plain", 100),
    ("GET", "/", "text/plain", 100), ("OPTIONS", "/", "text/plain", 100),
  ])
  func `a body is not asked for where the head is refused`(method: String, target: String, type: String, status: Int)
    throws
  {
    let served = try ServedSite()
    let fields = ["Host: localhost", "Content-Type: \(type)", "Content-Length: 100000", "Expect: 100-continue"]
    let head = ["\(method) \(target) HTTP/1.1"] + fields
    let connection = try RawConnection(port: served.port)
    connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    let opening = String(decoding: connection.receive(), as: UTF8.self)
    #expect(opening.hasPrefix("HTTP/1.1 \(status) "), "\(opening)")
    guard status != 100 else { return }
    #expect(opening.contains("\r\nConnection: close\r\n"))
    #expect(opening.contains("application/problem+json"))
    if status == 405 { #expect(opening.contains("\r\nAllow: ")) }
  }

  @Test func `live runs that are refused are all answered when they come again as told`() throws {
    let served = try ServedSite {
      $0.work.liveThreads = 4
      $0.work.patience[.live] = 1
    }
    let body = #"{"script": "503,200", "baseMs": 300, "capMs": 300, "strategy": "constant"}"#
    let request =
      "POST /api/v1/experiments/flaky/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let outcomes = Mutex((answered: 0, refused: 0, wrong: [String]()))
    let begin = ContinuousClock.now
    let port = served.port
    DispatchQueue.concurrentPerform(iterations: 1) { _ in
      let group = DispatchGroup()
      for _ in 0..<40 {
        group.enter()
        Thread {
          defer { group.leave() }
          while ContinuousClock.now - begin < .seconds(2 * patience) {
            guard let answer = try? RawConnection(port: port).exchange(request) else { return }
            if answer.status == 200 {
              outcomes.withLock { $0.answered += 1 }
              return
            }
            guard answer.status == 503, let seconds = answer.field("Retry-After").flatMap(UInt32.init) else {
              outcomes.withLock { $0.wrong.append(answer.text) }
              return
            }
            outcomes.withLock { $0.refused += 1 }
            sleep(seconds)
          }
        }.start()
      }
      group.wait()
    }
    let (answered, refused, wrong) = outcomes.withLock { $0 }
    #expect(answered == 40)
    #expect(wrong == [])
    #expect((1...80).contains(refused))
  }

  @Test func `a plain request stops its run too when its reader leaves`() throws {
    let served = try ServedSite()
    let connection = try RawConnection(port: served.port)
    connection.send(Array("GET \(Self.heavy)1 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    let runner = served.fixture.context.runner
    try #require(eventually { runner.counts.started == 1 })
    connection.reset()
    #expect(eventually { runner.counts.cancelled == 1 })
  }

  @Test func `a live run answers its form and its program alike`() throws {
    let served = try ServedSite()
    let form = "cell=pay&variants=&variants=keyless"
    let page = try served.exchange(
      "POST /lessons/waiting HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
    )
    #expect(page.status == 200)
    #expect(page.field("Content-Type") == "text/html; charset=utf-8")
    let body = #"{"variants": "keyless"}"#
    let answer = try served.exchange(
      "POST /api/v1/experiments/idempotency/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    #expect(answer.status == 200)
    #expect(try JSONParser.parse(answer.body)["result"]?["variants"]?.elements.first?["payments"] == 2)
  }
}
