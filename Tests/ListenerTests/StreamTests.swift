import Foundation
import HTTP
import Listener
import Synchronization
import Testing

@Suite("Streams")
struct StreamTests {
  static let backends = Configuration.Backend.allCases
  private static let events = Response(type: "text/event-stream", headers: ["Cache-Control": "no-store"], body: [])

  private func counting(to last: Int) -> ScriptedApplication {
    ScriptedApplication { request in
      guard request.path == "/count" else { return .response(Response(text: "other")) }
      return .stream(.interactive, head: StreamTests.events) { writer in
        for number in 1...last { writer.write(ServerSentEvent(data: String(number))) }
      }
    }
  }

  @Test(arguments: backends)
  func aStreamIsChunkedAndTheConnectionLivesOn(_ backend: Configuration.Backend) async throws {
    try await withServer(counting(to: 100), on: backend) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/count") + get("/other"))
      let responses = client.responses(2)
      #expect(responses.first?["transfer-encoding"] == "chunked")
      #expect(responses.first?.text == (1...100).map { "data: \($0)\n\n" }.joined())
      #expect(responses.last?.text == "other")
    }
  }

  @Test(arguments: backends)
  func aStreamIsNotBegunForWhoeverSupposesSomethingElse(_ backend: Configuration.Backend) async throws {
    try await withServer(counting(to: 3), on: backend) { _, port in
      let client = try RawClient(port: port)
      func asked(_ field: String) -> String { "GET /count HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n" }
      client.send(asked("If-Match: \"x\"") + asked("If-None-Match: *") + asked("If-Match: *") + get("/other"))
      let responses = client.responses(4)
      #expect(responses.map(\.status) == [412, 304, 200, 200])
      #expect(responses.map(\.text).suffix(2) == ["data: 1\n\ndata: 2\n\ndata: 3\n\n", "other"])
    }
  }

  @Test(arguments: backends)
  func anOldClientReadsToTheEnd(_ backend: Configuration.Backend) async throws {
    try await withServer(counting(to: 3), on: backend) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /count HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(client.readToEnd())
      #expect(!client.text.contains("Transfer-Encoding"))
      #expect(client.text.hasSuffix("\r\n\r\ndata: 1\n\ndata: 2\n\ndata: 3\n\n"))
    }
  }

  /// `/count` is a stream for whoever asks with a token, found after a moment.
  private var guarded: ScriptedApplication {
    ScriptedApplication { request in
      guard request.path == "/count" else { return .response(Response(text: "other")) }
      return .found(.interactive) { _ in
        usleep(400_000)
        guard request.headers.contains("Authorization") else { throw Refusal(.forbidden, "no token") }
        return .stream(.interactive, head: StreamTests.events) { writer in
          for number in 1...3 { writer.write(ServerSentEvent(data: String(number))) }
        }
      }
    }
  }

  @Test(arguments: backends)
  func aStreamThatIsRefusedHasTheStatusOfTheRefusal(_ backend: Configuration.Backend) async throws {
    try await withServer(guarded, on: backend) { server, port in
      let client = try RawClient(port: port)
      let allowed = "GET /count HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\n\r\n"
      client.send(get("/count") + allowed + get("/other") + allowed + get("/other"))
      let responses = client.responses(5)
      #expect(responses.map(\.status) == [403, 200, 200, 200, 200])
      #expect(responses[1].text == "data: 1\n\ndata: 2\n\ndata: 3\n\n")
      #expect(responses[3].text == responses[1].text && responses[4].text == "other")
      #expect(eventually { server.statistics.openStreams == 0 })
    }
  }

  @Test("Whoever has finished sending is told of the stream's beginning once", arguments: backends)
  func aStreamIsFoundForAPeerThatHasFinished(_ backend: Configuration.Backend) async throws {
    try await withServer(guarded, on: backend) { _, port in
      for fields in ["Authorization: x\r\n", ""] {
        let client = try RawClient(port: port)
        client.send("GET /count HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
        client.finishSending()
        #expect(client.readToEnd())
        #expect(client.text.hasPrefix(fields.isEmpty ? "HTTP/1.1 403 " : "HTTP/1.1 200 "))
        #expect(client.text.components(separatedBy: "HTTP/1.1").count == 2)
        #expect(client.text.contains("data: 3\n\n\r\n0\r\n\r\n") == !fields.isEmpty)
      }
    }
  }

  @Test func headEndsAtOnce() async throws {
    try await withServer(counting(to: 3)) { server, port in
      let client = try RawClient(port: port)
      client.send("HEAD /count HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/other"))
      let responses = client.responses(2, methods: ["HEAD", "GET"])
      #expect(responses.map(\.status) == [200, 200])
      #expect(responses.first?["content-type"] == "text/event-stream")
      #expect(server.statistics.openStreams == 0)
    }
  }

  @Test func aStreamThatFailsDoesNotLookComplete() async throws {
    let seen = Event()
    let application = ScriptedApplication { _ in
      .stream(.interactive, head: StreamTests.events) { writer in
        struct Unexpected: Error {}
        writer.write(ServerSentEvent(data: "1"))
        _ = seen.wait()
        throw Unexpected()
      }
    }
    try await withServer(application) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/"))
      #expect(client.read { _ in client.text.contains("data: 1") })
      seen.happen()
      #expect(client.readToEnd())
      #expect(!client.text.contains("\r\n0\r\n"))
    }
  }

  /// A subscription whose writer the test gets hold of.
  private final class Subscription: Sendable {
    private let writers = Mutex<[any StreamWriter]>([])

    var application: ScriptedApplication {
      ScriptedApplication { _ in
        .subscription(head: StreamTests.events) { writer in self.writers.withLock { $0.append(writer) } }
      }
    }

    func writer() throws -> any StreamWriter {
      try #require(eventually { self.writers.withLock { !$0.isEmpty } })
      return try #require(writers.withLock { $0.first })
    }
  }

  @Test(arguments: backends)
  func aSubscriptionIsWrittenFromElsewhereAndEnds(_ backend: Configuration.Backend) async throws {
    let subscription = Subscription()
    try await withServer(subscription.application, on: backend) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/"))
      let writer = try subscription.writer()
      #expect(writer.write(ServerSentEvent(data: "hello")))
      #expect(client.read { $0.firstRange(of: Array("hello".utf8)) != nil })
      #expect(eventually { server.statistics.openStreams == 1 })
      writer.finish()
      #expect(!writer.write(ServerSentEvent(data: "too late")))
      #expect(client.responses(1).first?.text == "data: hello\n\n")
      client.send(get("/"))
      #expect(client.read { _ in client.text.components(separatedBy: "HTTP/1.1 200 OK").count == 3 })
    }
  }

  @Test(arguments: backends, [false, true])
  func aWriterLearnsThatItsReaderLeft(_ backend: Configuration.Backend, _ reset: Bool) async throws {
    let subscription = Subscription()
    try await withServer(subscription.application, on: backend) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/"))
      let writer = try subscription.writer()
      client.leave(reset: reset)
      #expect(eventually { !writer.isOpen })
      #expect(!writer.write(ServerSentEvent(data: "x")))
      #expect(eventually { server.statistics.openConnections == 0 && server.statistics.openStreams == 0 })
    }
  }

  @Test func aSilentStreamIsKeptAlive() async throws {
    let subscription = Subscription()
    try await withServer(subscription.application, with: { $0.pingInterval = 100 }) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/"))
      #expect(
        client.read { String(decoding: $0, as: UTF8.self).split(separator: ": ping").count > 3 })
    }
  }

  @Test(arguments: backends)
  func aReaderThatFallsBehindIsDropped(_ backend: Configuration.Backend) async throws {
    let subscription = Subscription()
    try await withServer(subscription.application, on: backend, with: { $0.streamBacklog = 64 * 1024 }) {
      server, port in
      let client = try RawClient(port: port, receiveBuffer: 4096)
      client.send(get("/"))
      let writer = try subscription.writer()
      let event = ServerSentEvent(data: String(repeating: "x", count: 10_000))
      var written = 0
      while writer.write(event), written < 100_000 {
        written += 1
        if written % 64 == 0 { usleep(1000) }
      }
      #expect(written < 100_000)
      #expect(eventually { server.statistics.slowReaders == 1 && server.statistics.openConnections == 0 })
    }
  }

  @Test(arguments: backends)
  func aLargeEventDoesNotMakeItsReaderSlow(_ backend: Configuration.Backend) async throws {
    let large = String(repeating: "x", count: 300_000)
    // The loop itself writes, so that it cannot send the first event before the second is there.
    let application = ScriptedApplication { _ in
      .subscription(head: StreamTests.events) { writer in
        writer.write(ServerSentEvent(data: "small"))
        writer.write(ServerSentEvent(data: large))
        writer.finish()
      }
    }
    try await withServer(application, on: backend, with: { $0.streamBacklog = 64 * 1024 }) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/"))
      #expect(client.responses(1).first?.text == "data: small\n\ndata: \(large)\n\n")
      #expect(server.statistics.slowReaders == 0)
    }
  }
}
