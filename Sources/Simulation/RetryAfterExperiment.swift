import JSON
import Retry

/// One Retry-After value and a clock: how long to wait, or why the value is refused.
package struct RetryAfterExperiment: Experiment {
  package let id = "retry-after"
  package let title = "Reading Retry-After"
  package let question =
    "A server answers with this Retry-After: how long is the wait, and what would a naive reading do?"

  package init() {}

  package let schema = Schema(
    [
      Parameter(
        "value", "Retry-After", .text(maxBytes: 200, default: "120"),
        meaning: "The field's value: whole seconds or an HTTP date."),
      Parameter(
        "now", "Now", .text(maxBytes: 40, default: "2026-11-30T12:00:00Z"),
        meaning: "The client's wall clock when the answer comes, as RFC 3339 has it, such as 2026-11-30T12:00:00Z."),
      Parameter(
        "limitMs", "Longest wait", unit: "ms", .optionalInteger(0...86_400_000),
        meaning: "A client stops rather than wait longer than this; left out, it waits for any time."),
    ], isSeeded: false)

  package func faults(in arguments: Arguments) -> [Fault] {
    InternetTime.date(arguments.text("now")) == nil
      ? [Fault("now", "must be a time as RFC 3339 has it, such as 2026-11-30T12:00:00Z")] : []
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let value = arguments.text("value")
    guard let now = InternetTime.date(arguments.text("now")) else { throw InvalidParameters(faults(in: arguments)) }
    let naive = NaiveRetryAfter(value, now: now)
    do throws(RetryAfter.Refusal) {
      let read = try RetryAfter(value, now: now)
      let limit = arguments.optionalInteger("limitMs").map { Duration.milliseconds($0) }
      return report(value, now, .success(read), naive, isTooLong: limit.map { read.wait > $0 } ?? false)
    } catch {
      return report(value, now, .failure(error), naive, isTooLong: false)
    }
  }

  private func report(
    _ value: String, _ now: HTTPDate, _ read: Result<RetryAfter, RetryAfter.Refusal>, _ naive: NaiveRetryAfter,
    isTooLong: Bool
  ) -> Report {
    var (form, wait, refusal) = (JSONValue.null, JSONValue.null, JSONValue.null)
    var (why, action, found) = ("", "wait", "")
    switch read {
    case .success(let read):
      let seconds = read.wait.components.seconds
      (form, wait) = (.string(read.form.rawValue), .integer(Int(seconds) * 1_000))
      action = isTooLong ? "stop" : "wait"
      found = "\(Wording.count(Int(seconds), "second")), read as \(read.form.words)"
      if isTooLong { found += ", which is longer than the client waits: it stops" }
    case .failure(let error):
      (refusal, action, why) = (.string(error.rawValue), "backoff", error.description)
      found = "refused, since \(why); the client waits by its own backoff"
    }
    let result: JSONValue = [
      "form": form, "waitMs": wait, "refused": refusal, "reason": why.isEmpty ? .null : .string(why),
      "action": .string(action), "naive": naive.json,
    ]
    let rows: [[Table.Cell]] = [
      [.text("This course's reading"), .text(found)],
      [.text("Int(value)"), .text(naive.int.map { Wording.count($0, "second") } ?? "nothing")],
      [
        .text("DateFormatter"),
        .text(naive.dateFormatter.map { "\(Wording.count($0, "second")) from now" } ?? "nothing"),
      ],
    ]
    return Report(
      result: result, reading: "Retry-After “\(Excerpt.text(value))” at \(now.imfFixdate): \(found).",
      tables: [Table(caption: "One value, three readings", columns: ["Reading", "Wait"], rows: rows)])
  }
}

extension RetryAfter.Form {
  fileprivate var words: String {
    switch self {
    case .delaySeconds: "whole seconds"
    case .imfFixdate: "a date (IMF-fixdate)"
    case .rfc850: "a date (RFC 850, obsolete)"
    case .asctime: "a date (asctime, obsolete)"
    }
  }
}
