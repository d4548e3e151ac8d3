import HTTP
import Lab
import Testing

@Suite("A scripted connection, as a value")
struct ScriptedConnectionTests {
  private static let request = Array("GET /x HTTP/1.1\r\nHost: h\r\n\r\n".utf8)

  /// One with a request that is to be answered by these.
  private func answering(_ cues: [Cue], expiry: Duration = .seconds(60)) -> ScriptedConnection {
    var connection = ScriptedConnection(expiry: expiry)
    connection.receive(Self.request)
    #expect(connection.nextRequest() != nil)
    connection.perform(cues)
    return connection
  }

  @Test("rests until its expiry while nothing is to be done")
  func rest() {
    var connection = ScriptedConnection(expiry: .seconds(3))
    #expect(connection.nextRequest() == nil)
    #expect(connection.next(at: .zero) == .rest(until: .seconds(3)))
    #expect(connection.next(at: .seconds(3)) == .end(.expired))
  }

  @Test("hands a request over once, when it is whole")
  func request() {
    var connection = ScriptedConnection(expiry: .seconds(60))
    connection.receive(Array(Self.request.dropLast()))
    #expect(connection.nextRequest() == nil)
    connection.receive(Array(Self.request.suffix(1)))
    #expect(connection.nextRequest()?.path == "/x")
    #expect(connection.nextRequest() == nil)
  }

  @Test("performs cues in their order, each when the one before is done")
  func order() {
    var connection = answering([.send([1, 2, 3]), .pause(.milliseconds(10)), .finishSending, .reset])
    #expect(connection.next(at: .zero) == .send([1, 2, 3]))
    connection.sent(2)
    #expect(connection.next(at: .seconds(1)) == .send([3]))
    connection.sent(1)
    // The pause begins when the bytes have gone.
    #expect(connection.next(at: .seconds(2)) == .rest(until: .milliseconds(2010)))
    #expect(connection.next(at: .milliseconds(2009)) == .rest(until: .milliseconds(2010)))
    #expect(connection.next(at: .milliseconds(2010)) == .finishSending)
    #expect(connection.next(at: .milliseconds(2010)) == .end(.reset))
  }

  @Test("looks for another request only behind a cue that says so")
  func next() {
    var connection = answering([.send([1])])
    connection.receive(Self.request)
    #expect(connection.next(at: .zero) == .send([1]))
    connection.sent(1)
    #expect(connection.nextRequest() == nil)
    connection.perform([.next])
    #expect(connection.next(at: .zero) == .readOn)
    #expect(connection.nextRequest() != nil)
  }

  @Test("goes on answering a client that has finished sending, and ends with it where nothing is to be said")
  func clientFinished() {
    var answering = answering([.pause(.seconds(1)), .send([1])])
    answering.receiveEnd()
    #expect(answering.next(at: .zero) == .rest(until: .seconds(1)))
    #expect(answering.next(at: .seconds(1)) == .send([1]))

    var holding = self.answering([.hold])
    #expect(holding.next(at: .zero) == .rest(until: .seconds(60)))
    holding.receiveEnd()
    #expect(holding.next(at: .zero) == .end(.clientLeft))

    var idle = ScriptedConnection(expiry: .seconds(60))
    idle.receiveEnd()
    #expect(idle.next(at: .zero) == .end(.clientLeft))
  }

  @Test("ends at once when the client cannot be reached, or sends too much or no request")
  func ends() {
    var gone = answering([.send([1])])
    gone.fail()
    #expect(gone.next(at: .zero) == .end(.clientLeft))

    var noise = ScriptedConnection(expiry: .seconds(60))
    noise.receive(Array("hello\r\n\r\n".utf8))
    #expect(noise.nextRequest() == nil)
    #expect(noise.next(at: .zero) == .end(.malformed))

    var flood = answering([.hold])
    flood.receive([UInt8](repeating: 0, count: 3 << 20))
    #expect(flood.next(at: .zero) == .end(.malformed))
  }
}
