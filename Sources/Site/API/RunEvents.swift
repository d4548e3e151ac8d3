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
    let time: Mutex<UInt64>

    init(_ time: UInt64) { self.time = Mutex(time) }
  }

  /// Sends the first event.
  init(_ writer: any StreamWriter, clock: @escaping @Sendable () -> UInt64) {
    self.writer = writer
    self.clock = clock
    latest = Latest(clock())
    send(progress: 0)
  }

  /// Sends the share done, unless the last was sent just now.
  func progress(_ fraction: Double) {
    let now = clock()
    let isDue = latest.time.withLock { time in
      guard now - time >= RunEvents.pace else { return false }
      time = now
      return true
    }
    if isDue { send(progress: fraction) }
  }

  func result(_ result: RunResult) {
    writer.write(ServerSentEvent("result", data: String(decoding: result.json, as: UTF8.self), id: RunEvents.lastId))
  }

  func problem(_ problem: JSONValue) {
    writer.write(ServerSentEvent("problem", data: String(decoding: problem.bytes, as: UTF8.self), id: RunEvents.lastId))
  }

  private func send(progress fraction: Double) {
    let data: JSONValue = ["done": .number(fraction)]
    writer.write(ServerSentEvent("progress", data: String(decoding: data.bytes, as: UTF8.self)))
  }
}
