import HTTP
import Lab
import Retry
import Synchronization

/// Performs one list of cues for each request, the last one for ever, and keeps what it was told.
struct ScriptService: ScriptedService {
  var scripts: [[Cue]]
  var requests: [ReceivedRequest] = []

  mutating func received(_ request: ReceivedRequest, at time: Duration) -> [Order] {
    requests.append(request)
    return [.perform(scripts[min(requests.count, scripts.count) - 1], on: request.connection)]
  }
}

extension [Cue] {
  /// A whole response, after which the connection is closed.
  static func answer(_ status: Int, _ headers: HeaderFields = [:], _ body: String = "") -> [Cue] {
    [.send(ScriptedResponse.bytes(status, headers: headers, body: [UInt8](body.utf8))), .close]
  }

  static func raw(_ text: String) -> [Cue] { [.send([UInt8](text.utf8)), .close] }
}

/// A server that plays the script until the body has returned.
func withServer<Result>(
  _ scripts: [[Cue]], _ body: (ScriptedServer<ScriptService>) async throws -> Result
) async throws -> Result {
  let server = try ScriptedServer(ScriptService(scripts: scripts))
  defer { server.stop() }
  return try await body(server)
}

extension ScriptedServer where Service == ScriptService {
  var requests: [ReceivedRequest] { withService { $0.requests } }
}

/// A clock on which every sleep is over at once, and counted.
final class InstantClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private let state = Mutex<[Duration]>([])

  let minimumResolution = Duration.zero
  var sleeps: [Duration] { state.withLock { $0 } }
  var now: Instant { Instant(time: sleeps.reduce(.zero, +)) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let wait = now.duration(to: deadline)
    state.withLock { $0.append(wait) }
  }
}
