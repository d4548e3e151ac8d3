import Foundation
import HTTP
import Listener
import Synchronization
import Testing

@Suite("Connections")
struct ConnectionTests {
  static let backends = Configuration.Backend.allCases
  private static let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  private let application: ScriptedApplication = {
    let ready = ReadyResponse(type: "application/octet-stream", body: large)
    return ScriptedApplication { request in
      switch request.path {
      case "/large": .ready(ready)
      case "/copy": .work(.reading) { _ in Response(type: "application/octet-stream", body: large) }
      case "/peer": .response(Response(text: "\(request.peer.host) \(request.idText)"))
      default: .response(Response(text: "\(request.method) \(request.body.count)"))
      }
    }
  }()

  @Test(arguments: backends, ["/large", "/copy"])
  func aLargeAnswerComesWholeHoweverSlowlyItIsRead(_ backend: Configuration.Backend, _ path: String) async throws {
    try await withServer(application, on: backend) { _, port in
      let client = try RawClient(port: port, receiveBuffer: 16 * 1024)
      client.send(get(path, "Connection: close\r\n"))
      usleep(100_000)
      let response = client.responses(1).first
      #expect(response?.body == ConnectionTests.large)
    }
  }

  @Test(arguments: backends)
  func manyPipelinedRequestsAreAllAnswered(_ backend: Configuration.Backend) async throws {
    try await withServer(application, on: backend) { _, port in
      let client = try RawClient(port: port)
      client.send(String(repeating: get("/x"), count: 3000))
      #expect(client.responses(3000).count == 3000)
    }
  }

  @Test func requestsKnowTheirPeerAndHaveIdsOfTheirOwn() async throws {
    try await withServer(application) { _, port in
      let clients = try (0..<4).map { _ in try RawClient(port: port) }
      for client in clients { client.send(get("/peer") + get("/peer")) }
      let texts = clients.flatMap { $0.responses(2).map(\.text) }
      #expect(texts.allSatisfy { $0.hasPrefix("127.0.0.1 ") && $0.utf8.count == 26 })
      #expect(Set(texts).count == 8)
    }
  }

  @Test func aRefusedBodyIsNotRead() async throws {
    var refusing = application
    refusing.admission = { $0.path == "/no" ? .refuse(Response(.forbidden)) : .receiveAtMost(5) }
    try await withServer(refusing) { _, port in
      let upload = { (path: String, size: Int, body: String) in
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: \(size)\r\n\r\n\(body)"
      }
      let forbidden = try RawClient(port: port)
      forbidden.send(upload("/no", 1000, ""))
      #expect(forbidden.readToEnd())
      #expect(forbidden.text.hasPrefix("HTTP/1.1 403 "))

      let large = try RawClient(port: port)
      large.send(upload("/yes", 6, ""))
      #expect(large.readToEnd())
      #expect(large.text.hasPrefix("HTTP/1.1 413 "))

      let invited = try RawClient(port: port)
      invited.send(upload("/yes", 5, ""))
      #expect(
        invited.read { String(decoding: $0, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n" })
      invited.send("hello")
      #expect(invited.responses(1).last?.text == "post 5")
    }
  }

  @Test func oneAddressCannotTakeAllConnections() async throws {
    try await withServer(
      application,
      with: {
        $0.connectionsPerAddress = 3
        $0.limitsLoopback = true
      }
    ) { server, port in
      let clients = try (0..<3).map { _ in try RawClient(port: port) }
      defer { withExtendedLifetime(clients) {} }
      for client in clients {
        client.send(get("/"))
        #expect(client.responses(1).first?.status == 200)
      }
      let one = try RawClient(port: port)
      #expect(one.readToEnd())
      #expect(one.text.hasPrefix("HTTP/1.1 503 "))
      #expect(one.text.contains("Retry-After: 1"))
      one.leave()
      clients[0].leave()
      #expect(eventually { server.statistics.openConnections == 2 })
      let again = try RawClient(port: port)
      again.send(get("/"))
      #expect(again.responses(1).first?.status == 200)
    }
  }

  @Test(arguments: backends)
  func bodiesInAllAreBounded(_ backend: Configuration.Backend) async throws {
    try await withServer(application, on: backend, with: { $0.bodies = 100_000 }) { server, port in
      let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n"
      let half = String(repeating: "x", count: 60_000)
      let first = try RawClient(port: port)
      first.send(head + half)
      try #require(eventually { server.statistics.bodyBytes == 60_000 })
      let second = try RawClient(port: port)
      second.send(head + half)
      #expect(second.readToEnd())
      #expect(second.text.hasPrefix("HTTP/1.1 503 "))
      #expect(second.text.contains("Retry-After: 1"))
      second.leave()

      first.send(String(repeating: "x", count: 30_000))
      #expect(first.responses(1).first?.text == "post 90000")
      #expect(eventually { server.statistics.bodyBytes == 0 })
      let third = try RawClient(port: port)
      third.send(head + half + String(repeating: "x", count: 30_000))
      #expect(third.responses(1).first?.text == "post 90000")
    }
  }

  @Test func theLongestIdleMakesRoom() async throws {
    try await withServer(
      application,
      with: {
        $0.connections = 4
        $0.loops = 1
      }
    ) { _, port in
      var clients: [RawClient] = []
      for _ in 0..<4 {
        let client = try RawClient(port: port)
        client.send(get("/"))
        #expect(client.responses(1).first?.status == 200)
        clients.append(client)
        usleep(5000)
      }
      let one = try RawClient(port: port)
      one.send(get("/"))
      #expect(one.responses(1).first?.status == 200)
      #expect(clients[0].readToEnd())
      clients[3].send(get("/"))
      #expect(clients[3].responses(2).count == 2)
    }
  }

  @Test(arguments: backends)
  func slowClientsDoNotKeepAQuickOneWaiting(_ backend: Configuration.Backend) async throws {
    let change: (inout Configuration) -> Void = { $0.deadlines.header = 10 * RawClient.patience }
    try await withServer(application, on: backend, with: change) { server, port in
      // Each takes a descriptor here and one at the server, and other tests need some.
      let count = min(2000, max(100, (descriptors() - 1000) / 2))
      let slow = try (0..<count).map { _ in try RawClient(port: port) }
      defer { withExtendedLifetime(slow) {} }
      for client in slow { client.send("GET / HTTP/1.1\r\nHost: loc") }
      #expect(eventually { server.statistics.openConnections == count })
      let quick = try RawClient(port: port)
      // Whoever waits for a slow one waits for its deadline.
      for count in 1...20 {
        quick.send(get("/"))
        #expect(quick.responses(count).count == count)
      }
    }
  }

  /// How many this process may have, after it has asked for as many as there are.
  private func descriptors() -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  @Test func whatIsRefusedUnreadHasAnIdInAnswerAndLog() async throws {
    let exchanges = Mutex<[Exchange]>([])
    var refusing = application
    refusing.admission = { _ in .receiveAtMost(5) }
    try await withServer(refusing, with: { $0.log = { exchange in exchanges.withLock { $0.append(exchange) } } }) {
      server, port in
      var ids: [UInt64] = []
      for request in [
        "BAD\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
        "GET / HTTP/3.0\r\n\r\n",
      ] {
        let client = try RawClient(port: port)
        client.send(request)
        #expect(client.readToEnd())
        let words = client.responses(1).first?.text.split(separator: " ") ?? []
        ids.append(UInt64(words.last ?? "") ?? 0)
      }
      #expect(!ids.contains(0) && Set(ids).count == 3)
      #expect(eventually { exchanges.withLock { $0.count } == 3 })
      #expect(exchanges.withLock { $0.map(\.id) } == ids)
      #expect(exchanges.withLock { $0.allSatisfy(\.peer.isLoopback) })
    }
  }

  @Test func everythingIsCounted() async throws {
    let exchanges = Mutex<[Int]>([])
    try await withServer(
      application, with: { $0.log = { exchange in exchanges.withLock { $0.append(exchange.status.code) } } }
    ) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/") + get("/") + "BAD\r\n\r\n")
      #expect(client.readToEnd())
      #expect(eventually { server.statistics.byClass[2] == 2 && server.statistics.byClass[4] == 1 })
      #expect(eventually { exchanges.withLock { $0.count } == 3 })
      let statistics = server.statistics
      #expect(statistics.refused == 1)
      #expect(statistics.accepted == 1)
      #expect(statistics.latencies.indices.reduce(0) { $0 + statistics.latencies[$1] } == 3)
      #expect(statistics.bytesSent == client.received.count)
      #expect(exchanges.withLock { $0 } == [200, 200, 400])
    }
  }

  @Test func anAddressInUseIsAnError() async throws {
    try await withServer(application) { _, port in
      let error = #expect(throws: ListenError.self) {
        try Server(Configuration(port: port), self.application).start()
      }
      #expect(error?.description.contains("127.0.0.1:\(port)") == true)
      #expect(throws: ListenError.self) { try Server(Configuration(host: "nowhere"), self.application).start() }
    }
  }

  @Test func bothFamiliesShareAPort() async throws {
    try await withServer(application, with: { $0.hosts = ["127.0.0.1", "::1"] }) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/peer"))
      #expect(client.responses(1).first?.text.hasPrefix("127.0.0.1 ") == true)
    }
  }
}
