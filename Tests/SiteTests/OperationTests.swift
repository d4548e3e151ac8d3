import Dispatch
import HTTP
import JSON
import Site
import Synchronization
import Testing

@Suite("Operations") struct OperationTests {
  @Test func `tell that the server lives, and that it is about to stop`() throws {
    let fixture = try SiteFixture()
    #expect(try fixture.get("/healthz").json["status"] == "ok")
    #expect(try fixture.get("/readyz").status == .ok)
    fixture.context.drain()
    #expect(try fixture.get("/readyz").status == .serviceUnavailable)
    #expect(try fixture.get("/healthz").status == .ok)
    #expect(try fixture.get("/").status == .ok)
  }

  @Test func `count requests by route, so that no client makes up labels`() throws {
    let fixture = try SiteFixture()
    fixture.context.metrics.add {
      [
        Metrics.Reading(
          "course_queue_waiting", .gauge, "Work that waits.", [("queue=\"reading\"", 2), ("queue=\"batch\"", 0.5)])
      ]
    }
    for path in ["/lessons/waiting", "/lessons/waiting?a=1", "/lessons/none", "/made/up", "/healthz"] {
      _ = try fixture.get(path)
    }
    _ = try fixture.get("/", ("Host", "evil.example"))
    let response = try fixture.get("/metrics")
    #expect(response.has("Content-Type", "text/plain; version=0.0.4; charset=utf-8"))
    let lines = response.text.split(separator: "\n")
    for line in [
      #"course_requests_total{route="/lessons/{slug}",method="GET",status="200"} 2"#,
      #"course_requests_total{route="/lessons/{slug}",method="GET",status="404"} 1"#,
      #"course_requests_total{route="",method="GET",status="404"} 1"#,
      #"course_requests_total{route="",method="GET",status="421"} 1"#,
      #"course_request_seconds_count{route="/lessons/{slug}"} 3"#,
      #"course_request_seconds_bucket{route="/healthz",le="+Inf"} 1"#,
      #"course_queue_waiting{queue="reading"} 2"#, #"course_queue_waiting{queue="batch"} 0.5"#,
      "# TYPE course_requests_total counter", "# TYPE course_request_seconds histogram",
      "course_runs_total{outcome=\"cancelled\"} 0",
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
    #expect(!response.text.contains("made/up"))
    // Every sample stands below its type, and none twice.
    let samples = lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").first }
    #expect(Set(samples).count == samples.count)
  }

  @Test func `log one line for each request, which its values cannot break`() throws {
    let written = Mutex("")
    let log = RequestLog(level: .all) { lines in written.withLock { $0 += String(decoding: lines, as: UTF8.self) } }
    log.write("info", "test", [("path", "/a b\n=\"\\"), ("plain", "x/1"), ("empty", "")])
    log.flush()
    let line = written.withLock { $0 }
    #expect(line.hasSuffix(" level=info event=test path=\"/a b\\u{a}=\\\"\\\\\" plain=x/1 empty=\"\"\n"))
    #expect(line.wholeMatch(of: /time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z .*\n/) != nil)
  }

  @Test func `log nothing that came in a query or a header`() throws {
    let written = Mutex("")
    let log = RequestLog(level: .all) { lines in written.withLock { $0 += String(decoding: lines, as: UTF8.self) } }
    let request = try Request(.get, "/nothing?token=secret", headers: [("Authorization", "Bearer secret")])
    log.write(request, id: request.id, peer: request.peer, .notFound, bytes: 10, microseconds: 20)
    log.write(nil, id: 0xAB, peer: .loopback, .badRequest, bytes: 10, microseconds: 20)
    log.flush()
    let text = written.withLock { $0 }
    #expect(text.contains("path=/nothing status=404 bytes=10 us=20 peer=127.0.0.1"))
    #expect(text.contains("id=\(request.idText)"))
    #expect(text.contains("id=00000000000000ab status=400 bytes=10 us=20 peer=127.0.0.1"))
    #expect(!text.contains("secret"))
  }

  @Test(arguments: [(Status.notImplemented, "info"), (Status(505), "info"), (.internalServerError, "error")])
  func `log as an error what the server is to blame for, and nothing that a client asked for`(
    status: Status, level: String
  ) {
    let written = Mutex("")
    let log = RequestLog(level: .all) { lines in written.withLock { $0 += String(decoding: lines, as: UTF8.self) } }
    log.write(nil, id: 1, peer: .loopback, status, bytes: 10, microseconds: 20)
    log.flush()
    #expect(written.withLock { $0 }.contains(" level=\(level) event=request "))
  }

  @Test(arguments: [
    (RequestLog.Level.none, [false, false, false, false, false]), (.problems, [false, false, false, true, true]),
    (.requests, [false, true, true, true, true]), (.all, [true, true, true, true, true]),
  ])
  func `log what their level asks for`(level: RequestLog.Level, isLogged: [Bool]) throws {
    let requests: [(HTTP.Method, String, Status)] = [
      (.get, "/", .ok), (.get, "/api/v1/lessons", .ok), (.post, "/lessons/a", .ok), (.get, "/a", .notFound),
      (.get, "/", .internalServerError),
    ]
    for ((method, path, status), isLogged) in zip(requests, isLogged) {
      let written = Mutex(0)
      let log = RequestLog(level: level) { lines in written.withLock { $0 += lines.count } }
      log.write(try Request(method, path), id: 1, peer: .loopback, status, bytes: 1, microseconds: 1)
      log.flush()
      #expect((written.withLock { $0 } > 0) == isLogged)
    }
  }

  @Test func `end with a site that nobody has any more`() throws {
    weak var context: SiteContext?
    do {
      let fixture = try SiteFixture()
      context = fixture.context
      #expect(try fixture.get("/readyz").status == .ok)
    }
    #expect(context == nil, "what it held stays open")
  }

  @Test func `drop log lines rather than wait for who reads them`() {
    let isHeld = DispatchSemaphore(value: 0)
    let written = Mutex("")
    let log = RequestLog(level: .all) { lines in
      isHeld.wait()
      isHeld.signal()
      written.withLock { $0 += String(decoding: lines, as: UTF8.self) }
    }
    let long = String(repeating: "x", count: 10_000)
    for _ in 0..<1000 { log.write("info", "test", [("value", long)]) }
    // Whoever stops waits no longer than told.
    log.flush(within: .milliseconds(1))
    #expect(written.withLock { $0 }.isEmpty)
    isHeld.signal()
    log.flush()
    let text = written.withLock { $0 }
    #expect(text.utf8.count < 3 << 20)
    #expect(text.contains("event=log-dropped"))
  }
}
