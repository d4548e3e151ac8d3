import JSON
import Retry

/// What a client can know: one world where the response was lost, one where the request never arrived.
package struct TwoWorlds: Experiment {
  package let id = "two-worlds"
  package let title = "Two worlds, one observation"
  package let question = "A request timed out: can the client tell whether the server has acted?"

  package init() {}

  package let schema = Schema(
    [
      Parameter(
        "failure", "Where it never arrived, the client sees",
        .choice(
          [.init("timeout", "A timeout, as where the response is lost"), .init("refused", "A refused connection")],
          default: "timeout"),
        meaning: "What the client observes in the world where the request never arrives."),
      .item, .key,
      Parameter(
        "client", "Client",
        .choice(
          [
            .init("careful", "Sends again only what is safe to repeat"),
            .init("hasty", "Sends again whatever happened"),
          ], default: "careful"),
        meaning: "What the client does after it saw the failure."),
      Parameter(
        "attempts", "Attempts", .integer(1...10, default: 3), meaning: "How often the client sends its order at most."),
    ], isSeeded: false)

  package func faults(in arguments: Arguments) -> [Fault] { arguments.keyFaults + arguments.itemFaults }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let policy = RetryPolicy(
      maxAttempts: arguments.integer("attempts"), repeatsAnyRequest: arguments.text("client") == "hasty")
    let troubles: [OrderExchange.Trouble] = [
      .responseLost, arguments.text("failure") == "refused" ? .refused : .requestLost,
    ]
    let worlds = troubles.map { trouble in
      World(
        trouble: trouble, request: RetryRequest(.post, key: arguments.key),
        result: OrderExchange(
          item: arguments.text("item"), key: arguments.key, policy: policy, trouble: trouble, disturbed: 1,
          serverHonoursKeys: true
        ).run())
    }
    return report(worlds[0], worlds[1])
  }

  private struct World {
    let trouble: OrderExchange.Trouble
    let request: RetryRequest
    let result: OrderExchange.Result

    var name: String { trouble == .responseLost ? "response-lost" : "request-lost" }
    var label: String { trouble == .responseLost ? "The response was lost" : "The request never arrived" }
    var observation: String { result.observations[0] }
    /// What the client's user is told in the end.
    var message: String {
      result.failure.map { Classification($0, of: request).message.text } ?? "The order was placed."
    }

    var json: JSONValue {
      [
        "world": .string(name), "label": .string(label), "observation": .string(observation),
        "attempts": .integer(result.attempts), "ledgerAfterFirst": .strings(result.recordsAfterFirst),
        "ledger": .strings(result.records), "stopped": .string(result.stopped.rawValue), "message": .string(message),
        "steps": .array(result.steps.map(\.json)),
      ]
    }
  }

  private func report(_ lost: World, _ never: World) -> Report {
    let observationEqual = lost.observation == never.observation
    let ledgerEqual = lost.result.records == never.result.records
    let seen =
      observationEqual
      ? "The client sees the same in both worlds (\(lost.observation))"
      : "The client sees \(lost.observation) in one world and \(never.observation) in the other"
    let kept =
      ledgerEqual
      ? "the server's ledger is the same in the end: \(shown(lost.result.records))"
      : "the server's ledger is not the same: \(shown(lost.result.records)) or \(shown(never.result.records))"
    return Report(
      result: [
        "observationEqual": .bool(observationEqual), "ledgerEqual": .bool(ledgerEqual),
        "ledgerEqualAfterFirst": .bool(lost.result.recordsAfterFirst == never.result.recordsAfterFirst),
        "worlds": .array([lost.json, never.json]),
      ],
      reading: "\(seen); \(kept).",
      tables: [
        Table(
          caption: "Two worlds",
          columns: [
            "World", "The client first sees", "Attempts", "Ledger after the first", "Ledger in the end",
            "The user is told",
          ],
          rows: [lost, never].map { world in
            [
              .text(world.label), .text(world.observation), .integer(world.result.attempts),
              .text(shown(world.result.recordsAfterFirst)), .text(shown(world.result.records)), .text(world.message),
            ]
          })
      ] + [lost, never].map { OrderExchange.table("Step by step: \($0.label)", $0.result.steps) })
  }

  private func shown(_ records: [String]) -> String { records.isEmpty ? "nothing" : records.joined(separator: ", ") }
}
