import HTTP
import Testing

@Suite("Ready responses: encodings, preconditions, ranges")
struct ReadyResponseTests {
  static let content = Array("0123456789".utf8)

  private let ready = ReadyResponse(
    type: "text/css", headers: ["Cache-Control": "no-cache"], body: content, gzip: Array("gzipped".utf8),
    lastModified: aTuesday)

  private func answer(_ method: HTTP.Method = .get, _ headers: [(String, String)] = []) throws -> (Int, String) {
    let serialiser = ResponseSerialiser()
    serialiser.setTime(aTuesday + 100)
    var output = OutputQueue()
    do {
      let status = try serialiser.append(ready, for: request(method, "/", headers), .stays, to: &output)
      #expect(text(output).hasPrefix("HTTP/1.1 \(status.code) "))
      return (status.code, text(output))
    } catch let refusal as Refusal {
      #expect(output.isEmpty)
      return (refusal.status.code, refusal.headers["Content-Range"] ?? "")
    }
  }

  private var tag: String { ready.entityTag }

  @Test func whole() throws {
    let (status, text) = try answer()
    #expect(status == 200)
    #expect(text.hasSuffix("\r\n\r\n0123456789"))
    #expect(field("Content-Length", in: text) == "10")
    #expect(field("Date", in: text) == "Tue, 14 Nov 2023 22:15:00 GMT")
    #expect(field("Last-Modified", in: text) == "Tue, 14 Nov 2023 22:13:20 GMT")
    #expect(field("ETag", in: text) == tag)
    #expect(field("Vary", in: text) == "Accept-Encoding")
    #expect(field("Content-Encoding", in: text) == nil)
    #expect(field("Connection", in: text) == nil)
  }

  @Test func headHasTheSameFieldsAndNoContent() throws {
    let whole = try answer().1
    let head = try answer(.head).1
    #expect(head == String(whole.dropLast(10)))
  }

  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip;q=0.5, br", true), ("*", true), ("*;q=0.1", true),
    ("gzip;q=1.000", true), ("gzip; q=0.001", true), ("identity;q=0.2, gzip;q=0.2", true), ("gzip;Q=0.3", true),
    ("", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false), ("*, gzip;q=0", false),
    ("identity, gzip;q=0.5", false), ("gzip;q=2", false), ("gzip;q=x", false), ("gzip;q=", false), ("gzippy", false),
    ("identity;q=0, *;q=0", false), ("gzip;q=0.1234", false), ("gzip;x=1", false),
  ])
  func encodingIsNegotiated(_ accepted: String, _ compresses: Bool) throws {
    let (status, text) = try answer(.get, [("Accept-Encoding", accepted)])
    #expect(status == 200)
    #expect(field("Content-Encoding", in: text) == (compresses ? "gzip" : nil))
    #expect(text.hasSuffix(compresses ? "\r\n\r\ngzipped" : "\r\n\r\n0123456789"))
    #expect((field("ETag", in: text) == tag) == !compresses)
    #expect(field("Vary", in: text) == "Accept-Encoding")
  }

  /// RFC 9110 §13.2.2; `@` stands for the tag, `=` before a date form for the day of the last change.
  @Test(arguments: [
    ([("If-None-Match", "@")], 304), ([("If-None-Match", "W/@")], 304), ([("If-None-Match", "*")], 304),
    ([("If-None-Match", "\"x\", @")], 304), ([("If-None-Match", "\"a,b\",W/@ , \"c\"")], 304),
    ([("If-None-Match", "\"x\""), ("If-None-Match", "@")], 304), ([("If-None-Match", "\"nope\"")], 200),
    ([("If-None-Match", "nope")], 200), ([("If-None-Match", "")], 200), ([("If-None-Match", "\"x\" @")], 200),
    ([("If-None-Match", "\"nope\""), ("If-Modified-Since", "Tue, 14 Nov 2023 22:13:20 GMT")], 200),
    ([("If-Modified-Since", "Tue, 14 Nov 2023 22:13:20 GMT")], 304),
    ([("If-Modified-Since", "Tuesday, 14-Nov-23 22:13:20 GMT")], 304),
    ([("If-Modified-Since", "Tue Nov 14 22:13:20 2023")], 304),
    ([("If-Modified-Since", "Tue, 14 Nov 2023 22:13:19 GMT")], 200),
    ([("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT")], 200), ([("If-Modified-Since", "Yesterday")], 200),
    ([("If-Modified-Since", "Mon, 32 Foo 2024 99:99:99 GMT")], 200),
    ([("If-Modified-Since", "Tue, 14 Nov 2023 22:13:20 GMT"), ("If-Modified-Since", "x")], 200),
    ([("If-Match", "@")], 200), ([("If-Match", "*")], 200), ([("If-Match", "W/@")], 412),
    ([("If-Match", "\"x\"")], 412),
    ([("If-Match", "\"x\", @")], 200), ([("If-Match", "@"), ("If-None-Match", "@")], 304),
    ([("If-Match", "\"x\""), ("If-None-Match", "@")], 412),
    ([("If-Unmodified-Since", "Tue, 14 Nov 2023 22:13:19 GMT")], 412),
    ([("If-Unmodified-Since", "Tue, 14 Nov 2023 22:13:20 GMT")], 200), ([("If-Unmodified-Since", "x")], 200),
    ([("If-Match", "@"), ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT")], 200),
  ])
  func preconditions(_ fields: [(String, String)], _ expected: Int) throws {
    let filled = fields.map { ($0.0, $0.1.replacing("@", with: tag)) }
    for method in [HTTP.Method.get, .head] {
      let (status, text) = try answer(method, filled)
      #expect(status == expected)
      guard status == 304 else { continue }
      #expect(text.hasSuffix("\r\n\r\n"))
      #expect(field("ETag", in: text) == tag)
      #expect(field("Cache-Control", in: text) == "no-cache")
      #expect(field("Vary", in: text) == "Accept-Encoding")
      #expect(field("Content-Length", in: text) == nil)
      #expect(field("Content-Type", in: text) == nil)
    }
  }

  @Test func aTagBelongsToItsEncoding() throws {
    let plain = try answer(.get, [("If-None-Match", tag), ("Accept-Encoding", "gzip")])
    #expect(plain.0 == 200)
    let compressed = try #require(field("ETag", in: plain.1))
    #expect(try answer(.get, [("If-None-Match", compressed), ("Accept-Encoding", "gzip")]).0 == 304)
    #expect(try answer(.get, [("If-None-Match", compressed)]).0 == 200)
  }

  @Test(arguments: [
    ("bytes=0-0", 206, "bytes 0-0/10", "0"), ("bytes=-1", 206, "bytes 9-9/10", "9"),
    ("bytes=-99", 206, "bytes 0-9/10", "0123456789"), ("bytes=7-", 206, "bytes 7-9/10", "789"),
    ("bytes=0-99999999", 206, "bytes 0-9/10", "0123456789"), ("Bytes=2-3", 206, "bytes 2-3/10", "23"),
    ("bytes=0-99999999999999999999999999", 206, "bytes 0-9/10", "0123456789"),
    ("bytes=10-", 416, "bytes */10", ""), ("bytes=-0", 416, "bytes */10", ""),
    ("bytes=9223372036854775807-9223372036854775807", 416, "bytes */10", ""),
    ("bytes=99999999999999999999-99999999999999999999", 416, "bytes */10", ""),
    ("bytes=3-2", 200, nil, ""), ("bytes=0-1-2", 200, nil, ""), ("bytes = 0-1", 200, nil, ""),
    ("bytes=-", 200, nil, ""),
    ("items=0-1", 200, nil, ""), ("bytes=0-0,2-3", 200, nil, ""), ("bytes=", 200, nil, ""),
    ("bytes=+1-2", 200, nil, ""),
    ("bytes=a-b", 200, nil, ""), ("bytes=0x1-2", 200, nil, ""), ("0-1", 200, nil, ""), ("", 200, nil, ""),
  ])
  func ranges(_ range: String, _ expected: Int, _ contentRange: String?, _ content: String) throws {
    let (status, text) = try answer(.get, [("Range", range)])
    #expect(status == expected)
    switch status {
    case 206:
      #expect(text.hasSuffix("\r\n\r\n" + content))
      #expect(field("Content-Range", in: text) == contentRange)
      #expect(field("Content-Length", in: text) == "\(content.utf8.count)")
    case 416: #expect(text == contentRange)
    default: #expect(text.hasSuffix("\r\n\r\n0123456789"))
    }
  }

  @Test(arguments: [
    ("@", 206), ("W/@", 200), ("\"nope\"", 200), ("Tue, 14 Nov 2023 22:13:20 GMT", 206),
    ("Tue, 14 Nov 2023 22:13:21 GMT", 200), ("nonsense", 200),
  ])
  func ifRange(_ value: String, _ expected: Int) throws {
    let fields = [("Range", "bytes=0-0"), ("If-Range", value.replacing("@", with: tag))]
    #expect(try answer(.get, fields).0 == expected)
    // Two lines are one value, which is no validator.
    #expect(try answer(.get, fields + [("If-Range", "\"x\"")]).0 == 200)
    #expect(try answer(.get, [("If-Range", "\"x\"")] + fields).0 == 200)
  }

  @Test func rangesAreForGetAndOneField() throws {
    #expect(try answer(.head, [("Range", "bytes=0-0")]).0 == 200)
    #expect(try answer(.get, [("Range", "bytes=0-0"), ("Range", "bytes=1-1")]).0 == 200)
  }

  @Test func aRangeIsOfTheEncodingThatIsSent() throws {
    let (status, text) = try answer(.get, [("Range", "bytes=0-1"), ("Accept-Encoding", "gzip")])
    #expect(status == 206)
    #expect(text.hasSuffix("\r\n\r\ngz"))
    #expect(field("Content-Encoding", in: text) == "gzip")
    #expect(field("Content-Range", in: text) == "bytes 0-1/7")
  }

  @Test func emptyContent() throws {
    let empty = ReadyResponse(type: "text/plain", body: [])
    let serialiser = ResponseSerialiser()
    serialiser.setTime(aTuesday)
    var output = OutputQueue()
    #expect(throws: Refusal.self) {
      try serialiser.append(empty, for: request(.get, "/", [("Range", "bytes=0-0")]), .stays, to: &output)
    }
    #expect(try serialiser.append(empty, for: request(), .stays, to: &output) == .ok)
    #expect(field("Content-Length", in: text(output)) == "0")
  }

  @Test func otherStatusesHaveNoPreconditions() throws {
    let missing = ReadyResponse(.notFound, type: "text/html", body: Array("gone".utf8))
    let serialiser = ResponseSerialiser()
    serialiser.setTime(aTuesday)
    var output = OutputQueue()
    let asked = try request(.get, "/", [("If-None-Match", "*"), ("If-Match", "\"x\""), ("Range", "bytes=0-0")])
    #expect(try serialiser.append(missing, for: asked, .closes, to: &output) == .notFound)
    #expect(text(output).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    #expect(field("Connection", in: text(output)) == "close")
  }

  @Test func tagsTellContentsApart() {
    let contents = (0..<64).map { [UInt8](repeating: 7, count: $0) } + (0..<64).map { [UInt8($0), 0, 0] }
    #expect(Set(contents.map { Fingerprint($0).text }).count == 128)
    #expect(Fingerprint(ReadyResponseTests.content) == Fingerprint(ReadyResponseTests.content))
  }
}
