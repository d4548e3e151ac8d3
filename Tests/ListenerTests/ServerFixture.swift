import Foundation
import HTTP
import Listener
import Synchronization

/// An application that is a closure.
struct ScriptedApplication: Application {
  var admission: @Sendable (Request) -> Admission = { _ in .receive }
  var drains: @Sendable () -> Void = {}
  var answer: @Sendable (Request) -> Reply

  func admit(_ head: Request) -> Admission { admission(head) }
  func reply(to request: Request) -> Reply { answer(request) }
  func willDrain() { drains() }

  func response(to refusal: Refusal, for request: Request?, id: UInt64) -> Response {
    Response(refusal.status, text: "refused \(id)", type: "text/plain")
  }

  func lastWords(to request: Request) -> [UInt8] { ServerSentEvent("stop", data: request.path).bytes }
}

/// Runs a server, and a test that blocks, on a thread of its own.
func withServer(
  _ application: ScriptedApplication, on backend: Configuration.Backend = .usual,
  with configure: (inout Configuration) -> Void,
  _ test: @escaping @Sendable (Server, Int) throws -> Void
) async throws {
  var configuration = Configuration()
  configuration.backend = backend
  configuration.loops = 2
  configure(&configuration)
  let server = Server(configuration, application)
  let port = try server.start()
  let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: Result { try test(server, port) }) }.start()
  }
  server.drain(within: 0)
  try result.get()
}

func withServer(
  _ application: ScriptedApplication, on backend: Configuration.Backend = .usual,
  _ test: @escaping @Sendable (Server, Int) throws -> Void
) async throws {
  try await withServer(application, on: backend, with: { _ in }, test)
}

/// Something that happens once, on any thread.
final class Event: Sendable {
  private let time = Mutex<Int?>(nil)

  var hasHappened: Bool { time.withLock { $0 != nil } }

  func happen() { time.withLock { $0 = $0 ?? RawClient.now() } }

  /// Waits for it.
  /// - Returns: when it happened, in the client's milliseconds; nil if it did not within the client's patience.
  func wait() -> Int? {
    _ = eventually { hasHappened }
    return time.withLock { $0 }
  }
}

/// A result from another thread.
final class Flag: Sendable {
  private let stored = Mutex<Bool?>(nil)

  var value: Bool? { stored.withLock { $0 } }

  func set(_ value: Bool) { stored.withLock { $0 = value } }
}

/// Waits until a condition that another thread brings about is true, within the client's patience.
func eventually(_ condition: () -> Bool) -> Bool {
  let end = RawClient.now() + RawClient.patience
  while !condition() {
    guard RawClient.now() < end else { return false }
    usleep(5000)
  }
  return true
}

func get(_ path: String, _ fields: String = "") -> String {
  "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
}
