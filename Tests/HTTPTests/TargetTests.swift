import HTTP
import Testing

@Suite("Request targets")
struct TargetTests {
  @Test(arguments: [
    ("/", "/", ""), ("/a/b", "/a/b", ""), ("/a%20b", "/a b", ""), ("/caf%C3%A9?q=%C3%A9", "/café", "q=%C3%A9"),
    ("/?", "/", ""), ("/a?b?c", "/a", "b?c"), ("/%41%62", "/Ab", ""), ("/%252e%252e/x", "/%2e%2e/x", ""),
    ("/...", "/...", ""), ("/..;/x", "/..;/x", ""), ("/a..b/.c/d.", "/a..b/.c/d.", ""), ("//x", "//x", ""),
    ("/?q=a|b", "/", "q=a|b"), ("http://localhost", "/", ""), ("HTTP://LOCALHOST:80/x?y", "/x", "y"),
    ("https://localhost?x", "/", "x"), ("/%ef%bc%8e%ef%bc%8e/x", "/．．/x", ""),
  ])
  func decoded(_ target: String, _ path: String, _ query: String) throws {
    let read = try Target(Array(target.utf8), method: .get)
    #expect(read.path == path)
    #expect(String(decoding: read.rawQuery, as: UTF8.self) == query)
  }

  @Test(arguments: [
    "", "*", "x", "../x", "?x", "ftp://localhost/", "http:///x", "http://user@localhost/", "http://localhost:99999/",
    "http://", "//localhost\u{7f}", "/a b", "/a\tb", "/#x", "/é", "/%", "/%4", "/%zz", "/%00", "/%0d%0a", "/%7f",
    "/%ff",
    "/%c0%ae%c0%ae/x", "/%ed%a0%80", "/a%2fb", "/a%2Fb", "/a\\b", "/a%5cb", "/..", "/.", "/../x", "/a/../b", "/a/./b",
    "/a/..", "/%2e%2e/x", "/%2E./x", "/a/%2e", "/..%2fx", "/?q=%zz", "/?q=%", "/?q=%ff", "/?q=%00", "localhost:80",
    "http://localhost/../x", "mailto:a@b",
  ])
  func refused(_ target: String) {
    #expect(throws: Refusal.self) { try Target(Array(target.utf8), method: .get) }
  }

  @Test func asteriskIsForOptions() throws {
    #expect(try Target(Array("*".utf8), method: .options).path == "*")
  }

  @Test func anAbsoluteTargetNamesItsHost() throws {
    let made = try request(.get, "http://Example.org:8080/a", [("Host", "localhost")])
    #expect(made.authority == Authority(host: "example.org", port: 8080))
    #expect(made.path == "/a")
  }

  @Test func segmentsKeepEmptyOnes() throws {
    #expect(try request(.get, "/").segments == [])
    #expect(try request(.get, "/a/b").segments == ["a", "b"])
    #expect(try request(.get, "/a//b/").segments == ["a", "", "b", ""])
  }

  @Test func longPathsTakeTimeInProportion() throws {
    let path = "/" + String(repeating: "%41", count: 200_000)
    #expect(try Target(Array(path.utf8), method: .get).path.utf8.count == 200_001)
  }
}

@Suite("Hosts")
struct AuthorityTests {
  @Test(
    arguments: [
      ("localhost", "localhost", nil), ("LOCALHOST", "localhost", nil), ("localhost:", "localhost", nil),
      ("localhost:80", "localhost", 80), ("localhost:0080", "localhost", 80), ("127.0.0.1:65535", "127.0.0.1", 65535),
      ("[::1]", "[::1]", nil), ("[::1]:8080", "[::1]", 8080), ("[2001:DB8::7]", "[2001:db8::7]", nil),
      ("[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]", nil), ("localhost.", "localhost.", nil), ("a_b.c-d", "a_b.c-d", nil),
      ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]", nil), ("[::]", "[::]", nil), ("[1::]", "[1::]", nil),
    ] as [(String, String, UInt16?)])
  func read(_ text: String, _ host: String, _ port: UInt16?) {
    #expect(Authority(Array(text.utf8)) == Authority(host: host, port: port))
  }

  @Test(arguments: [
    "", ":80", "a b", "user@host", "host/path", "host\\x", "h\u{e9}", "host:80:80", "host:-1", "host:+1", "host:65536",
    "host:99999999999999999999", "host:8o", "a..b", ".a", "[::1]x", "[::1", "::1", "[::1]:x", "[fe80::1%25eth0]",
    "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[:1]", "[12345::]", "[::256.0.0.1]", "[v1.x]", "[]", "a,b",
    "host:８０", "%6cocalhost", "a\u{0}b", "[1:]", "[::1.2.3]",
  ])
  func refused(_ text: String) {
    #expect(Authority(Array(text.utf8)) == nil)
  }
}

@Suite("Queries and forms")
struct QueryTests {
  @Test func pairsKeepOrderAndRepetition() throws {
    let query = try request(.get, "/?b=1&a=2&b=3&c&=d&&e=f=g").query
    #expect(query.pairs.map(\.name) == ["b", "a", "b", "c", "", "e"])
    #expect(query.values(of: "b") == ["1", "3"])
    #expect(query["c"] == "")
    #expect(query["e"] == "f=g")
    #expect(query["x"] == nil)
  }

  @Test func plusIsASpaceAndEscapesAreUTF8() throws {
    let query = try request(.get, "/?q=a+b%2Bc&n%C3%A9=%E2%82%AC").query
    #expect(query["q"] == "a b+c")
    #expect(query["né"] == "€")
  }

  @Test(arguments: ["a=%", "a=%4", "a=%g0", "a=%00", "a=b\u{0}", "\u{0}=b", "a=%ff", "%c3=1"])
  func malformed(_ text: String) {
    #expect(Query(encoded: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "a b/c?d&e=f", "é€😀", "~-._", "%00"])
  func encodingIsUndone(_ text: String) {
    #expect(Percent.decode(Array(Percent.encode(text).utf8)) == text)
  }
}
