import JSON
import Retry

/// The order that came twice: the request arrives, the response is lost, and the client sends again.
package struct LostResponse: Experiment {
  package let id = "lost-response"
  package let title = "The order that came twice"
  package let question = "The server acts, its answer is lost, the client sends again: how many orders are there?"

  package init() {}

  package let schema = Schema(
    [
      Parameter(
        "attempts", "Attempts", .integer(1...10, default: 3),
        meaning: "How often the client sends its order at most, the first time included."),
      .item, .key,
      Parameter(
        "lostResponses", "Lost messages", .integer(0...10, default: 1),
        meaning: "How many of the first attempts lose one."),
      Parameter(
        "lost", "What is lost",
        .choice(
          [.init("response", "The response: the server has acted"), .init("request", "The request: it never arrives")],
          default: "response"),
        meaning: "Which message is lost; the client cannot tell."),
      Parameter(
        "honoursKeys", "Server honours keys", .flag(default: true),
        meaning: "Whether the server acts once for each key; else it ignores them."),
    ], isSeeded: false)

  package func faults(in arguments: Arguments) -> [Fault] { arguments.keyFaults + arguments.itemFaults }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let exchange = OrderExchange(
      item: arguments.text("item"), key: arguments.key,
      policy: RetryPolicy(maxAttempts: arguments.integer("attempts"), repeatsAnyRequest: true),
      trouble: arguments.text("lost") == "response" ? .responseLost : .requestLost,
      disturbed: arguments.integer("lostResponses"), serverHonoursKeys: arguments.flag("honoursKeys"))
    let result = exchange.run()
    let records = Wording.count(result.records.count, "record")
    let listed = result.records.isEmpty ? "" : ": \(Wording.list(result.records))"
    let end = result.stopped == .succeeded ? "" : " The client never got an answer."
    return Report(
      result: [
        "attempts": .integer(result.attempts), "records": .strings(result.records),
        "succeeded": .bool(result.stopped == .succeeded), "observations": .strings(result.observations),
        "steps": .array(result.steps.map(\.json)),
      ],
      reading: "\(Wording.count(result.attempts, "attempt")) left \(records) at the server\(listed).\(end)",
      tables: [OrderExchange.table("Step by step", result.steps)])
  }
}

extension OrderExchange {
  static func table(_ caption: String, _ steps: [Step]) -> Table {
    Table(
      caption: caption, columns: ["Step", "From", "To", "What", "Arrived"],
      rows: steps.enumerated().map { index, step in
        let arrived = step.from == step.to ? "" : step.lost ? "no" : "yes"
        return [.integer(index + 1), .text(step.from), .text(step.to), .text(step.what), .text(arrived)]
      })
  }
}
