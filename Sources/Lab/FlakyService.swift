import HTTP
import Retry
import Simulation

/// A server that plays a script, one outcome for each request, and keeps a log of what came.
struct FlakyService: ScriptedService {
  enum Ending: Sendable, Equatable {
    case over(ConnectionEnding)
    case keptOpen
  }

  /// One request as the server saw it.
  struct Entry: Sendable, Equatable {
    let number: Int
    let connection: Int
    let method: String
    let key: String?
    /// What the script said.
    let played: String
    let start: Duration
    /// When the connection was over, or another request came on it; nil before that.
    var end: Duration?
    /// What became of the connection.
    var ending: Ending?
  }

  private let script: RetryScript
  /// How long an answer takes where the script does not say.
  private let latency: Duration
  /// The length of a drip that the script does not limit: longer than any attempt.
  private let longestDrip: Duration
  private let wallClock: @Sendable () -> HTTPDate
  /// How many outcomes have been played.
  private(set) var played = 0
  private(set) var log: [Entry] = []

  init(
    _ script: RetryScript, latency: Duration, longestDrip: Duration, wallClock: @escaping @Sendable () -> HTTPDate
  ) {
    self.script = script
    self.latency = latency
    self.longestDrip = longestDrip
    self.wallClock = wallClock
  }

  /// Plays the next outcome if it is that nobody listens, which the server itself does not see.
  mutating func takeRefusal() -> Bool {
    guard script.item(played).event == .fault(.refuse) else { return false }
    played += 1
    return true
  }

  /// True once every connection is over.
  var isQuiet: Bool { log.allSatisfy { $0.ending != nil } }

  mutating func received(_ received: ReceivedRequest, at time: Duration) -> [Order] {
    let item = script.item(played)
    played += 1
    // Another request on the same connection: the one before has been answered.
    finish(received.connection, .keptOpen, at: time)
    log.append(
      Entry(
        number: received.number, connection: received.connection, method: received.request.method.rawValue,
        key: received.request.headers["Idempotency-Key"], played: item.event.name, start: time))
    let cues = FlakyPerformance(
      item, latency: item.latencyMs.map { .milliseconds($0) } ?? latency, longestDrip: longestDrip,
      method: received.request.method, wallClock: wallClock()
    ).cues
    return [.perform(cues, on: received.connection)]
  }

  mutating func ended(_ connection: Int, _ ending: ConnectionEnding, at time: Duration) {
    finish(connection, .over(ending), at: time)
  }

  private mutating func finish(_ connection: Int, _ ending: Ending, at time: Duration) {
    guard let last = log.lastIndex(where: { $0.connection == connection }) else { return }
    log[last].end = time
    log[last].ending = ending
  }
}

extension RetryScript.Event {
  /// The outcome in the script's own words.
  var name: String {
    switch self {
    case .status(let code): "\(code)"
    case .fault(let fault): fault.rawValue
    }
  }
}
