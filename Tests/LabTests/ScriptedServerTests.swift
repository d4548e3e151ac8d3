import HTTP
import Lab
import Testing

@Suite("A scripted server")
struct ScriptedServerTests {
  private static let request = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"

  private func exchange(_ cues: [Cue], _ request: String = request) throws -> (text: String, ending: RawPeer.Ending) {
    try withServer(CueService(cues)) { server in
      let peer = try RawPeer(port: server.port)
      peer.write(request)
      return peer.readAll()
    }
  }

  @Test("sends exactly the bytes it is told, and ends as it is told")
  func bytes() throws {
    #expect(try exchange([.send(Array(Self.ok.utf8)), .close]) == (Self.ok, .end))
    #expect(try exchange([.send([0, 255, 10]), .close]).text == String(decoding: [0, 255, 10], as: UTF8.self))
    #expect(try exchange([.close]) == ("", .end))
    #expect(try exchange([.reset]) == ("", .reset))
    #expect(try exchange([.send(Array("HTTP".utf8)), .pause(.milliseconds(20)), .reset]) == ("HTTP", .reset))
  }

  @Test("sends more than a socket's buffer holds")
  func large() throws {
    let text = String(repeating: "0123456789", count: 800_000)
    #expect(try exchange([.send(Array(text.utf8)), .close]) == (text, .end))
  }

  @Test("pauses as long as it is told between bytes")
  func pauses() throws {
    let begin = ContinuousClock.now
    let drip = "drip".utf8.flatMap { [.send([$0]), .pause(.milliseconds(15))] } as [Cue]
    #expect(try exchange(drip + [.close]) == ("drip", .end))
    #expect(.now - begin >= .milliseconds(60))
  }

  @Test("half closed has ended its side and still hears the client")
  func halfClose() throws {
    try withServer(CueService([.send(Array("a".utf8)), .finishSending, .hold])) { server in
      do {
        let peer = try RawPeer(port: server.port)
        peer.write(Self.request)
        #expect(peer.readAll() == ("a", .end))
        #expect(server.withService { $0.endings } == [], "the connection is open on the client's side")
        // What the client still sends is heard, not reset.
        peer.write("more")
        #expect(peer.readAll() == ("", .end))
      }
      #expect(eventually { server.withService { $0.endings } == [.clientLeft] })
    }
  }

  @Test("holds a connection without a word until the client leaves")
  func hold() throws {
    try withServer(CueService([.hold])) { server in
      do {
        let peer = try RawPeer(port: server.port)
        peer.write(Self.request)
        #expect(eventually { server.withService { $0.requests.count } == 1 })
        #expect(server.withService { $0.endings } == [])
      }
      #expect(eventually { server.withService { $0.endings } == [.clientLeft] })
    }
  }

  @Test("answers a client that has finished sending its request")
  func clientHalfClose() throws {
    try withServer(CueService([.pause(.milliseconds(20)), .send(Array(Self.ok.utf8)), .close])) { server in
      let peer = try RawPeer(port: server.port)
      peer.write(Self.request)
      peer.finishSending()
      #expect(peer.readAll() == (Self.ok, .end))
    }
  }

  @Test("takes another request on a connection only if the script asks for that")
  func keepAlive() throws {
    let first: [Cue] = [.send(Array("one".utf8)), .next]
    try withServer(CueService(first, [.send(Array("two".utf8)), .close])) { server in
      let peer = try RawPeer(port: server.port)
      // Both at once: the second waits until the first is answered.
      peer.write(Self.request + Self.request)
      #expect(peer.readAll() == ("onetwo", .end))
      #expect(server.withService { $0.requests.map(\.connection) } == [1, 1])
      #expect(server.withService { $0.requests.map(\.number) } == [1, 2])
    }
  }

  @Test("hands over a request as it came, however its bytes are split")
  func requests() throws {
    let text = "POST /pay?x=1 HTTP/1.1\r\nhost: h\r\nX-a:  b \r\nContent-Length: 4\r\n\r\nbody"
    try withServer(CueService([.close])) { server in
      let peer = try RawPeer(port: server.port)
      for byte in text.utf8 { peer.write(String(decoding: [byte], as: UTF8.self)) }
      _ = peer.readAll()
      let request = try #require(server.withService { $0.requests.first?.request })
      #expect(request.method == .post)
      #expect(request.target.path == "/pay" && request.target.rawQuery == Array("x=1".utf8))
      #expect(request.headers.values(of: "x-A") == ["b"])
      #expect(request.body == Array("body".utf8))
    }
  }

  @Test(
    "ends a connection on which no request comes",
    arguments: [
      "hello\r\n\r\n", "GET /\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
      "GET / HTTP/1.1\nHost: h\n\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1",
      "GET / HTTP/1.1\r\nA b\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n",
    ])
  func malformed(text: String) throws {
    try withServer(CueService()) { server in
      let peer = try RawPeer(port: server.port)
      peer.write(text)
      _ = peer.readAll()
      #expect(server.withService { $0.requests.count } == 0)
      #expect(server.withService { $0.endings } == [.malformed])
    }
  }

  @Test("lets no connection last longer than its limits allow")
  func expiry() throws {
    var limits = ServerLimits()
    limits.life = .milliseconds(30)
    try withServer(CueService([.hold]), limits: limits) { server in
      let peer = try RawPeer(port: server.port)
      peer.write(Self.request)
      #expect(peer.readAll() == ("", .end))
      #expect(server.withService { $0.endings } == [.expired])
    }
  }

  @Test("makes the connections beyond its limit wait")
  func connectionLimit() throws {
    var limits = ServerLimits()
    limits.connections = 1
    try withServer(CueService([.send([65]), .hold], [.send([66]), .close]), limits: limits) { server in
      let second: RawPeer
      do {
        let first = try RawPeer(port: server.port)
        first.write(Self.request)
        #expect(first.read(1) == "A")
        second = try RawPeer(port: server.port)
        second.write(Self.request)
        #expect(server.withService { $0.requests.count } == 1)
      }
      #expect(second.readAll() == ("B", .end))
    }
  }

  @Test("refuses on its closed port, and on its own once it has stopped")
  func refused() throws {
    let port = try withServer(CueService()) { server in
      #expect(throws: RawPeer.Refused.self) { try RawPeer(port: server.closedPort) }
      return server.port
    }
    #expect(throws: RawPeer.Refused.self) { try RawPeer(port: port) }
  }

  @Test("ends open connections when it stops")
  func stop() throws {
    let server = try ScriptedServer(CueService([.hold]))
    let peer = try RawPeer(port: server.port)
    peer.write(Self.request)
    #expect(eventually { server.withService { $0.requests.count } == 1 })
    server.stop()
    #expect(peer.readAll().ending == .end)
    server.stop()
  }
}
