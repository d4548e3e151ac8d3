import HTTP
import Lab
import Testing

@Suite("The exact client")
struct ExactClientTests {
  private static let ok = ScriptedResponse.bytes(200, body: Array("hi".utf8))
  private static let get = ExactRequest(.get, "/x")

  private func outcome(
    _ cues: [Cue], _ request: ExactRequest = get, timeout: Duration = .seconds(120), expecting requests: Int = 1
  ) throws -> ExactOutcome {
    try withServer(CueService(cues)) { server in
      let outcome = client(timeout).send(request, to: server.port)
      #expect(server.withService { $0.requests.count } == requests)
      return outcome
    }
  }

  private func client(_ timeout: Duration, isCancelled: @escaping @Sendable () -> Bool = { false }) -> ExactClient {
    ExactClient(timeout: timeout, patience: Patience(until: .now + .seconds(240), isCancelled: isCancelled))
  }

  private func failure(_ cues: [Cue], timeout: Duration = .seconds(120)) throws -> ExactFailure? {
    guard case .failure(let failure) = try outcome(cues, timeout: timeout) else { return nil }
    return failure
  }

  @Test("brings the response as it was sent")
  func response() throws {
    guard case .response(let response) = try outcome([.send(Self.ok), .close]) else {
      Issue.record("no response")
      return
    }
    #expect(response.status == 200)
    #expect(response.body == Array("hi".utf8))
    #expect(response.headers.values(of: "connection") == ["close"])
  }

  @Test("sends exactly one request with what it was given")
  func request() throws {
    try withServer(CueService([.send(Self.ok), .close])) { server in
      let request = ExactRequest(.post, "/pay", headers: ["Idempotency-Key": "\"k\""], body: Array("body".utf8))
      _ = client(.seconds(120)).send(request, to: server.port)
      let received = server.withService { $0.requests.map(\.request) }
      #expect(received.count == 1)
      #expect(received.first?.method == .post)
      #expect(received.first?.headers.values(of: "host") == ["127.0.0.1:\(server.port)"])
      #expect(received.first?.headers.values(of: "idempotency-key") == ["\"k\""])
      #expect(received.first?.body == Array("body".utf8))
    }
  }

  @Test("waits for a slow drip and a pause")
  func slow() throws {
    let drip = Self.ok.flatMap { [.send([$0]), .pause(.milliseconds(1))] } as [Cue]
    guard case .response = try outcome([.pause(.milliseconds(30))] + drip + [.close]) else {
      Issue.record("no response")
      return
    }
  }

  @Test("tells each fault apart, and what it knows of the request")
  func faults() throws {
    let half = Array(Self.ok.dropLast())
    let chunked = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\nzz\r\n".utf8)
    #expect(try failure([.close]) == ExactFailure(.emptyReply, .perhaps))
    #expect(try failure([.finishSending, .hold]) == ExactFailure(.emptyReply, .perhaps))
    #expect(try failure([.reset]) == ExactFailure(.reset, .perhaps))
    #expect(try failure([.send(half), .close]) == ExactFailure(.truncated, .yes))
    #expect(try failure([.send(half), .pause(.milliseconds(20)), .reset]) == ExactFailure(.reset, .yes))
    #expect(try failure([.send(chunked), .hold]) == ExactFailure(.malformed(.chunkSize), .yes))
    #expect(try failure([.send(Array("hello".utf8)), .hold]) == ExactFailure(.malformed(.statusLine), .yes))
  }

  @Test("gives up after its timeout, with or without the beginning of a response")
  func timeout() throws {
    let begin = ContinuousClock.now
    try ends(ExactFailure(.timedOut, .perhaps)) { _ in [.hold] }
    #expect(.now - begin >= .milliseconds(300))
    let half = Array(Self.ok.dropLast())
    try ends(ExactFailure(.timedOut, .yes)) { _ in [.send(half), .hold] }
    // Each byte comes in time, the whole does not.
    try ends(ExactFailure(.malformed(.statusLine), .yes)) { timeout in
      [[Cue]](repeating: [.send([72]), .pause(timeout / 30)], count: 100).flatMap { $0 } + [.hold]
    }
    try ends(ExactFailure(.timedOut, .yes)) { timeout in Self.ok.flatMap { [.send([$0]), .pause(timeout / 15)] } }
  }

  /// Expects that what is played for some timeout ends so, after one request.
  private func ends(_ failure: ExactFailure, _ cues: (_ timeout: Duration) -> [Cue]) throws {
    var seen: (outcome: ExactOutcome, requests: Int)?
    for factor in everLonger where seen?.outcome != .failure(failure) || seen?.requests != 1 {
      let timeout = Duration.milliseconds(300 * factor)
      seen = try withServer(CueService(cues(timeout))) { server in
        let outcome = client(timeout).send(Self.get, to: server.port)
        return (outcome, server.withService { $0.requests.count })
      }
    }
    #expect(seen?.outcome == .failure(failure))
    #expect(seen?.requests == 1)
  }

  @Test("knows that a refused request did not arrive")
  func refused() throws {
    try withServer(CueService()) { server in
      #expect(
        client(.seconds(120)).send(Self.get, to: server.closedPort) == .failure(ExactFailure(.refused, .no)))
      #expect(server.withService { $0.requests.count } == 0)
    }
  }

  @Test("stops soon after nobody waits any more")
  func cancelled() throws {
    try withServer(CueService([.hold])) { server in
      let outcome = client(.seconds(120)) { server.withService { $0.requests.count } == 1 }.send(
        Self.get, to: server.port)
      #expect(outcome == .failure(ExactFailure(.cancelled, .perhaps)))
      #expect(eventually { server.withService { $0.endings } == [.clientLeft] })
    }
  }
}
