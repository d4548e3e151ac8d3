import HTTP
import Testing

@Suite("Reading requests")
struct RequestParserTests {
  private func status(_ text: String, _ limits: ParserLimits = ParserLimits()) -> Int? {
    var parser = RequestParser(limits: limits)
    var position = 0
    let bytes = Array(text.utf8)
    while position < bytes.count {
      switch parser.read(bytes.span, &position) {
      case .needMore: break
      case .request: return 200
      case .refused(let refusal, _): return refusal.status.code
      case .head: if let refusal = parser.receiveBody(atMost: limits.body) { return refusal.status.code }
      }
    }
    return nil
  }

  private static let host = "Host: localhost\r\n"

  @Test func headAndBodyAreKept() throws {
    var parser = RequestParser()
    let text = "POST /a?b HTTP/1.1\r\nHost: localhost:80\r\nX-A: \t v w \t\r\nContent-Length: 3\r\n\r\nabcGET"
    var position = 0
    let bytes = Array(text.utf8)
    guard case .head(let head) = parser.read(bytes.span, &position) else {
      Issue.record("no head")
      return
    }
    #expect(head.body.isEmpty)
    let refusal = parser.receiveBody(atMost: 3)
    #expect(refusal == nil)
    guard case .request(let request) = parser.read(bytes.span, &position) else {
      Issue.record("no request")
      return
    }
    #expect(position == bytes.count - 3)
    #expect(request.method == .post)
    #expect(request.path == "/a")
    #expect(request.headers["x-a"] == "v w")
    #expect(request.authority == Authority(host: "localhost", port: 80))
    #expect(request.body == Array("abc".utf8))
    #expect(parser.isIdle)
  }

  @Test(arguments: [
    (100, 200), (8192 - 4, 200), (8192 - 3, 414), (20_000, 414),
  ])
  func requestLineLimit(_ length: Int, _ expected: Int) {
    #expect(status("GET /\(String(repeating: "a", count: length - 1)) HTTP/1.1\r\n\(Self.host)\r\n") == expected)
  }

  @Test func fieldCountLimit() {
    func with(_ count: Int) -> String {
      "GET / HTTP/1.1\r\n\(Self.host)\(String(repeating: "A: b\r\n", count: count - 1))\r\n"
    }
    #expect(status(with(100)) == 200)
    #expect(status(with(101)) == 431)
  }

  @Test func fieldSizeLimit() {
    func with(_ size: Int) -> String {
      "GET / HTTP/1.1\r\n\(Self.host)A: \(String(repeating: "b", count: size - Self.host.utf8.count - 7))\r\n\r\n"
    }
    #expect(status(with(32 * 1024)) == 200)
    #expect(status(with(32 * 1024 + 1)) == 431)
  }

  @Test func emptyLineLimit() {
    #expect(status(String(repeating: "\r\n", count: 8) + "GET / HTTP/1.1\r\n\(Self.host)\r\n") == 200)
    #expect(status(String(repeating: "\r\n", count: 9) + "GET / HTTP/1.1\r\n\(Self.host)\r\n") == 400)
  }

  @Test func bodyLimit() {
    var limits = ParserLimits()
    limits.body = 10
    func fixed(_ size: Int) -> String {
      "POST / HTTP/1.1\r\n\(Self.host)Content-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size)
    }
    func chunked(_ sizes: [Int]) -> String {
      "POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
        + sizes.map { "\(String($0, radix: 16))\r\n\(String(repeating: "x", count: $0))\r\n" }.joined() + "0\r\n\r\n"
    }
    #expect(status(fixed(10), limits) == 200)
    #expect(status(fixed(11), limits) == 413)
    #expect(status(chunked([5, 5]), limits) == 200)
    #expect(status(chunked([5, 6]), limits) == 413)
    #expect(status(chunked([11]), limits) == 413)
  }

  @Test func chunkLineLimit() {
    func with(_ length: Int) -> String {
      "POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n0;\(String(repeating: "a", count: length - 4))\r\n\r\n"
    }
    #expect(status(with(256)) == 200)
    #expect(status(with(257)) == 400)
  }

  @Test func extensionsAreLimitedInAll() {
    let chunk = "1;\(String(repeating: "a", count: 200))\r\nx\r\n"
    func with(_ count: Int) -> String {
      "POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n\(String(repeating: chunk, count: count))0\r\n\r\n"
    }
    #expect(status(with(80)) == 200)
    #expect(status(with(90)) == 413)
  }

  @Test(arguments: [
    ("5;a", 200), ("5;a=b;c", 200), ("5;a=\"x;y\\\"z\"", 200), ("5 ; a = b ; c = \"d\"", 200), ("5\t;a", 200),
    ("5;a=\"\"", 200), ("005", 200), ("5;", 400), ("5;=b", 400), ("5;a=", 400), ("5;a b", 400), ("5;a=b c", 400),
    ("5;a=\"b", 400), ("5;a=\"b\"c", 400), ("5 ", 400), ("5;a ", 400), ("5;a=\"\u{1}\"", 400), ("5;a,b", 400),
  ])
  func chunkExtensions(_ line: String, _ expected: Int) {
    let text = "POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n\(line)\r\nhello\r\n0\r\n\r\n"
    #expect(status(text) == expected)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "close", false), ("HTTP/1.1", "Close, x", false), ("HTTP/1.7", "", true),
    ("HTTP/1.0", "", false), ("HTTP/1.0", "keep-alive", true), ("HTTP/1.0", "Keep-Alive, close", false),
    ("HTTP/1.1", "keep-alive", true),
  ])
  func persistence(_ version: String, _ connection: String, _ expected: Bool) {
    var parser = RequestParser()
    var position = 0
    let bytes = Array("GET / \(version)\r\n\(Self.host)Connection: \(connection)\r\n\r\n".utf8)
    guard case .request(let request) = parser.read(bytes.span, &position) else {
      Issue.record("refused")
      return
    }
    #expect(request.persists == expected)
  }

  @Test(arguments: [
    "Content-Type: a\r\nContent-Type: a\r\n", "Authorization: a\r\nauthorization: b\r\n", "Origin: a\r\nOrigin: b\r\n",
    "Host: localhost\r\n", "Content-Length: 1\r\nContent-Length: 1\r\n",
  ])
  func someFieldsOccurOnce(_ fields: String) {
    #expect(status("POST / HTTP/1.1\r\n\(Self.host)\(fields)\r\nx") == 400)
  }

  @Test func expectations() {
    #expect(status("GET / HTTP/1.1\r\n\(Self.host)Expect: 100-Continue\r\n\r\n") == 200)
    #expect(status("GET / HTTP/1.1\r\n\(Self.host)Expect: 200-ok\r\n\r\n") == 417)
    #expect(status("GET / HTTP/1.0\r\n\(Self.host)Expect: 200-ok\r\n\r\n") == 200)
  }

  @Test func anOldRequestNeedsNoHost() {
    #expect(status("GET / HTTP/1.0\r\n\r\n") == 200)
    #expect(status("GET / HTTP/1.1\r\n\r\n") == 400)
  }

  @Test func trailersAreDropped() {
    var parser = RequestParser()
    var position = 0
    let bytes = Array(
      "POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nCookie: a\r\nHost: b\r\n\r\n"
        .utf8)
    _ = parser.read(bytes.span, &position)
    _ = parser.receiveBody(atMost: 10)
    guard case .request(let request) = parser.read(bytes.span, &position) else {
      Issue.record("refused")
      return
    }
    #expect(!request.headers.contains("Cookie"))
    #expect(request.authority?.host == "localhost")
    #expect(request.body == [0x78])
  }

  @Test func theEndWithinARequestIsARefusal() {
    var parser = RequestParser()
    var position = 0
    _ = parser.read(Array("\r\n".utf8).span, &position)
    var idle = parser
    let none = idle.finish()
    #expect(none == nil)
    position = 0
    _ = parser.read(Array("GET".utf8).span, &position)
    let refusal = parser.finish()
    #expect(refusal?.status == .badRequest)
  }
}
