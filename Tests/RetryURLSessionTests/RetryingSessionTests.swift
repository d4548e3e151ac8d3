import Foundation
import HTTP
import Lab
import Retry
import RetryURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("URLSession as a transport", .timeLimit(.minutes(15)))
struct RetryingSessionTests {
  let clock = InstantClock()
  let session = URLSession(configuration: .ephemeral)

  func request(_ port: UInt16, _ method: String = "GET", body: String? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/orders")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.timeoutInterval = 300
    return request
  }

  func key() throws -> IdempotencyKey { try IdempotencyKey("k-9") }

  /// What a single attempt of a GET fails with.
  func failure(_ cues: [Cue], _ policy: RetryPolicy = RetryPolicy(maxAttempts: 1)) async throws -> Failure? {
    try await withServer([cues]) { server in
      let request = try request(server.port)
      do throws(SendFailure) {
        _ = try await RetryingSession(session, policy: policy).send(request, clock: clock)
        return nil
      } catch {
        return error.failure
      }
    }
  }

  @Test("waits what the server asks, then by backoff, and gives the last response")
  func retries() async throws {
    try await withServer([
      .answer(503, ["Retry-After": "1"]), .answer(502), .answer(200, [:], "done"),
    ]) { server in
      let response = try await RetryingSession(session).send(try request(server.port), clock: clock)
      #expect(response.response.statusCode == 200)
      #expect(response.data == Data("done".utf8))
      #expect((response.attempts, response.stopped) == (3, .succeeded))
      #expect(server.requests.count == 3)
      #expect(clock.sleeps.count == 2)
      #expect(clock.sleeps[0] == .seconds(1))
      #expect(clock.sleeps[1] <= .milliseconds(200))
    }
  }

  @Test("a Retry-After that is a date is one of the clock's", arguments: ["retry-after", "RETRY-AFTER"])
  func date(name: String) async throws {
    let now = HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970))
    let later = HTTPDate(secondsSince1970: now.secondsSince1970 + 300).imfFixdate
    try await withServer([.answer(429, [name: later]), .answer(200)]) { server in
      _ = try await RetryingSession(session).send(try request(server.port), clock: clock)
      #expect(clock.sleeps.count == 1)
      #expect(clock.sleeps[0] > .seconds(200) && clock.sleeps[0] <= .seconds(300))
    }
  }

  @Test("the last response is given whatever its status", arguments: [400, 404, 503])
  func lastResponse(status: Int) async throws {
    try await withServer([.answer(status, [:], "why")]) { server in
      let response = try await RetryingSession(session).send(try request(server.port), clock: clock)
      #expect(response.response.statusCode == status)
      #expect(response.data == Data("why".utf8))
      #expect(server.requests.count == (status == 503 ? 3 : 1))
    }
  }

  @Test("an empty reply, a reset and a truncated body are a lost connection, on every system")
  func lost() async throws {
    #expect(try await failure([.close]) == .connectionLost)
    #expect(try await failure([.reset]) == .connectionLost)
    #expect(try await failure(.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")) == .connectionLost)
  }

  @Test("a response that cannot be read would arrive again")
  func unreadable() async throws {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello"
    let packed = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"
    #expect(try await failure(.raw(chunked)) == .undecodable)
    #expect(try await failure(.raw(packed)) == .undecodable)
  }

  @Test("a refused connection surely did not arrive, so that even a POST without a key is sent again")
  func refused() async throws {
    try await withServer([[.close]]) { server in
      let post = try request(server.closedPort, "POST", body: "book")
      let thrown = await #expect(throws: SendFailure.self) {
        try await RetryingSession(session).send(post, clock: clock)
      }
      let error = try #require(thrown)
      #expect(error.failure == .cannotConnect)
      #expect((error.attempts, error.stopped) == (3, .attemptsSpent))
      #expect(error.classification.message == .tryAgainShortly)
    }
  }

  @Test("an attempt ends with its time, also where bytes still drip")
  func bounded() async throws {
    let drip: [Cue] =
      [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8))]
      + (0..<12_000).flatMap { _ in [Cue.pause(.milliseconds(50)), .send([120])] }
    let policy = RetryPolicy(maxAttempts: 1, attemptTimeout: .milliseconds(400))
    let started = ContinuousClock.now
    #expect(try await failure([.hold], policy) == .timedOut)
    #expect(try await failure(drip, policy) == .timedOut)
    // What drips would take ten minutes; on a busy machine a task waits for its turn for many seconds.
    #expect(ContinuousClock.now - started < .seconds(300))
  }

  @Test("a POST without a key is sent once, with one it keeps it on every attempt")
  func posts() async throws {
    try await withServer([[.close], .answer(201)]) { server in
      await #expect(throws: SendFailure.self) {
        try await RetryingSession(session).send(try request(server.port, "POST", body: "book"), clock: clock)
      }
      #expect(server.requests.count == 1)
    }
    try await withServer([[.close], .answer(503), .answer(201)]) { server in
      let response = try await RetryingSession(session).send(
        try request(server.port, "POST", body: "book"), key: try key(), clock: clock)
      #expect(response.response.statusCode == 201)
      #expect(server.requests.map { $0.request.headers["Idempotency-Key"] } == ["\"k-9\"", "\"k-9\"", "\"k-9\""])
      #expect(server.requests.allSatisfy { $0.request.body == Array("book".utf8) })
    }
  }

  @Test("the caller's own key is never replaced, and a key can be written bare")
  func keys() async throws {
    try await withServer([.answer(503), .answer(201)]) { server in
      var own = try request(server.port, "POST", body: "book")
      own.setValue("my-own", forHTTPHeaderField: "idempotency-key")
      _ = try await RetryingSession(session).send(own, key: try key(), clock: clock)
      let bare = RetryingSession(session, keyStyle: .bare)
      _ = try await bare.send(try request(server.port, "POST", body: "book"), key: try key(), clock: clock)
      #expect(server.requests.map { $0.request.headers["Idempotency-Key"] } == ["my-own", "my-own", "k-9"])
    }
  }

  @Test("a body from a stream is made anew for each attempt, or sent once")
  func streams() async throws {
    try await withServer([.answer(503), .answer(200)]) { server in
      var put = try request(server.port, "PUT")
      put.httpBodyStream = InputStream(data: Data("once".utf8))
      let response = try await RetryingSession(session).send(put, clock: clock)
      #expect((response.attempts, response.stopped) == (1, .bodyNotReplayable))
      #expect(server.requests.count == 1)
    }
    try await withServer([.answer(503), .answer(200)]) { server in
      let put = try request(server.port, "PUT")
      let response = try await RetryingSession(session).send(
        put, freshBody: { InputStream(data: Data("again".utf8)) }, clock: clock)
      #expect((response.attempts, response.stopped) == (2, .succeeded))
      #expect(server.requests.map(\.request.body) == [Array("again".utf8), Array("again".utf8)])
    }
  }

  @Test("requests share the session's budget")
  func budget() async throws {
    let policy = RetryPolicy(budget: .ratio(0, capacity: 3))
    let shared = RetryingSession(session, policy: policy)
    try await withServer([.answer(503)]) { server in
      for expected in [3, 2, 1, 1] {
        let response = try await shared.send(try request(server.port), clock: clock)
        #expect(response.attempts == expected)
      }
    }
  }

  @Test("cancelling ends an attempt at once, and before it begins")
  func cancelled() async throws {
    try await withServer([[.hold]]) { server in
      let request = try request(server.port)
      let task = Task { () -> Failure? in
        do throws(SendFailure) {
          _ = try await RetryingSession(session).send(request, clock: clock)
          return nil
        } catch { return error.failure }
      }
      while server.requests.isEmpty { await Task.yield() }
      task.cancel()
      #expect(await task.value == .cancelled)
      let early = Task { () -> Failure? in
        withUnsafeCurrentTask { $0?.cancel() }
        do throws(SendFailure) {
          _ = try await RetryingSession(session).send(request, clock: clock)
          return nil
        } catch { return error.failure }
      }
      #expect(await early.value == .cancelled)
    }
  }
}
