import Foundation
import Listener
import Testing

/// A request, or several, and the statuses of what must be answered; `closes` is whether the connection then ends.
struct FurtherRequest: Sendable, CustomTestStringConvertible {
  let text: String
  let statuses: [Int]
  let closes: Bool
  /// What the last answer's body must be.
  var body: String?
  var testDescription: String { String(reflecting: text.prefix(120)) }

  init(_ text: String, _ statuses: Int..., closes: Bool = false, body: String? = nil) {
    self.text = text.replacing("|", with: "\r\n")
    self.statuses = statuses
    self.closes = closes
    self.body = body
  }

  private static let host = "Host: localhost|"

  /// A GET for the style sheet with one more field or several.
  private static func file(_ fields: String, _ status: Int, method: String = "GET") -> FurtherRequest {
    FurtherRequest("\(method) /static/app.css HTTP/1.1|\(host)\(fields)||", status)
  }

  private static func echo(_ fields: String, _ body: String, _ status: Int, _ echoed: String? = nil) -> FurtherRequest {
    FurtherRequest(
      "POST /__echo HTTP/1.1|\(host)\(fields)||\(body)", status, closes: status == 400 || status == 413, body: echoed)
  }

  private static func line(_ line: String, _ status: Int, closes: Bool? = nil, _ fields: String = host)
    -> FurtherRequest
  {
    FurtherRequest("\(line)|\(fields)|", status, closes: closes ?? (status == 400 || status == 505 || status == 501))
  }

  static let all: [FurtherRequest] = lines + targets + hosts + lengths + chunks + files + connections

  private static let lines = [
    line("get / HTTP/1.1", 501), line("GET / http/1.1", 400), line("GET / HTTP/1.1 ", 400),
    line(" GET / HTTP/1.1", 400),
    line("GET / HTTP/ 1.1", 400), line("GET / HTTP/1.9", 200), line("GET / HTTP/2.0", 505), line("GET / HTTP/0.9", 505),
    line("GET / HTTP/1,1", 400), line("GET / HTTP/1.1\u{0B}", 400), line("GET / HTTP/11.1", 400),
    line("GET / HTTP/+1.1", 400), line("GET / HTTPS/1.1", 400), line("G@T / HTTP/1.1", 400),
    line("PRI * HTTP/2.0", 505),
    line("TRACE / HTTP/1.1", 501), line("CONNECT localhost:80 HTTP/1.1", 501), line("OPTIONS * HTTP/1.1", 204),
    line("OPTIONS / HTTP/1.1", 204), line("DELETE / HTTP/1.1", 405), line("HEAD /nothing HTTP/1.1", 404),
    line("HEAD /events HTTP/1.1", 200), line("HEAD * HTTP/1.1", 400), FurtherRequest("|GET / HTTP/1.1|\(host)|", 200),
  ]

  private static let targets = [
    line("GET http://localhost HTTP/1.1", 200), line("GET HTTP://LOCALHOST:80/ HTTP/1.1", 200),
    line("GET https://localhost/ HTTP/1.1", 200), line("GET http://localhost?a=b HTTP/1.1", 200),
    line("GET http:/localhost/ HTTP/1.1", 400), line("GET http:///a HTTP/1.1", 400),
    line("GET //localhost/ HTTP/1.1", 404),
    line("GET http://u@localhost/ HTTP/1.1", 400), line("GET http://localhost:/ HTTP/1.1", 200),
    line("GET http://localhost:65536/ HTTP/1.1", 400), line("GET http://evil.example/ HTTP/1.1", 421, closes: false),
    line("GET http://[::1]/ HTTP/1.1", 200), line("GET http://[::1/ HTTP/1.1", 400),
    line("GET localhost:80 HTTP/1.1", 400),
    line("GET /%2e%2e/ HTTP/1.1", 400), line("GET /a/./b HTTP/1.1", 400), line("GET /a/.../b HTTP/1.1", 404),
    line("GET /%5c HTTP/1.1", 400), line("GET /a%2Fb HTTP/1.1", 400), line("GET /%c0%af HTTP/1.1", 400),
    line("GET /%ed%a0%80 HTTP/1.1", 400), line("GET /%F0%9F%98%80 HTTP/1.1", 404), line("GET /%7f HTTP/1.1", 400),
    line("GET /#x HTTP/1.1", 400), line("GET /?a=%zz HTTP/1.1", 400), line("GET /?a=%00 HTTP/1.1", 400),
    line("GET /?a=b?c=/../d HTTP/1.1", 200), line("GET /static/%61pp.css HTTP/1.1", 200),
    line("GET /STATIC/app.css HTTP/1.1", 404), line("GET /static/app.css/ HTTP/1.1", 404), line("GET ?a HTTP/1.1", 400),
    line("GET /a\u{7F} HTTP/1.1", 400), line("OPTIONS http://localhost HTTP/1.1", 204),
  ]

  private static let hosts =
    [
      "localhost:8080", "LocalHost:1", "[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]", "127.0.0.1:65535", "localhost.",
      "localhost:65536", "localhost:8o", "local host", "localhost,localhost", "localhost/", "localhost?", "localhost#",
      "[::1]a", "[]", "[::g]", "[1:2:3:4:5:6:7:8:9]", "127.1", "0x7f.1", ".localhost", "localhost..", "a@localhost",
      "%6cocalhost",
    ].map { host in
      let status =
        switch host {
        case "localhost:8080", "LocalHost:1", "[::1]", "[::1]:8080", "127.0.0.1:65535": 200
        case "[0:0:0:0:0:0:0:1]", "localhost.", "127.1", "0x7f.1": 421
        default: 400
        }
      return line("GET / HTTP/1.1", status, "Host: \(host)|")
    } + [
      line("GET / HTTP/1.1", 400, ""), line("GET / HTTP/1.1", 400, "Host: localhost|Host: localhost|"),
      line("GET / HTTP/1.0", 200, closes: true, ""),
      line("GET / HTTP/1.0", 200, closes: false, "Connection: Keep-Alive|"),
      line("GET / HTTP/1.0", 200, closes: true, "Connection: keep-alive, close|"),
      line("GET http://localhost/ HTTP/1.0", 200, closes: true, ""), line("GET http://localhost/ HTTP/1.1", 400, ""),
    ]

  private static let lengths = [
    echo("Content-Length: 3", "abc", 200, "abc"), echo("Content-Length: 003", "abc", 200, "abc"),
    echo("Content-Length:\t3\t", "abc", 200, "abc"), echo("content-LENGTH: 0", "", 200, ""), echo("X: 1", "", 200, ""),
    echo("Content-Length: 3,3", "abc", 400), echo("Content-Length: 3|Content-Length: 3", "abc", 400),
    echo("Content-Length: 3|Content-Length: 4", "abcd", 400), echo("Content-Length: +3", "abc", 400),
    echo("Content-Length: 3 ;", "abc", 400), echo("Content-Length: 3\u{0B}", "abc", 400),
    echo("Content-Length: \u{0663}", "abc", 400), echo("Content-Length: 1e1", "", 400),
    echo("Content-Length: 9223372036854775808", "", 413), echo("Content-Length: 18446744073709551619", "abc", 413),
    echo("Content-Length: 1048577", "", 413), echo("Content-Length : 3", "abc", 400),
    echo("Content-Length: 3|Transfer-Encoding: chunked", "0||", 400),
    echo("Transfer-Encoding: chunked|Content-Length: 3", "0||", 400),
    echo("Content-Length: 3|Expect: 100-continue", "abc", 200, "abc"),
    echo("Content-Length: 3|Expect: 100-Continue, 100-continue", "abc", 200, "abc"),
    FurtherRequest(
      "POST /__echo HTTP/1.1|\(host)Content-Length: 3|Expect: 100-continue;q=1||abc", 417, closes: true),
    FurtherRequest("POST /__echo HTTP/1.0|\(host)Content-Length: 3|Expect: cake||abc", 200, closes: true, body: "abc"),
  ]

  private static func chunked(_ body: String, _ status: Int, _ echoed: String? = nil) -> FurtherRequest {
    echo("Transfer-Encoding: chunked", body, status, echoed)
  }

  private static let chunks =
    [
      "CHUNKED", "chunked ", "\tchunked\t", "chunked, chunked", "chunked,", ", chunked", "identity",
      "identity, chunked",
      "gzip, chunked", "chunked, gzip", "chunked;q=1", "chunked; a=b", "\"chunked\"", "chunke", "chunked\u{A0}",
      "trailers",
    ].map { coding in
      let isRead = ["CHUNKED", "chunked ", "\tchunked\t"].contains(coding)
      return echo("Transfer-Encoding: \(coding)", "0||", isRead ? 200 : 400, isRead ? "" : nil)
    } + [
      chunked("3|abc|0||", 200, "abc"), chunked("3;a|abc|0;b=c||", 200, "abc"),
      chunked("3 ; a = b|abc|0||", 200, "abc"),
      chunked("3;a=\"b;|\"|abc|0||", 400), chunked("3;a=\"b\\\"c\"|abc|0||", 200, "abc"),
      chunked("3;a=\"\u{E9}\"|abc|0||", 200, "abc"),
      chunked("3;|abc|0||", 400), chunked("3;=b|abc|0||", 400), chunked("3;a=|abc|0||", 400),
      chunked("3 |abc|0||", 400),
      chunked("3\t;a|abc|0||", 200, "abc"), chunked("03|abc|00||", 200, "abc"), chunked("+3|abc|0||", 400),
      chunked("3|abcd|0||", 400),
      chunked("3|ab|0||", 400), chunked("A|0123456789|0||", 200, "0123456789"),
      chunked("a|0123456789|0||", 200, "0123456789"),
      chunked("0|X: y||", 200, ""), chunked("0|Content-Length: 5||", 200, ""), chunked("0|X : y||", 400),
      chunked("0| X: y||", 400),
      chunked("0|X||", 400), chunked("0|Transfer-Encoding: chunked||", 200, ""), chunked("8000000000000000|", 413),
      chunked("FFFFFFFFFFFFFFFF|", 413), chunked("FFFFFFFFFFFFFFFFF|", 400), chunked("10000000000000000|", 400),
      chunked("00000000000000000003|abc|0||", 200, "abc"), chunked("100001|", 413), chunked("1|a\n0||", 400),
      chunked("1\na|0||", 400),
      FurtherRequest("POST /__echo HTTP/1.0|\(host)Transfer-Encoding: chunked||0||", 400, closes: true),
      FurtherRequest(
        "POST /__echo HTTP/1.1|\(host)Transfer-Encoding: chunked||1|a|0|T: v||GET / HTTP/1.1|\(host)|", 200, 200),
    ]

  private static let files = [
    file("Range: bytes=0-0", 206), file("Range: bytes=-1", 206), file("Range: bytes=-0", 416),
    file("Range: bytes=-99999999999999999999", 206), file("Range: bytes=99999999999999999999-", 416),
    file("Range: bytes=0-99999999999999999999", 206), file("Range: bytes=5-2", 200), file("Range: bytes=0-1,3-4", 200),
    file("Range: bytes=", 200), file("Range: bytes=-", 200), file("Range: bytes", 200), file("Range: bytes=a-b", 200),
    file("Range: BYTES=0-0", 206), file("Range: items=0-0", 200), file("Range: bytes=0-0|Range: bytes=1-1", 200),
    file("Range: bytes=0-0|If-Range: Tue, 14 Nov 2023 22:13:20 GMT", 206),
    file("Range: bytes=0-0|If-Range: Tue, 14 Nov 2023 22:13:21 GMT", 200), file("Range: bytes=0-0|If-Range: x", 200),
    file("Range: bytes=0-0|If-Range: W/\"x\"", 200), file("Range: bytes=0-0", 200, method: "HEAD"),
    file("If-Modified-Since: Tue, 14 Nov 2023 22:13:19 GMT", 200),
    file("If-Modified-Since: Tuesday, 14-Nov-23 22:13:20 GMT", 304),
    file("If-Modified-Since: Wed, 14 Nov 2023 22:13:20 GMT", 200),
    file("If-Modified-Since: Tue, 14 Nov 2023 22:13:20 +0000", 200),
    file("If-Unmodified-Since: Tue, 14 Nov 2023 22:13:19 GMT", 412),
    file("If-Unmodified-Since: Tue, 14 Nov 2023 22:13:20 GMT", 200), file("If-Unmodified-Since: x", 200),
    file("If-Match: *|If-Unmodified-Since: Tue, 14 Nov 2023 22:13:19 GMT", 200), file("If-Match: \"x\"", 412),
    file("If-Match: \"x\"|If-None-Match: *", 412), file("If-None-Match: *", 304), file("If-None-Match: *, \"x\"", 200),
    file("If-None-Match: x", 200), file("If-None-Match: \"x\"|If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT", 200),
    file("If-None-Match: *|Range: bytes=0-0", 304), file("If-Match: \"x\"|Range: bytes=99999999-", 412),
    file("Accept-Encoding: identity;q=0, *;q=0", 200),
  ]

  private static let get = "GET / HTTP/1.1|\(host)|"
  private static let connections = [
    FurtherRequest("\(get)\(get)\(get)", 200, 200, 200),
    FurtherRequest("\(get)GET /nothing HTTP/1.1|\(host)|\(get)", 200, 404, 200),
    FurtherRequest("\(get)DELETE / HTTP/1.1|\(host)|\(get)", 200, 405, 200),
    FurtherRequest("\(get)BAD|\(get)", 200, 400, closes: true),
    FurtherRequest("\(get)BREW / HTTP/1.1|\(host)|\(get)", 200, 501, closes: true),
    FurtherRequest("\(get)GET / HTTP/1.1|\(host)Connection: close||\(get)", 200, 200, closes: true),
    FurtherRequest("\(get)GET / HTTP/1.1|\(host)Connection: TE, Close||\(get)", 200, 200, closes: true),
    FurtherRequest("GET / HTTP/1.1|\(host)Connection: close, TE|TE: trailers||", 200, closes: true),
    FurtherRequest("GET / HTTP/1.1|\(host)Connection: closed||", 200),
    FurtherRequest("GET / HTTP/1.1|\(host)Connection: \"close\"||", 200),
    FurtherRequest("GET / HTTP/1.1|\(host)Connection: ,, close ,||", 200, closes: true),
    FurtherRequest("POST /work HTTP/1.1|\(host)Content-Length: 1||x\(get)", 200, 200),
    FurtherRequest("POST /json HTTP/1.1|\(host)Content-Length: 5||GET /\(get)", 415, 200),
    FurtherRequest("GET / HTTP/1.1|\(host)Content-Length: 5||GET /\(get)", 200, 200),
    FurtherRequest("HEAD / HTTP/1.1|\(host)Transfer-Encoding: chunked||0||\(get)", 200, 200),
    FurtherRequest("GET / HTTP/1.1|\(host)X: \u{80}\u{FF}||", 200),
    FurtherRequest("GET / HTTP/1.1|\(host)X: a\u{1}b||", 400, closes: true),
    FurtherRequest("GET / HTTP/1.1|\(host)X: a| b||", 400, closes: true),
    FurtherRequest("GET / HTTP/1.1|\(host)X(: a||", 400, closes: true),
    FurtherRequest("GET / HTTP/1.1\nHost: localhost\n\n", 400, closes: true),
    FurtherRequest("GET / HTTP/1.1|\(host)Upgrade: h2c|Connection: Upgrade, HTTP2-Settings||", 200),
    FurtherRequest("\(get)||||\(get)", 200, 200),
  ]
}

@Suite("Further requests")
struct FurtherRequestTests {
  /// One server for all.
  private static let port = Task { try Server(Configuration(), CaseApplication()).start() }

  @Test(arguments: FurtherRequest.all)
  func areAnsweredAsTheyShould(_ one: FurtherRequest) async throws {
    let port = try await FurtherRequestTests.port.value
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread {
        done.resume(with: Result { try FurtherRequestTests.check(one, port) })
      }.start()
    }
  }

  private static func check(_ one: FurtherRequest, _ port: Int) throws {
    let client = try RawClient(port: port)
    client.send(one.text)
    let methods = one.text.split(separator: "\r\n").compactMap { line -> String? in
      line.hasSuffix(" HTTP/1.1") || line.hasSuffix(" HTTP/1.0") ? String(line.prefix { $0 != " " }) : nil
    }
    let answers = client.responses(one.statuses.count, methods: methods)
    let shown = Comment(rawValue: client.text)
    #expect(answers.map(\.status) == one.statuses, shown)
    if let body = one.body { #expect(answers.last?.text == body, shown) }
    if one.closes {
      #expect(client.readToEnd(), shown)
    } else {
      // It still answers.
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let all = client.responses(one.statuses.count + 1, methods: methods + ["GET"])
      #expect(all.last?.status == 200, shown)
    }
  }
}
