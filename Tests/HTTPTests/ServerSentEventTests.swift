import HTTP
import Testing

@Suite("Server-sent events")
struct ServerSentEventTests {
  @Test(arguments: [
    (ServerSentEvent(data: "a"), "data: a\n\n"),
    (ServerSentEvent(data: ""), "data: \n\n"),
    (
      ServerSentEvent("done", data: "a\nb\r\nc\rd", id: "7"),
      "event: done\nid: 7\ndata: a\ndata: b\ndata: c\ndata: d\n\n"
    ),
    (ServerSentEvent(data: "a\r\n\r\nevent: x"), "data: a\ndata: \ndata: event: x\n\n"),
    (
      ServerSentEvent("a\nb", data: "x", id: "1\r2", retryMilliseconds: 500),
      "event: ab\nid: 12\nretry: 500\ndata: x\n\n"
    ),
  ])
  func bytes(_ event: ServerSentEvent, _ expected: String) {
    #expect(String(decoding: event.bytes, as: UTF8.self) == expected)
  }
}
