import Foundation
import HTTP
import Listener
import Synchronization
import Testing

@Suite("Work on other threads")
struct WorkTests {
  static let backends = Configuration.Backend.allCases

  /// `/now` is answered at once, `/work` by a thread, `/wait` when `event` has happened or nobody waits any more.
  private func application(_ release: Event = Event(), gone: Event = Event(), begun: Event = Event())
    -> ScriptedApplication
  {
    ScriptedApplication { request in
      switch request.path {
      case "/now": .response(Response(text: "now"))
      case "/work": .work(.interactive) { _ in Response(text: "work \(request.body.count)") }
      case "/throw":
        .work(.interactive) { _ in
          struct Unexpected: Error {}
          throw Unexpected()
        }
      case "/refuse": .work(.interactive) { _ in throw Refusal(.conflict, "in progress") }
      default:
        .work(.interactive) { cancellation in
          begun.happen()
          while !cancellation.isCancelled {
            if release.hasHappened { return Response(text: "waited") }
            usleep(2000)
          }
          gone.happen()
          return Response(text: "nobody reads this")
        }
      }
    }
  }

  @Test(arguments: backends)
  func answersKeepTheirOrder(_ backend: Configuration.Backend) async throws {
    try await withServer(application(), on: backend) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/work") + get("/now") + get("/work") + get("/now"))
      #expect(client.responses(4).map(\.text) == ["work 0", "now", "work 0", "now"])
      client.send(get("/now"))
      #expect(client.responses(5).count == 5)
    }
  }

  @Test func errorsBecomeResponses() async throws {
    try await withServer(application()) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/throw") + get("/refuse") + get("/now"))
      #expect(client.responses(3).map(\.status) == [500, 409, 200])
    }
  }

  @Test(arguments: backends, [false, true])
  func aPeerThatGoesAwayStopsItsWork(_ backend: Configuration.Backend, _ reset: Bool) async throws {
    let (gone, begun) = (Event(), Event())
    try await withServer(application(gone: gone, begun: begun), on: backend) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/wait"))
      try #require(begun.wait() != nil)
      client.leave(reset: reset)
      // 250 ms are promised; how long a busy machine needs is another matter.
      #expect(gone.wait() != nil)
      #expect(eventually { server.statistics.cancelled == 1 && server.statistics.openConnections == 0 })
    }
  }

  @Test(arguments: backends)
  func aPeerThatOnlyFinishesSendingGetsItsAnswer(_ backend: Configuration.Backend) async throws {
    let release = Event()
    try await withServer(application(release), on: backend) { server, port in
      let (client, old) = try (RawClient(port: port), RawClient(port: port))
      client.send(get("/wait") + get("/wait") + get("/now"))
      client.finishSending()
      old.send("GET /wait HTTP/1.0\r\n\r\n")
      old.finishSending()
      #expect(client.read { !$0.isEmpty })
      // Longer than it takes to find out that a peer is gone.
      client.read(milliseconds: 500) { _ in false }
      old.read(milliseconds: 1) { _ in false }
      // What came so far begins every answer: no client takes it for another.
      #expect("HTTP/1.1 ".hasPrefix(client.text) && !client.text.isEmpty)
      #expect("HTTP/1.1 ".hasPrefix(old.text))
      release.happen()
      #expect(client.responses(3).map(\.text) == ["waited", "waited", "now"])
      #expect(client.readToEnd() && old.readToEnd())
      #expect(client.text.components(separatedBy: "HTTP/1.1 ").count == 4)
      #expect(old.text.hasPrefix("HTTP/1.1 200 OK\r\n") && old.text.hasSuffix("\r\n\r\nwaited"))
      #expect(server.statistics.cancelled == 0)
    }
  }

  @Test(arguments: backends)
  func aPeerThatFinishesAndThenLeavesStopsItsWork(_ backend: Configuration.Backend) async throws {
    let (gone, begun) = (Event(), Event())
    try await withServer(application(gone: gone, begun: begun), on: backend) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/work") + get("/wait"))
      client.finishSending()
      try #require(begun.wait() != nil)
      client.read(milliseconds: 600) { _ in false }
      #expect(!gone.hasHappened)
      client.leave()
      #expect(gone.wait() != nil)
      #expect(eventually { server.statistics.openConnections == 0 })
    }
  }

  @Test func whatCannotBeDoneInTimeIsRefusedBeforeItBegins() async throws {
    let (release, begun) = (Event(), Event())
    try await withServer(
      application(release, begun: begun),
      with: {
        $0.work.threads = 2
        $0.work.capacities[.interactive] = 1
      }
    ) { server, port in
      let clients = try (0..<3).map { _ in try RawClient(port: port) }
      clients[0].send(get("/wait"))
      try #require(begun.wait() != nil)
      clients[1].send(get("/wait"))
      try #require(eventually { server.statistics.waiting[.interactive] == 1 })
      clients[2].send(get("/wait"))
      let refused = try #require(clients[2].responses(1).first)
      #expect(refused.status == 503)
      #expect((Int(refused["retry-after"] ?? "") ?? 0) >= 1)
      #expect(eventually { server.statistics.shed == 1 })
      release.happen()
      #expect(clients[0].responses(1).first?.text == "waited")
      #expect(clients[1].responses(1).first?.text == "waited")
      clients[2].send(get("/now"))
      #expect(clients[2].responses(2).last?.text == "now")
    }
  }

  @Test func readingIsNotHeldUpByLongRuns() async throws {
    let (release, begun) = (Event(), Event())
    let application = ScriptedApplication { request in
      request.path == "/read"
        ? .work(.reading) { _ in Response(text: "read") }
        : .work(.batch) { _ in
          begun.happen()
          _ = release.wait()
          return Response(text: "ran")
        }
    }
    try await withServer(application, with: { $0.work.threads = 2 }) { _, port in
      let runs = try (0..<5).map { _ in try RawClient(port: port) }
      for run in runs { run.send(get("/run")) }
      try #require(begun.wait() != nil)
      let reader = try RawClient(port: port)
      reader.send(get("/read"))
      #expect(reader.responses(1).first?.text == "read")
      release.happen()
      for run in runs { #expect(run.responses(1).first?.text == "ran") }
    }
  }

  @Test func workThatNobodyWaitsForNeverBegins() async throws {
    let (release, begun) = (Event(), Event())
    try await withServer(application(release, begun: begun), with: { $0.work.threads = 1 }) { server, port in
      let first = try RawClient(port: port)
      first.send(get("/wait"))
      try #require(begun.wait() != nil)
      let second = try RawClient(port: port)
      second.send(get("/work"))
      try #require(eventually { server.statistics.waiting[.interactive] == 1 })
      second.leave(reset: true)
      // It leaves the queue at once, not only on its turn.
      #expect(eventually { server.statistics.jobsSkipped == 1 && server.statistics.waiting[.interactive] == 0 })
      release.happen()
      #expect(first.responses(1).count == 1)
    }
  }
}
