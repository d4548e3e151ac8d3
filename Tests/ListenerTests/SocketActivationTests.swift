import Glibc
import HTTP
import Listener
import Testing

@Suite("Sockets that were opened by somebody else")
struct SocketActivationTests {
  @Test(arguments: [
    (["LISTEN_PID": "7", "LISTEN_FDS": "2"], [3, 4]), (["LISTEN_PID": "8", "LISTEN_FDS": "2"], []),
    (["LISTEN_PID": "7"], []), (["LISTEN_FDS": "1"], []), (["LISTEN_PID": "7", "LISTEN_FDS": "x"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], []), (["LISTEN_PID": "7", "LISTEN_FDS": "0"], []), ([:], []),
  ])
  func areFoundInTheEnvironment(_ environment: [String: String], _ expected: [Int32]) {
    #expect(SocketActivation.sockets({ environment[$0] }, process: 7) == expected)
  }

  /// While one server drains and the next has not begun, connections wait in the socket's queue.
  @Test func nobodyIsRefusedDuringARestart() async throws {
    let application = ScriptedApplication { _ in .response(Response(text: "hello")) }
    try await withServer(application) { _, _ in
      let (descriptor, port) = try listening()
      defer { close(descriptor) }
      var configuration = Configuration()
      configuration.inherited = [dup(descriptor)]
      let first = Server(configuration, application)
      #expect(try first.start() == port)
      let before = try RawClient(port: port)
      before.send(get("/"))
      #expect(before.responses(1).count == 1)
      #expect(first.drain(within: RawClient.patience))

      let between = try RawClient(port: port)
      between.send(get("/"))
      configuration.inherited = [dup(descriptor)]
      let second = Server(configuration, application)
      try second.start()
      #expect(between.responses(1).first?.text == "hello")
      second.drain(within: 0)
    }
  }
}

/// A socket that listens at a free port of 127.0.0.1.
private func listening() throws -> (Int32, Int) {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
    }
  }
  try #require(isBound)
  return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}
