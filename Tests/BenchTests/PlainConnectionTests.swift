import Bench
import Testing

@Suite struct `Answers that benchmarks read` {
  private static let answer = Array("HTTP/1.1 200 OK\r\nDate: x\r\ncontent-length:  5\r\n\r\nhello".utf8)

  @Test func `an answer ends where its length says`() throws {
    let answer = try #require(try PlainConnection.parse(Self.answer + Array("HTTP/1.1 404".utf8)))
    #expect(answer.status == 200)
    #expect(answer.body == Array("hello".utf8))
    #expect(answer.whole == Self.answer)
  }

  @Test func `a load reads where an answer ends, and its status`() throws {
    let answer = Array("HTTP/1.1 201 Created\r\nDate: x\r\nContent-Length: 12\r\nX: y\r\n\r\nhello, world".utf8)
    let extent = try #require(try PlainConnection.extent(answer + answer))
    #expect(extent.status == 201)
    #expect(extent.length == answer.count)
    #expect(try PlainConnection.extent(Array(answer.prefix(40))) == nil)
    #expect(throws: BenchFailure.self) { try PlainConnection.extent(Array("HTTP/1.1 201 Created\r\n\r\n".utf8)) }
  }

  @Test func `an answer that is cut off needs more`() throws {
    for count in Self.answer.indices { #expect(try PlainConnection.parse(Array(Self.answer[..<count])) == nil) }
  }

  @Test(arguments: ["SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -\r\n\r\n"])
  func `what cannot be read is a failure`(_ text: String) {
    #expect(throws: BenchFailure.self) { try PlainConnection.parse(Array(text.utf8)) }
  }
}
