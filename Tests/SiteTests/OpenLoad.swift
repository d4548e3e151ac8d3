import Foundation
import Glibc

/// Clients that ask one server on this machine, all from one thread, so that asking takes as little of the machine as it can.
/// Those of an open load come when they come, whatever has become of those before.
final class OpenLoad {
  /// How runs are asked for.
  enum Pace {
    /// So many at a time; another follows each answer.
    case closed(Int)
    /// So many a second.
    case open(Double)
  }

  /// What came back within a round, in seconds from a request to its answer.
  struct Outcome {
    var done: [Double] = []
    var refused: [Double] = []
    var pages: [Double] = []
    var wrong: [String] = []
  }

  private enum Kind { case run, page }

  private struct Client {
    let connection: RawConnection
    var kind: Kind?
    var since = 0.0
    var bytes: [UInt8] = []
  }

  private let port: Int
  private let run: (Int) -> String
  private let page: String
  private var clients: [Client] = []
  private var idle: [Int] = []
  private var asked = 0

  /// - Parameters:
  ///   - run: the target of each run, by its number.
  ///   - page: what readers ask for.
  init(port: Int, run: @escaping (Int) -> String, page: String) {
    self.port = port
    self.run = run
    self.page = page
  }

  /// Asks for so many seconds, for pages fifty times in each, and tells what was answered within that time. Blocks until
  /// the rest has been answered too.
  func drive(_ pace: Pace, seconds: Double) throws -> Outcome {
    var outcome = Outcome()
    let begin = Self.now()
    var (runs, pages, open) = (0, 0, 0)
    while true {
      let now = Self.now() - begin
      if now < seconds {
        switch pace {
        case .closed(let count): for _ in open..<max(open, count) { (open, runs) = (open + 1, runs + 1); try ask(.run) }
        case .open(let rate): while Double(runs) < rate * now { (open, runs) = (open + 1, runs + 1); try ask(.run) }
        }
        while Double(pages) < 50 * now { pages += 1; try ask(.page) }
      } else if idle.count == clients.count {
        return outcome
      }
      let answers = wait()
      for (kind, since, status, text) in answers {
        if kind == .run { open -= 1 }
        let end = Self.now()
        guard end - begin <= seconds else { continue }
        switch (kind, status) {
        case (.page, 200): outcome.pages.append(end - since)
        case (.run, 200): outcome.done.append(end - since)
        case (.run, 503) where text.contains("\r\nRetry-After: "): outcome.refused.append(end - since)
        default: outcome.wrong.append(text)
        }
      }
    }
  }

  private func ask(_ kind: Kind) throws {
    let index: Int
    if let free = idle.popLast() {
      index = free
    } else {
      index = clients.count
      clients.append(Client(connection: try RawConnection(port: port)))
    }
    asked += 1
    let target = kind == .page ? page : run(asked)
    let request = Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    clients[index].kind = kind
    clients[index].since = Self.now()
    clients[index].connection.send(request)
  }

  /// Waits for a millisecond at most.
  private func wait() -> [(Kind, Double, Int, String)] {
    let busy = clients.indices.filter { clients[$0].kind != nil }
    var entries = busy.map { pollfd(fd: clients[$0].connection.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&entries, UInt(entries.count), 1) > 0 else { return [] }
    var answers: [(Kind, Double, Int, String)] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for (index, entry) in zip(busy, entries) where entry.revents != 0 {
      let count = recv(entry.fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { clients[index].bytes += buffer[..<count] }
      guard count <= 0 || Self.isWhole(clients[index].bytes), let kind = clients[index].kind else { continue }
      let text = String(decoding: clients[index].bytes.prefix(1024), as: UTF8.self)
      let status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
      answers.append((kind, clients[index].since, status, text))
      clients[index].kind = nil
      clients[index].bytes = []
      idle.append(index)
    }
    return answers
  }

  /// True if a head has come and as many bytes behind it as it says.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    let end = Array("\r\n\r\n".utf8)
    guard
      let head = (0..<max(0, bytes.count - 3)).first(where: { bytes[$0] == 13 && bytes[$0..<$0 + 4].elementsEqual(end) }
      )
    else { return false }
    let fields = String(decoding: bytes[..<head], as: UTF8.self)
    let length = fields.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    return bytes.count >= head + 4 + length
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
