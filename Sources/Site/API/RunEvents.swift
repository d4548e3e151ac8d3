internal import HTTP
internal import JSON
internal import Synchronization

/// Tells a reader of a run's progress and its end as server-sent events: `progress` with the share `{"done"}`, then `result`
/// with the answer or `problem` with the problem's details.
struct RunEvents: Sendable {
  /// The id of the last event, by which a reader that reconnects tells that it has everything.
  static let lastId = "end"

  /// The least time between two events of progress, in nanoseconds.
  private static let pace: UInt64 = 50_000_000

  private let writer: any StreamWriter
  private let clock: @Sendable () -> UInt64
  private let latest: Latest

  private final class Latest: Sendable {
    /// When the last event was sent, and what it told.
    let event: Mutex<(time: UInt64, fraction: Double)>

    init(_ time: UInt64) { event = Mutex((time, 0)) }
  }

  /// Sends the first event.
  init(_ writer: any StreamWriter, clock: @escaping @Sendable () -> UInt64) {
    self.writer = writer
    self.clock = clock
    latest = Latest(clock())
    send(progress: 0)
  }

  /// Sends the share done, unless the last was sent just now or told the same.
  func progress(_ fraction: Double) {
    let now = clock()
    let isDue = latest.event.withLock { last in
      guard now - last.time >= RunEvents.pace, fraction != last.fraction else { return false }
      last = (now, fraction)
      return true
    }
    if isDue { send(progress: fraction) }
  }

  func result(_ result: RunResult) {
    writer.write(ServerSentEvent("result", data: String(decoding: result.json, as: UTF8.self), id: RunEvents.lastId))
  }

  func result(_ result: JSONValue) {
    writer.write(ServerSentEvent("result", data: String(decoding: result.bytes, as: UTF8.self), id: RunEvents.lastId))
  }

  func problem(_ problem: JSONValue) {
    writer.write(ServerSentEvent("problem", data: String(decoding: problem.bytes, as: UTF8.self), id: RunEvents.lastId))
  }

  private func send(progress fraction: Double) {
    let data: JSONValue = ["done": .number(fraction)]
    writer.write(ServerSentEvent("progress", data: String(decoding: data.bytes, as: UTF8.self)))
  }
}
