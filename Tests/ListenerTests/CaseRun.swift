import Foundation
import HTTP
import Listener
import Synchronization

/// What came of a case.
struct CaseOutcome: Sendable {
  var responses: [ReceivedResponse] = []
  var bytes: [UInt8] = []
  var isClosed = false
  /// For cases in which the client leaves: whether the server still answers others.
  var serverAnswers = true

  var finals: [ReceivedResponse] { responses.filter { $0.status >= 200 || $0.status == -1 } }
}

/// All cases against servers with one backend, each on a thread of its own and all at once.
struct CaseRun: Sendable {
  static let runs = Dictionary(
    uniqueKeysWithValues: Configuration.Backend.allCases.map { backend in
      (backend, Task { try await CaseRun(backend).outcomes() })
    })

  /// Where cases are tried, and where those are that wait for a deadline.
  private let port: Int
  private let impatientPort: Int
  private let tag: String
  private let date: String

  private init(_ backend: Configuration.Backend) throws {
    var configuration = Configuration()
    configuration.backend = backend
    port = try Server(configuration, CaseApplication()).start()
    configuration.deadlines.header = 500
    configuration.deadlines.body = 500
    configuration.deadlines.write = 500
    configuration.deadlines.idle = 500
    impatientPort = try Server(configuration, CaseApplication()).start()

    let client = try RawClient(port: port)
    client.send("GET /static/app.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let first = client.responses(1).first
    tag = first?["etag"] ?? ""
    date = first?["last-modified"] ?? ""
  }

  private func outcomes() async -> [String: CaseOutcome] {
    let outcomes = Mutex<[String: CaseOutcome]>([:])
    await withCheckedContinuation { continuation in
      for one in HTTPCase.all {
        let thread = Thread {
          let outcome = (try? outcome(of: one)) ?? CaseOutcome(serverAnswers: false)
          let count = outcomes.withLock { outcomes in
            outcomes[one.id] = outcome
            return outcomes.count
          }
          if count == HTTPCase.all.count { continuation.resume() }
        }
        thread.stackSize = 512 * 1024
        thread.start()
      }
    }
    return outcomes.withLock { $0 }
  }

  private func outcome(of one: HTTPCase) throws -> CaseOutcome {
    let bytes = filledIn(one.bytes)
    let port = one.isSlow ? impatientPort : port
    let buffer = one.script.first { $0.hasPrefix("rcvbuf") }.flatMap { Int32($0.dropFirst(7)) }
    let client = try RawClient(port: port, receiveBuffer: buffer)
    for step in one.script { perform(step, one, bytes, client) }
    if ["close", "rst"].contains(one.script.last) {
      let other = try RawClient(port: port)
      other.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      return CaseOutcome(serverAnswers: other.responses(1).first?.status == 200)
    }
    let methods = CaseRun.methods(bytes)
    let expectation = one.expectation
    if expectation.closes == true || one.isSlow {
      client.readToEnd()
    } else if one.isStream {
      client.read { $0.firstRange(of: [13, 10, 13, 10]) != nil }
      client.read(milliseconds: 300) { _ in false }
    } else {
      client.responses(max(1, expectation.responses ?? 1), methods: methods)
      // What must not come could still.
      client.read(milliseconds: 300) { _ in false }
    }
    return CaseOutcome(
      responses: ReceivedResponse.all(in: client.received, methods: methods), bytes: client.received,
      isClosed: client.hasEnded || client.hasFailed)
  }

  private func perform(_ step: String, _ one: HTTPCase, _ bytes: [UInt8], _ client: RawClient) {
    let words = step.split(separator: ":", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "send": client.send(bytes)
    case "shutdown_wr": client.finishSending()
    case "wait":
      client.readOnce(milliseconds: Int(argument) ?? 0)
      client.send(one.secondPart)
    case "bytewise": for byte in bytes { client.send([byte]) }
    case "split":
      let place = Int(argument) ?? 0
      let cut = place < 0 ? bytes.count + place : place
      client.send(Array(bytes[..<cut]))
      usleep(200_000)
      client.send(Array(bytes[cut...]))
    case "close": client.leave()
    case "rst": client.leave(reset: true)
    case "slow":
      let pause = Int(argument.prefix { $0 != ":" }) ?? 0
      for byte in bytes where client.received.isEmpty && !client.hasEnded && !client.hasFailed {
        client.send([byte])
        client.readOnce(milliseconds: pause)
      }
    case "drip":
      let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
      let colon = parts[1].lastIndex(of: ":") ?? parts[1].endIndex
      let times = Int(parts[1][colon...].dropFirst()) ?? 0
      for _ in 0..<times where client.received.isEmpty && !client.hasEnded && !client.hasFailed {
        client.send(String(parts[1][..<colon]))
        client.readOnce(milliseconds: Int(parts[0]) ?? 0)
      }
    case "idle": if one.script.count > 1 { usleep(1_500_000) }
    default: break
    }
  }

  private func filledIn(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.firstRange(of: Array("@ETAG".utf8)) != nil || bytes.firstRange(of: Array("@LASTMOD".utf8)) != nil else {
      return bytes
    }
    // The date of `CaseApplication.lastModified` in the two obsolete forms.
    let values = [
      ("@ETAG_OPAQUE@", tag), ("@ETAG@", tag), ("@LASTMOD850@", "Tuesday, 14-Nov-23 22:13:20 GMT"),
      ("@LASTMODASC@", "Tue Nov 14 22:13:20 2023"), ("@LASTMOD@", date),
    ]
    return values.reduce(bytes) { $0.replacing(Array($1.0.utf8), with: Array($1.1.utf8)) }
  }

  /// The methods of the requests that a case holds.
  private static func methods(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return nil }
      return String(words[0])
    }
  }
}
