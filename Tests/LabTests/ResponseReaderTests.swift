import HTTP
import Lab
import Testing

@Suite("Reading a response")
struct ResponseReaderTests {
  private func read(_ text: String, method: HTTP.Method = .get) throws(MalformedResponse) -> ExactResponse? {
    var reader = ResponseReader(method: method)
    guard case .complete(let response) = try reader.receive(Array(text.utf8)) else { return nil }
    return response
  }

  private static let whole: [(String, Int, String)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello"),
    ("HTTP/1.1 503 \r\nRetry-After: 1\r\ncontent-length:0\r\n\r\n", 503, ""),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n", 200,
      "abc0123456789"
    ),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Sum: 1\r\n\r\n", 200, ""),
    (
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx",
      201, "x"
    ),
    ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
    ("HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n", 304, ""),
  ]

  @Test("takes a whole one, however its bytes are split", arguments: whole)
  func split(text: String, status: Int, body: String) throws {
    let bytes = Array(text.utf8)
    let expected = try #require(try read(text))
    #expect(expected.status == status)
    #expect(String(decoding: expected.body, as: UTF8.self) == body)
    for cut in 1..<bytes.count {
      var reader = ResponseReader(method: .get)
      #expect(try reader.receive(bytes[..<cut]) == .needsMore, "after \(cut) bytes")
      #expect(try reader.receive(bytes[cut...]) == .complete(expected), "cut after \(cut) bytes")
    }
    var bytewise = ResponseReader(method: .get)
    for byte in bytes.dropLast() { #expect(try bytewise.receive([byte]) == .needsMore) }
    #expect(try bytewise.receive(bytes.suffix(1)) == .complete(expected))
  }

  @Test("never takes a part for the whole", arguments: whole)
  func truncated(text: String, status: Int, body: String) throws {
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count {
      var reader = ResponseReader(method: .get)
      _ = try reader.receive(bytes[..<cut])
      #expect(reader.ended() == .truncated(received: cut), "after \(cut) bytes")
    }
    #expect(ResponseReader(method: .get).ended() == .empty)
  }

  @Test("without a length ends with the connection")
  func untilEnd() throws {
    var reader = ResponseReader(method: .get)
    #expect(try reader.receive("HTTP/1.1 200 OK\r\n\r\nsome".utf8) == .needsMore)
    #expect(try reader.receive(" more".utf8) == .needsMore)
    guard case .complete(let response) = reader.ended() else {
      Issue.record("the end of the connection is the end of the body")
      return
    }
    #expect(response.body == Array("some more".utf8))
    #expect(!response.keepsAlive)
  }

  @Test("to HEAD has no body, whatever its length says")
  func head() throws {
    let response = try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", method: .head)
    #expect(response?.body == [])
  }

  @Test(
    "keeps the connection as the response says",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: Close\r\n\r\n", false),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: x, close\r\n\r\n", false),
      ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
      ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nsurplus", false),
    ])
  func keepAlive(text: String, keeps: Bool) throws {
    #expect(try read(text)?.keepsAlive == keeps)
  }

  @Test("finds a field whatever its case, without the spaces round its value")
  func fields() throws {
    let response = try read("HTTP/1.1 503 x\r\nrEtRy-aFtEr: \t 1 \r\nContent-Length: 0\r\n\r\n")
    #expect(response?.headers.values(of: "Retry-After") == ["1"])
    // A KELVIN SIGN lower-cases to k, but is no k.
    #expect(response?.headers.values(of: "Retry\u{212A}") == [])
  }

  @Test(
    "refuses what is not HTTP",
    arguments: [
      ("HTTP/2 200 OK\r\n", .statusLine),
      ("HELLO", .statusLine),
      ("\r\n", .statusLine),
      ("HTTP/1.1 200\r\n\r\n", .statusLine),
      ("HTTP/1.1 20 OK\r\n\r\n", .statusLine),
      ("HTTP/1.1 +20 OK\r\n\r\n", .statusLine),
      ("HTTP/1.1 099 OK\r\n\r\n", .statusLine),
      ("HTTP/1.1 200 OK\nContent-Length: 0\n\n", .statusLine),
      ("HTTP/1.1 101 Switching\r\n\r\n", .statusLine),
      ("HTTP/1.1 200 OK\r\nName : x\r\n\r\n", .header),
      ("HTTP/1.1 200 OK\r\nnothing\r\n\r\n", .header),
      ("HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n", .header),
      ("HTTP/1.1 200 OK\r\nA: b\u{0}\r\n\r\n", .header),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .length),
      ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n", .length),
      ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .length),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .length),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .transferCoding),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n", .transferCoding),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .chunkSize),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .chunkSize),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", .chunkSize),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5 5\r\n", .chunkSize),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n", .chunkSize),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n", .tooLarge),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n", .chunkEnd),
      ("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n", .tooLarge),
    ] as [(String, MalformedResponse)])
  func malformed(text: String, fault: MalformedResponse) {
    #expect(throws: fault) { try read(text) }
  }

  @Test("bounds what it keeps")
  func bounds() {
    let long = String(repeating: "x", count: 70_000)
    #expect(throws: MalformedResponse.tooLarge) { try read("HTTP/1.1 200 OK\r\nA: \(long)") }
    let body = String(repeating: "x", count: 1_100_000)
    #expect(throws: MalformedResponse.tooLarge) { try read("HTTP/1.1 200 OK\r\n\r\n\(body)") }
    #expect(throws: MalformedResponse.chunkSize) {
      try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(repeating: "0", count: 300))")
    }
  }
}
