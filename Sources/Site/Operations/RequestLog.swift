package import Dispatch
import Glibc
package import HTTP
internal import Synchronization

/// The log: one line for each event on standard error, as `name=value` pairs. Writing never blocks the caller; when
/// nobody reads, lines are dropped and counted.
package final class RequestLog: Sendable {
  package enum Level: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// What was refused or failed.
    case problems
    /// Also every request but those for pages and files.
    case requests
    /// Every request.
    case all
  }

  private struct State {
    var lines: [UInt8] = []
    var dropped = 0
    /// True while the queue has been asked to write.
    var isWriting = false
  }

  package let level: Level
  private let state = Mutex(State())
  private let output: @Sendable ([UInt8]) -> Void
  private let queue = DispatchQueue(label: "log")

  /// How much may wait to be written.
  private static let capacity = 1 << 20

  /// - Parameter output: Takes whole lines, on a queue of the log's own. It may block.
  package init(level: Level, output: @escaping @Sendable ([UInt8]) -> Void = RequestLog.standardError) {
    self.level = level
    self.output = output
  }

  /// Blocks until everything is written that was there, or the time is over, since nobody reads it.
  package func flush(within limit: DispatchTimeInterval = .seconds(60)) {
    let isWritten = DispatchSemaphore(value: 0)
    queue.async { isWritten.signal() }
    _ = isWritten.wait(timeout: .now() + limit)
  }

  /// Writes one line. Values are quoted where they need it, so that no value can begin another line or pair.
  package func write(_ level: String, _ event: String, _ pairs: [(String, String)]) {
    guard self.level != .none else { return }
    var line = "time=\(RequestLog.timestamp()) level=\(level) event=\(event)"
    for (name, value) in pairs { line += " \(name)=\(RequestLog.quoted(value))" }
    line += "\n"
    let begins = state.withLock { state in
      if state.lines.count + line.utf8.count <= RequestLog.capacity {
        state.lines += line.utf8
      } else {
        state.dropped += 1
      }
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { queue.async { self.drain() } }
  }

  /// Writes a line for a request that was answered, if the level has one for it.
  /// - Parameters:
  ///   - request: Nil if it could not be read.
  ///   - id: The request's, also if it could not be read.
  ///   - bytes: The response's.
  ///   - microseconds: From the request's last byte until the answer was handed on; looked at only if it is written.
  package func write(
    _ request: Request?, id: UInt64, peer: PeerAddress, _ status: Status, bytes: Int,
    microseconds: @autoclosure () -> Int
  ) {
    guard takes(request, status) else { return }
    var pairs = [("id", Request.text(ofID: id))]
    // The path alone: what a query or a field holds may be meant for nobody else.
    if let request { pairs += [("method", request.method.rawValue), ("path", request.path)] }
    pairs += [
      ("status", String(status.code)), ("bytes", String(bytes)), ("us", String(microseconds())), ("peer", peer.host),
    ]
    // 501 and 505 are what a client asked for and no server need know.
    write(status.code >= 500 && ![501, 505].contains(status.code) ? "error" : "info", "request", pairs)
  }

  private func takes(_ request: Request?, _ status: Status) -> Bool {
    switch level {
    case .none: false
    case .all: true
    case .problems: status.code >= 400
    case .requests:
      status.code >= 400
        || request.map { !$0.method.isSafe || $0.path.utf8.starts(with: "/api/".utf8) } == true
    }
  }

  private func drain() {
    while true {
      let (lines, dropped) = state.withLock { state in
        defer { state = State(isWriting: !state.lines.isEmpty) }
        return (state.lines, state.dropped)
      }
      if lines.isEmpty { return }
      output(lines)
      if dropped > 0 { write("warning", "log-dropped", [("lines", String(dropped))]) }
    }
  }

  package static func standardError(_ lines: [UInt8]) {
    var rest = lines[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  static func quoted(_ value: String) -> String {
    let isPlain =
      !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
    if isPlain { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Now, as RFC 3339 has it, in UTC with milliseconds.
  static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return InstantText.rfc3339(milliseconds: now.tv_sec * 1000 + now.tv_nsec / 1_000_000)
  }
}
