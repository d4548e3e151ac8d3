import HTTP
import Testing

@Suite("Responses as bytes")
struct ResponseSerialiserTests {
  private var serialiser: ResponseSerialiser {
    let serialiser = ResponseSerialiser()
    serialiser.setTime(aTuesday)
    return serialiser
  }

  private func bytes(
    _ response: Response, _ request: Request?, _ persistence: ResponseSerialiser.Persistence = .stays
  ) throws -> String {
    var output = OutputQueue()
    _ = try serialiser.append(response, for: request, persistence, to: &output)
    return text(output)
  }

  @Test func fieldsOfTheConnectionAreTheSerialisers() throws {
    let response = Response(
      headers: [
        "Content-Length": "999", "connection": "upgrade", "Date": "never", "Transfer-Encoding": "chunked", "X": "1",
      ], body: [65])
    #expect(
      try bytes(response, request())
        == "HTTP/1.1 200 OK\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\nX: 1\r\nContent-Length: 1\r\n\r\nA")
  }

  @Test func whatIsSentInTwoPiecesIsWhatWouldBeQueued() throws {
    let page = ReadyResponse(type: "text/html", body: Array("a long page".utf8), gzip: Array("zip".utf8))
    let plain = [[], [("Accept-Encoding", "gzip")], [("Accept-Encoding", "identity")]]
    let others = [[("If-None-Match", page.entityTag)], [("Range", "bytes=0-1")], [("If-Modified-Since", "never")]]
    var requests = try (plain + others).map { try request(.get, "/", $0) }
    requests.append(try request(.head))
    var secure = try request()
    secure.forwarded = Request.Forwarded(isSecure: true)
    requests.append(secure)
    var sentAtOnce = 0
    for request in requests {
      for persistence in [ResponseSerialiser.Persistence.stays, .staysForOld, .closes] {
        guard serialiser.isPlain(page, for: request, persistence) else { continue }
        var output = OutputQueue()
        _ = try serialiser.append(page, for: request, persistence, to: &output)
        var sent: [UInt8] = []
        serialiser.withPieces(of: page, for: request) { head, rest in sent = Array(head) + Array(rest) }
        #expect(String(decoding: sent, as: UTF8.self) == text(output))
        for count in 0...sent.count {
          var rest = OutputQueue()
          serialiser.appendRest(of: page, for: request, behind: count, to: &rest)
          #expect(String(decoding: sent[..<count], as: UTF8.self) + text(rest) == text(output))
        }
        sentAtOnce += 1
      }
    }
    #expect(sentAtOnce == plain.count)
  }

  @Test func persistenceIsSaidWhereItIsNotUsual() throws {
    #expect(field("Connection", in: try bytes(Response(), request(), .closes)) == "close")
    #expect(field("Connection", in: try bytes(Response(), request(), .staysForOld)) == "keep-alive")
    #expect(field("Connection", in: try bytes(Response(), request(), .stays)) == nil)
  }

  @Test(arguments: [204, 304])
  func someStatusesHaveNoContent(_ code: Int) throws {
    let sent = try bytes(Response(Status(code), body: [65]), request())
    #expect(field("Content-Length", in: sent) == nil)
    #expect(sent.hasSuffix("\r\n\r\n"))
  }

  @Test func headKeepsTheLength() throws {
    let sent = try bytes(Response(text: "hello"), request(.head))
    #expect(field("Content-Length", in: sent) == "5")
    #expect(sent.hasSuffix("\r\n\r\n"))
  }

  @Test func aTagOnAComputedResponseDecidesPreconditions() throws {
    let response = Response(type: "application/json", headers: ["ETag": "\"1-abc\""], body: Array("{}".utf8))
    let sent = try bytes(response, request(.get, "/", [("If-None-Match", "W/\"1-abc\"")]))
    #expect(sent.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
    #expect(field("ETag", in: sent) == "\"1-abc\"")
    #expect(sent.hasSuffix("\r\n\r\n"))
    #expect(try bytes(response, request(.post, "/", [("If-None-Match", "*")])).hasSuffix("{}"))
    #expect(throws: Refusal.self) { try bytes(response, request(.get, "/", [("If-Match", "\"x\"")])) }
  }

  /// RFC 9110 §13.1.1, §13.1.2: whatever is there is there, and has no tag that a request could name.
  @Test func aResponseWithoutATagHasPreconditionsToo() throws {
    let response = Response(type: "application/json", body: Array("{}".utf8))
    for method in [HTTP.Method.get, .head] {
      #expect(throws: Refusal.self) { try bytes(response, request(method, "/", [("If-Match", "\"x\"")])) }
      let sent = try bytes(response, request(method, "/", [("If-None-Match", "*")]))
      #expect(sent.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
      #expect(sent.hasSuffix("\r\n\r\n"))
      let date = "Tue, 14 Nov 2023 22:13:20 GMT"
      for held in [("If-Match", "*"), ("If-None-Match", "\"x\""), ("If-Modified-Since", date)] {
        #expect(try bytes(response, request(method, "/", [held])).hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
      let missing = Response(.notFound, type: "application/json", body: Array("{}".utf8))
      let asked = try request(method, "/", [("If-Match", "\"x\""), ("If-None-Match", "*")])
      #expect(try bytes(missing, asked).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }
  }

  @Test func streamsAreFramedByVersion() {
    var output = OutputQueue()
    serialiser.appendStreamHead(Response(type: "text/event-stream", body: []), .chunked, .stays, to: &output)
    #expect(field("Transfer-Encoding", in: text(output)) == "chunked")
    #expect(field("Content-Length", in: text(output)) == nil)
    output = OutputQueue()
    serialiser.appendStreamHead(Response(headers: ["Transfer-Encoding": "x"]), .byClosing, .closes, to: &output)
    #expect(field("Transfer-Encoding", in: text(output)) == nil)
    #expect(field("Connection", in: text(output)) == "close")
  }

  @Test func chunks() {
    #expect(
      ResponseSerialiser.chunk([UInt8](repeating: 65, count: 26)) == Array("1a\r\n".utf8)
        + [UInt8](repeating: 65, count: 26) + [13, 10])
  }
}

@Suite("Bytes on their way out")
struct OutputQueueTests {
  @Test func droppingGoesAcrossPieces() {
    var queue = OutputQueue()
    queue.append(Array("abc".utf8))
    queue.append([])
    queue.append(Array("0123456789".utf8), 2, 6)
    queue.append(Array("xyz".utf8))
    #expect(queue.count == 10)
    #expect(text(queue) == "abc2345xyz")
    var rest = "abc2345xyz"
    for count in [1, 2, 0, 3, 3, 1] {
      queue.drop(count)
      rest.removeFirst(count)
      #expect(text(queue) == rest)
      #expect(queue.count == rest.count)
      #expect(queue.isEmpty == rest.isEmpty)
    }
  }
}
