import HTTP
import Testing

@Suite("Trusted proxies")
struct TrustedProxiesTests {
  private static let client = PeerAddress(ipv4: 0xCB00_7107, port: 0)

  private func applied(
    _ proxies: String, from peer: String, _ fields: (String, String)...
  ) throws -> Request {
    var request = try Request(.get, "/", headers: fields, peer: #require(PeerAddress(text: Array(peer.utf8))))
    try #require(TrustedProxies(proxies)).apply(to: &request)
    return request
  }

  @Test(arguments: [
    ("203.0.113.7", "203.0.113.7"), ("203.0.113.7, 10.0.0.9", "203.0.113.7"), ("6.6.6.6, 203.0.113.7", "203.0.113.7"),
    ("6.6.6.6,203.0.113.7,10.0.0.9,10.1.2.3", "203.0.113.7"), ("203.0.113.7:4711", "203.0.113.7"),
    ("[2001:db8::1]:4711", "2001:db8:0:0:0:0:0:1"), ("2001:db8::1", "2001:db8:0:0:0:0:0:1"),
    ("::ffff:203.0.113.7", "203.0.113.7"),
    // What is no address hides what lies behind it.
    ("203.0.113.7, unknown, 10.0.0.9", "10.0.0.9"), ("unknown", "10.0.0.1"), ("", "10.0.0.1"), ("1.2.3", "10.0.0.1"),
    ("1.2.3.4.5", "10.0.0.1"), ("1.2.3.256", "10.0.0.1"), ("1.2.3.4:99999", "10.0.0.1"), ("10.0.0.9", "10.0.0.9"),
    // It has no quoted strings: what a client opens takes in nothing that a proxy adds.
    ("\", 203.0.113.7", "203.0.113.7"), ("\"6.6.6.6, 203.0.113.7, 10.0.0.9", "203.0.113.7"),
    ("\\\", 203.0.113.7", "203.0.113.7"), ("203.0.113.7, \"10.0.0.9\"", "10.0.0.1"),
  ])
  func theRightmostAddressThatIsNoProxyIsTheClient(field: String, client: String) throws {
    let request = try applied("10.0.0.0/8", from: "10.0.0.1", ("X-Forwarded-For", field))
    #expect(request.peer.host == client)
  }

  @Test func whatComesFromAProxyIsKnownThoughNoFieldSaysSo() throws {
    #expect(try applied("10.0.0.0/8", from: "10.0.0.1").isFromProxy)
    #expect(try applied("10.0.0.0/8", from: "10.0.0.1", ("X-Forwarded-For", "203.0.113.7")).isFromProxy)
    #expect(try !applied("10.0.0.0/8", from: "203.0.113.7", ("X-Forwarded-For", "10.0.0.1")).isFromProxy)
  }

  @Test func severalLinesAreOneList() throws {
    let request = try applied(
      "10.0.0.0/8", from: "10.0.0.1", ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-For", "10.0.0.9"))
    #expect(request.peer.host == "203.0.113.7")
  }

  @Test func nobodyElseIsBelieved() throws {
    let request = try applied(
      "10.0.0.1", from: "10.0.0.2", ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "https"),
      ("X-Forwarded-Host", "course.example"), ("Forwarded", "for=203.0.113.7;proto=https"))
    #expect(request.peer.host == "10.0.0.2")
    #expect(!request.isSecure)
    #expect(request.authority?.host == "localhost")
  }

  @Test(arguments: [("https", true), ("HTTPS", true), ("http", false), ("http, https", true), ("https, http", false)])
  func aProxyTellsOfTLSAndTheName(scheme: String, isSecure: Bool) throws {
    let request = try applied(
      "10.0.0.1", from: "10.0.0.1", ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", scheme),
      ("X-Forwarded-Host", "Course.example:8443"))
    #expect(request.isSecure == isSecure)
    #expect(request.authority == Authority(host: "course.example", port: 8443))
    #expect(request.peer.host == "203.0.113.7")
  }

  @Test(arguments: [
    ("for=203.0.113.7;proto=https;host=course.example", "203.0.113.7", true),
    (#"For="203.0.113.7:80";Proto=https;Host="course.example", for=10.0.0.9;proto=https"#, "203.0.113.7", true),
    (#"for="[2001:db8::7]:4711";proto=http"#, "2001:db8:0:0:0:0:0:7", false),
    (#"for=6.6.6.6, for="_a,b;c\"", for=10.0.0.9;proto=https"#, "10.0.0.9", true),
    ("for=unknown;proto=https", "10.0.0.1", true),
  ])
  func theStandardFieldIsReadToo(field: String, client: String, isSecure: Bool) throws {
    let request = try applied("10.0.0.0/8", from: "10.0.0.1", ("Forwarded", field))
    #expect(request.peer.host == client)
    #expect(request.isSecure == isSecure)
  }

  /// A client's own `Forwarded` passes through a proxy that sets the other fields.
  @Test func theFieldsThatProxiesSetWinOverTheClients() throws {
    let request = try applied(
      "10.0.0.1", from: "10.0.0.1", ("Forwarded", "for=6.6.6.6;proto=https"), ("X-Forwarded-For", "203.0.113.7"))
    #expect(request.peer.host == "203.0.113.7")
    #expect(!request.isSecure)
  }

  @Test(arguments: ["", ",", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "::/129", "10.0.0.1/8/8"])
  func whatIsNoAddressIsRefused(text: String) { #expect(TrustedProxies(text) == nil) }

  @Test func rangesHoldWhatAgreesInItsFirstBits() throws {
    let proxies = try #require(TrustedProxies("192.0.2.128/25, 2001:db8::/33,::1"))
    for (text, isIn) in [
      ("192.0.2.128", true), ("192.0.2.255", true), ("192.0.2.127", false), ("2001:db8:7fff::", true),
      ("2001:db8:8000::", false), ("::1", true), ("::2", false), ("0.0.0.1", false),
    ] {
      #expect(proxies.contains(try #require(PeerAddress(text: Array(text.utf8)))) == isIn, "\(text)")
    }
  }

  @Test func strictTransportIsForTLSAlone() throws {
    let ready = ReadyResponse(type: "text/plain", body: [0x61])
    for isSecure in [true, false] {
      var request = try Request(.get, "/", headers: [("If-None-Match", "\"x\"")])
      if isSecure { request.forwarded = Request.Forwarded(isSecure: true) }
      let serialiser = ResponseSerialiser()
      serialiser.setTime(1)
      var output = OutputQueue()
      _ = try serialiser.append(ready, for: request, .stays, to: &output)
      serialiser.appendPlain(Response(text: "b"), for: request, .closes, to: &output)
      serialiser.appendStreamHead(Response(text: ""), .chunked, .stays, to: &output, isSecure: request.isSecure)
      let text = String(decoding: output.pieces.flatMap { $0.bytes[$0.start..<$0.end] }, as: UTF8.self)
      let field = "Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n"
      #expect(text.components(separatedBy: field).count == (isSecure ? 4 : 1))
    }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
