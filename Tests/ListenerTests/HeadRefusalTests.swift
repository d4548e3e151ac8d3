import HTTP
import Listener
import Testing

/// The answer to a HEAD has no content, whatever it is (RFC 9110 §9.3.2): not where it is given before all of the request
/// is understood either, or what followed would be read as another answer.
@Suite("A HEAD that is refused")
struct HeadRefusalTests {
  private static let host = "Host: localhost\r\n"

  static let refused: [(String, Int)] = [
    ("HEAD * HTTP/1.1\r\n\(host)\r\n", 400), ("HEAD /?q=%zz HTTP/1.1\r\n\(host)\r\n", 400),
    ("HEAD /%zz HTTP/1.1\r\n\(host)\r\n", 400), ("HEAD / HTTP/1.1\r\n\r\n", 400), ("HEAD / HTTP/2.0\r\n", 505),
    ("HEAD / HTTP/1.1\r\n\(host)X : 1\r\n\r\n", 400), ("HEAD / HTTP/1.1\r\n\(host)\(host)\r\n", 400),
    ("HEAD / HTTP/1.1\r\n\(host)Expect: cake\r\n\r\n", 417),
    ("HEAD / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("HEAD / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431),
    ("HEAD /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n\(host)\r\n", 414),
    ("HEAD / HTTP/1.1\r\n\(host)Content-Length: 2000000\r\n\r\n", 413),
    ("HEAD / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nx", 400),
    ("\r\nHEAD / \r\n", 400),
  ]

  private static let application = ScriptedApplication { _ in .response(Response(text: "here")) }

  /// All that comes for what is sent, in one piece or byte by byte, until the server closes.
  private static func answer(_ text: String, inBytes: Bool, finishes: Bool, _ port: Int) throws -> String {
    let client = try RawClient(port: port)
    if inBytes { for byte in text.utf8 { client.send([byte]) } } else { client.send(text) }
    if finishes { client.finishSending() }
    client.read { _ in false }
    return client.text
  }

  @Test(arguments: refused.indices)
  func `is answered without content`(index: Int) async throws {
    let (text, status) = Self.refused[index]
    try await withServer(Self.application) { _, port in
      for inBytes in text.utf8.count < 200 ? [false, true] : [false] {
        let answer = try Self.answer(text, inBytes: inBytes, finishes: false, port)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)")
      }
    }
  }

  @Test(arguments: [
    "HEAD / HTTP/1.1\r\nHost: loc", "HEAD / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab",
  ])
  func `is so where it breaks off, or takes too long`(text: String) async throws {
    try await withServer(
      Self.application,
      with: {
        $0.deadlines.header = 300
        $0.deadlines.body = 300
      }
    ) { _, port in
      for (finishes, status) in [(true, 400), (false, 408)] {
        let answer = try Self.answer(text, inBytes: false, finishes: finishes, port)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)")
      }
    }
  }

  @Test(arguments: ["GET", "HEADS", "HEA", "head", "POST"])
  func `another method's refusal has content, after a HEAD too`(method: String) async throws {
    try await withServer(Self.application) { _, port in
      let first = "HEAD / HTTP/1.1\r\n\(Self.host)\r\n"
      let answer = try Self.answer(
        "\(first)\(method) /%zz HTTP/1.1\r\n\(Self.host)\r\n", inBytes: true, finishes: false, port)
      #expect(answer.firstRange(of: "refused ") != nil, "\(answer)")
    }
  }
}
