import HTTP
import Listener
import Synchronization
import Testing

@Suite("Standing answers")
struct StandingAnswerTests {
  /// Answers by how often it was asked. What stands is told apart from what was asked for by that number.
  private final class Asked: Sendable {
    let term = StandingAnswer.Term()
    private let counts = Mutex((asked: 0, given: 0))

    var asked: Int { counts.withLock { $0.asked } }
    var given: Int { counts.withLock { $0.given } }

    func reply(_ request: Request) -> Reply {
      let number = counts.withLock { counts in
        counts.asked += 1
        return counts.asked
      }
      let page = ReadyResponse(
        request.path == "/gone" ? Status(410) : .ok, type: "text/plain", body: Array("\(request.path) \(number)".utf8),
        gzip: Array("gzip \(number)".utf8))
      let answer = StandingAnswer(page, until: term) { times, _ in
        self.counts.withLock { $0.given += times }
      }
      if request.path == "/over" { answer.term.end() }
      return request.path == "/once" ? .ready(page) : .standing(answer)
    }
  }

  private static func withAsked(_ test: @escaping @Sendable (Asked, Int) throws -> Void) async throws {
    let asked = Asked()
    try await withServer(ScriptedApplication { asked.reply($0) }, on: .usual, with: { $0.loops = 1 }) { _, port in
      try test(asked, port)
    }
  }

  /// Sends a request on a connection of its own.
  /// - Returns: the text that it is answered with.
  private static func text(_ request: String, _ port: Int) throws -> String? {
    let client = try RawClient(port: port)
    defer { client.leave() }
    client.send(request)
    return client.responses(1).first?.text
  }

  @Test func `are given again without asking, and that is told`() async throws {
    try await Self.withAsked { asked, port in
      let texts = try (0..<5).map { _ in try Self.text(get("/a"), port) }
      #expect(texts.allSatisfy { $0 == "/a 1" })
      #expect(asked.asked == 1)
      #expect(eventually { asked.given == 4 })
    }
  }

  @Test func `are given in the coding that is wanted`() async throws {
    try await Self.withAsked { asked, port in
      let texts = try ["identity", "gzip", "br"].map { try Self.text(get("/a", "Accept-Encoding: \($0)\r\n"), port) }
      #expect(texts == ["/a 1", "gzip 1", "/a 1"])
    }
  }

  @Test func `end with their term`() async throws {
    try await Self.withAsked { asked, port in
      for path in ["/a", "/b", "/a", "/b"] { _ = try Self.text(get(path), port) }
      #expect(asked.asked == 2)
      asked.term.end()
      let texts = try (0..<2).map { _ in try Self.text(get("/a"), port) }
      #expect(texts == ["/a 3", "/a 4"])
    }
  }

  @Test(arguments: [
    "GET /a HTTP/1.1\r\nHost: other\r\n\r\n", "GET /a HTTP/1.1\r\nHost: localhost:81\r\n\r\n",
    "GET http://other/a HTTP/1.1\r\nHost: localhost\r\n\r\n", get("/a/"), get("/A"), get("/b"),
  ])
  func `are not given to whoever asks for anything else`(other: String) async throws {
    try await Self.withAsked { asked, port in
      let texts = try [get("/a"), other, get("/a"), other].map { try Self.text($0, port) }
      #expect(texts[0] != texts[1] && texts[2] != texts[3])
      // Two hosts' answers may take each other's place.
      #expect([2, 4].contains(asked.asked))
    }
  }

  @Test(arguments: [
    get("/a?b"), "HEAD /a HTTP/1.1\r\nHost: localhost\r\n\r\n", get("/a", "Range: bytes=0-1\r\n"),
    get("/a", "If-None-Match: \"x\"\r\n"), get("/a", "Connection: close\r\n"),
    "GET /a HTTP/1.0\r\nHost: localhost\r\n\r\n", get("/a", "Content-Length: 1\r\n") + "x",
    "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", get("/once"), get("/over"), get("/gone"),
  ])
  func `are not given where more makes a difference`(other: String) async throws {
    try await Self.withAsked { asked, port in
      for request in [get("/a"), other, other] {
        let client = try RawClient(port: port)
        let before = asked.asked
        client.send(request)
        #expect(eventually { asked.asked == before + 1 })
        client.leave()
      }
      #expect(asked.given == 0)
    }
  }

  @Test func `take over one another's places`() async throws {
    try await Self.withAsked { asked, port in
      let client = try RawClient(port: port)
      let paths = (0..<600).map { "/lessons/\($0)" }
      client.send(paths.map { get($0) }.joined())
      let first = client.responses(600).map(\.text)
      #expect(first.indices.allSatisfy { first[$0] == "/lessons/\($0) \($0 + 1)" })
      // The last 256 of them at most have a place; each is given its own again, or anew.
      for path in paths {
        let text = try Self.text(get(path), port)
        #expect(text?.hasPrefix("\(path) ") == true)
      }
      #expect(eventually { asked.given + asked.asked == 1200 })
      #expect(asked.given > 50)
    }
  }

  @Test func `come whole to whoever reads slowly`() async throws {
    let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let answer = StandingAnswer(ReadyResponse(type: "application/octet-stream", body: large), until: .init())
    let application = ScriptedApplication { _ in .standing(answer) }
    try await withServer(application, on: .usual, with: { $0.loops = 1 }) { _, port in
      for _ in 0..<2 {
        let client = try RawClient(port: port, receiveBuffer: 16 * 1024)
        client.send(get("/large"))
        #expect(client.responses(1).first?.body == large)
      }
    }
  }
}
