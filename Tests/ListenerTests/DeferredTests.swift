import Foundation
import HTTP
import Listener
import Synchronization
import Testing

@Suite("Deferred replies")
struct DeferredTests {
  static let backends = Configuration.Backend.allCases

  /// Keeps the completions of `/later`, in the order in which they came.
  private final class Kept: Sendable {
    private let completions = Mutex<[Completion]>([])
    private let cancellations = Mutex<[Cancellation]>([])

    var count: Int { completions.withLock { $0.count } }
    var cancelled: Int { cancellations.withLock { $0.count(where: \.isCancelled) } }

    func keep(_ cancellation: Cancellation, _ completion: Completion) {
      cancellations.withLock { $0.append(cancellation) }
      completions.withLock { $0.append(completion) }
    }

    func take() -> [Completion] {
      completions.withLock { completions in
        defer { completions = [] }
        return completions
      }
    }
  }

  private func application(_ kept: Kept) -> ScriptedApplication {
    ScriptedApplication { request in
      switch request.path {
      case "/now": .response(Response(text: "now"))
      case "/later": .deferred(.interactive) { kept.keep($0, $1) }
      case "/at-once": .deferred(.interactive) { $1.send(Response(text: "at once")) }
      case "/twice":
        .deferred(.interactive) { _, completion in
          completion.send(Response(text: "first"))
          completion.send(Response(text: "second"))
        }
      case "/dropped": .deferred(.interactive) { _, _ in }
      case "/refuse": .deferred(.interactive) { _, _ in throw Refusal(.conflict, "in progress") }
      default: .deferred(.interactive) { $1.fail(Refusal(.conflict, "in progress")) }
      }
    }
  }

  @Test("One thread begins many, and each gets its own answer from another", arguments: backends)
  func theWorkerIsFreeMeanwhile(_ backend: Configuration.Backend) async throws {
    let kept = Kept()
    try await withServer(application(kept), on: backend, with: { $0.work.threads = 1 }) { server, port in
      let clients = try (0..<20).map { _ in try RawClient(port: port) }
      for client in clients { client.send(get("/later") + get("/now")) }
      try #require(eventually { kept.count == 20 })
      #expect(eventually { server.statistics.running == 0 })
      Thread {
        for completion in kept.take() { completion.send(Response(text: "late")) }
      }.start()
      for client in clients { #expect(client.responses(2).map(\.text) == ["late", "now"]) }
    }
  }

  @Test(arguments: backends)
  func onlyTheFirstAnswerCountsAndNoneIsAnError(_ backend: Configuration.Backend) async throws {
    try await withServer(application(Kept()), on: backend) { _, port in
      let client = try RawClient(port: port)
      client.send(get("/at-once") + get("/twice") + get("/dropped") + get("/refuse") + get("/fail") + get("/now"))
      let answers = client.responses(6)
      #expect(answers.map(\.status) == [200, 200, 500, 409, 409, 200])
      #expect(answers[1].text == "first")
      #expect(answers[5].text == "now")
    }
  }

  @Test(arguments: backends, [false, true])
  func aPeerThatGoesAwayCancels(_ backend: Configuration.Backend, _ reset: Bool) async throws {
    let kept = Kept()
    try await withServer(application(kept), on: backend) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/later"))
      try #require(eventually { kept.count == 1 })
      client.leave(reset: reset)
      #expect(eventually { kept.cancelled == 1 && server.statistics.openConnections == 0 })
      // The answer comes to nobody, and to no later connection.
      let next = try RawClient(port: port)
      for completion in kept.take() { completion.send(Response(text: "late")) }
      next.send(get("/now"))
      #expect(next.responses(1).first?.text == "now")
    }
  }

  @Test(arguments: backends)
  func aDrainWaitsForTheAnswer(_ backend: Configuration.Backend) async throws {
    let kept = Kept()
    try await withServer(application(kept), on: backend, with: { $0.drainGrace = 50 }) { server, port in
      let client = try RawClient(port: port)
      client.send(get("/later"))
      try #require(eventually { kept.count == 1 })
      let result = Flag()
      Thread { result.set(server.drain(within: RawClient.patience)) }.start()
      #expect(eventually { (try? RawClient(port: port)) == nil })
      #expect(result.value == nil)
      for completion in kept.take() { completion.send(Response(text: "late")) }
      let answer = client.responses(1).first
      #expect(answer?.text == "late")
      #expect(answer?["connection"] == "close")
      #expect(client.readToEnd())
      client.leave()
      #expect(eventually { result.value != nil })
      #expect(result.value == true)
    }
  }
}
