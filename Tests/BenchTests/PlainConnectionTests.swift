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

  @Test func `an answer that is cut off needs more`() throws {
    for count in Self.answer.indices { #expect(try PlainConnection.parse(Array(Self.answer[..<count])) == nil) }
  }

  @Test(arguments: ["SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -\r\n\r\n"])
  func `what cannot be read is a failure`(_ text: String) {
    #expect(throws: BenchFailure.self) { try PlainConnection.parse(Array(text.utf8)) }
  }
}
