import JSON
import Simulation

/// What a `flaky` run came to: as a `retry` run is told, and beside it what the server counted.
struct FlakyReport {
  let run: FlakyRun
  let result: FlakyRun.Result

  var report: Report {
    var report = RetryReport(result.timeline, of: run.request, budget: run.budget).report
    if case .object(let members) = report.result { report.result = .object(members.map(withSends) + counts) }
    let (attempts, requests) = (result.timeline.attempts.count, result.server.count)
    report.reading +=
      attempts == requests
      ? " The server counted as many requests."
      : " The server counted \(requests) \(requests == 1 ? "request" : "requests"): \(difference)."
    report.tables.append(log)
    return report
  }

  private var difference: String {
    let refused = result.timeline.attempts.count { $0.outcome == RetryScript.Fault.refuse.rawValue }
    let resent = result.timeline.sent - result.timeline.attempts.count
    let parts = [
      refused > 0 ? "it never saw what was refused" : nil,
      resent > 0 ? "the transport sent \(resent) more by itself" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "the others did not arrive in time" : parts.joined(separator: ", and ")
  }

  private var counts: [JSONMember] {
    [
      JSONMember("transport", .string(run.transport.rawValue)),
      JSONMember("clientAttempts", .integer(result.timeline.attempts.count)),
      JSONMember("serverAttempts", .integer(result.server.count)),
      JSONMember("server", .array(result.server.map(\.json))),
    ]
  }

  /// Each attempt with how often the transport sent it.
  private func withSends(_ member: JSONMember) -> JSONMember {
    guard member.name == "attempts", case .array(let attempts) = member.value else { return member }
    let counted = zip(attempts, result.sends).map { attempt, sends -> JSONValue in
      guard case .object(let members) = attempt else { return attempt }
      return .object(members + [JSONMember("sends", .integer(sends))])
    }
    return JSONMember(member.name, .array(counted))
  }

  private var log: Table {
    Table(
      caption: "The server's log",
      columns: ["Request", "Connection", "Method", "Key", "From (ms)", "To (ms)", "Script", "End of the connection"],
      rows: result.server.map { entry in
        [
          .integer(entry.number), .integer(entry.connection), .text(entry.method), .text(entry.key ?? ""),
          .number(entry.startMs, digits: 1), entry.endMs.map { .number($0, digits: 1) } ?? .none, .text(entry.played),
          .text(entry.endingWords),
        ]
      })
  }
}

extension FlakyService.Entry {
  fileprivate var startMs: Double { Double(start.microseconds) / 1_000 }
  fileprivate var endMs: Double? { end.map { Double($0.microseconds) / 1_000 } }

  fileprivate var endingWords: String {
    switch ending {
    case .keptOpen: "kept open"
    case .over(.closed): "closed"
    case .over(.reset): "reset"
    case .over(.clientLeft): "client left"
    case .over(.malformed): "malformed"
    case .over(.expired): "expired"
    case nil: "open"
    }
  }

  fileprivate var json: JSONValue {
    [
      "number": .integer(number), "connection": .integer(connection), "method": .string(method),
      "key": key.map { .string($0) } ?? .null, "startMs": .number(startMs),
      "endMs": endMs.map { .number($0) } ?? .null, "outcome": .string(played), "ending": .string(endingWords),
    ]
  }
}
