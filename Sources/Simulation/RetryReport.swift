import JSON
package import Retry

/// What became of a request under a policy, as values, words and a table.
package struct RetryReport {
  private let result: RetryTimeline
  private let request: RetryRequest
  private let budget: SharedRetryBudget

  package init(_ result: RetryTimeline, of request: RetryRequest, budget: SharedRetryBudget) {
    self.result = result
    self.request = request
    self.budget = budget
  }

  /// More lines than this are not in the table; the values have all.
  private static let mostRows = 200

  package var report: Report { Report(result: json, reading: reading, tables: [timeline]) }

  private var json: JSONValue {
    [
      "attempts": .array(result.attempts.map(\.json)), "waits": .array(result.waits.map(\.json)),
      "stopped": .string(result.stopped), "stoppedAtMs": .milliseconds(result.stoppedAt),
      "succeeded": .bool(result.stopped == StopReason.succeeded.rawValue), "sent": .integer(result.sent),
      "arrived": .integer(result.attempts.count(where: \.arrived)),
      "waitedMs": .milliseconds(result.waits.reduce(0) { $0 + $1.length }),
      "requestsPerSecond": perSecond.map { .number($0) } ?? .null, "tokensLeft": tokens.map { .number($0) } ?? .null,
    ]
  }

  private var perSecond: Double? {
    result.stoppedAt == 0 ? nil : Double(result.sent) / (Double(result.stoppedAt) / 1e6)
  }

  private var tokens: Double? {
    let now = result.stoppedAt
    return budget.withLock { $0.milliTokens(at: now) }.map { Double($0) / 1_000 }
  }

  // MARK: Words

  private var reading: String {
    let attempts = Wording.count(result.attempts.count, "attempt")
    let time = Wording.milliseconds(Double(result.stoppedAt) / 1_000)
    let end = "It stopped \(RetryReport.why(result.stopped))."
    if result.attempts.count > 20, let perSecond {
      return "\(attempts) in \(time): \(Wording.count(Int(perSecond.rounded()))) requests a second. \(end)"
    }
    let waits = result.waits.map { wait in
      "\(Wording.milliseconds(Double(wait.length) / 1_000)) \(RetryReport.words(rule: wait.rule))"
    }
    let waited = waits.isEmpty ? "no wait" : "waits: \(waits.joined(separator: ", then "))"
    return "\(attempts) in \(time); \(waited). \(end)"
  }

  private static func words(rule: String) -> String {
    switch rule {
    case "retry-after": "as the server asked"
    case "connectivity": "for the network"
    default: "by backoff"
    }
  }

  /// Why a run ended, after "it stopped".
  static func why(_ stopped: String) -> String {
    guard let reason = StopReason(rawValue: stopped) else { return "only since nobody watched it any longer" }
    return switch reason {
    case .succeeded: "since it succeeded"
    case .notRetryable: "since another attempt would fail in the same way"
    case .notRepeatable: "since the request may have been done, and nothing makes it safe to send it twice"
    case .bodyNotReplayable: "since the body cannot be read a second time"
    case .attemptsSpent: "since it had made all its attempts"
    case .retryAfterTooLong: "since the server asks for a longer wait than is allowed"
    case .deadline: "since the next attempt could not begin before the deadline"
    case .budgetSpent: "since the retry budget was spent"
    case .notConnected: "since the device stayed offline"
    case .cancelled: "since the user gave up"
    }
  }

  // MARK: Table

  private var timeline: Table {
    var rows: [[Table.Cell]] = []
    var waits = result.waits[...]
    for attempt in result.attempts {
      guard rows.count < RetryReport.mostRows else { break }
      rows.append(line("Attempt \(attempt.number)", attempt.start, attempt.end, attempt.outcome, comment(attempt)))
      if let wait = waits.first, wait.start >= attempt.start {
        waits.removeFirst()
        rows.append(line("Wait", wait.start, wait.end, wait.rule, RetryReport.words(rule: wait.rule)))
      }
    }
    let isCut = result.attempts.count + result.waits.count > rows.count
    let end = RetryReport.why(result.stopped)
    rows.append(line("Stop", result.stoppedAt, result.stoppedAt, result.stopped, end))
    return Table(
      caption: isCut ? "The first \(RetryReport.mostRows) attempts and waits" : "Attempts and waits",
      columns: ["Step", "From (ms)", "To (ms)", "Outcome or rule", "Why"], rows: rows)
  }

  private func line(_ name: String, _ from: Int64, _ to: Int64, _ what: String, _ why: String) -> [Table.Cell] {
    [
      .text(name), .number(Double(from) / 1_000, digits: 1), .number(Double(to) / 1_000, digits: 1), .text(what),
      .text(why),
    ]
  }

  private func comment(_ attempt: RetryTimeline.Attempt) -> String {
    var parts: [String] = []
    if let failure = attempt.failure { parts.append(Classification(failure, of: request).reason) }
    if let refusal = attempt.refusal { parts.append("Retry-After is refused: \(refusal)") }
    return parts.joined(separator: "; ")
  }
}

extension RetryTimeline.Attempt {
  fileprivate var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("number", .integer(number)), JSONMember("startMs", .milliseconds(start)),
      JSONMember("endMs", .milliseconds(end)), JSONMember("outcome", .string(outcome)),
      JSONMember("arrived", .bool(arrived)), JSONMember("answered", .bool(answered)),
    ]
    if let retryAfter { members.append(JSONMember("retryAfter", .string(retryAfter))) }
    if let refusal { members.append(JSONMember("retryAfterRefused", .string(refusal.description))) }
    return .object(members)
  }
}

extension RetryTimeline.Wait {
  fileprivate var json: JSONValue {
    [
      "ms": .milliseconds(length), "rule": .string(rule), "startMs": .milliseconds(start),
      "endMs": .milliseconds(end),
    ]
  }
}

extension JSONValue {
  /// A time in microseconds as milliseconds.
  static func milliseconds(_ microseconds: Int64) -> JSONValue {
    microseconds % 1_000 == 0 ? .integer(Int(microseconds / 1_000)) : .number(Double(microseconds) / 1_000)
  }
}
