import JSON
import Retry

/// What a retry budget does to an outage: requests that may be sent several times, under one budget or another.
package struct BudgetExperiment: Experiment {
  package let id = "budget"
  package let title = "What a retry budget does to an outage"
  package let question = "How many requests reach a failing service if all retries together have a budget?"

  package init() {}

  package let schema = Schema(
    [
      Parameter(
        "requests", "Requests", unit: "requests", .integer(1...1_000_000, default: 10_000),
        meaning: "How many requests the client's users make."),
      Parameter(
        "failureRate", "Failure rate", .number(0...1, default: 1),
        meaning: "The chance of each attempt to fail, whatever the load: 1 is an outage."),
      Parameter(
        "attempts", "Attempts", unit: "per request", .integer(1...10, default: 3),
        meaning: "How many times a request is sent at most, the first included."),
      Parameter(
        "budget", "Budgets",
        .choices(
          BudgetKind.allCases.map { .init($0.rawValue, $0.label) }, default: BudgetKind.allCases.map(\.rawValue)),
        meaning: "What all requests together may spend on retries; one or several, compared."),
    ]
      + RetryBudgetParameters.all(default: "none").filter {
        ["ratio", "capacity", "maxTokens", "tokenRatio", "cost"].contains($0.name)
      } + [
        Parameter(
          "ttlMs", "Finagle's time to live", unit: "ms", .integer(1_000...60_000, default: 10_000),
          meaning: "How long a request counts in Finagle's budget of a fifth of the requests and ten a second."),
        Parameter(
          "requestsPerSecond", "Load", unit: "requests a second", .integer(1...100_000, default: 100),
          meaning: "How many requests start each second, for the budgets of Finagle and Envoy, which need time."),
        Parameter(
          "concurrency", "Concurrency", unit: "requests", .integer(1...100_000, default: 20),
          meaning: "How many requests are under way at once without retries, for the budgets of Finagle and Envoy."),
      ])

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let kinds = arguments.texts("budget").compactMap(BudgetKind.init(rawValue:))
    var series: [Series] = []
    for (index, kind) in kinds.enumerated() {
      let outcome = try model(kind, arguments).outcome(monitor.part(index, of: kinds.count))
      series.append(Series(kind: kind, outcome: outcome))
    }
    return report(arguments, series)
  }

  /// Tokens are read at most a thousand times, and at the end.
  private func step(_ arguments: Arguments) -> Int { (arguments.integer("requests") + 999) / 1_000 }

  private func model(_ kind: BudgetKind, _ arguments: Arguments) -> BudgetRun {
    BudgetRun(
      requests: arguments.integer("requests"), failureRate: arguments.number("failureRate"),
      attempts: arguments.integer("attempts"), rule: kind.rule(arguments), draws: Draws(seed: arguments.seed),
      step: step(arguments),
      timing: kind.needsTime
        ? .init(
          requestsPerSecond: arguments.integer("requestsPerSecond"), concurrency: arguments.integer("concurrency"))
        : nil)
  }

  private struct Series {
    let kind: BudgetKind
    let outcome: BudgetOutcome

    var amplification: Double { Double(outcome.sent) / Double(outcome.requests) }

    var json: JSONValue {
      [
        "budget": .string(kind.rawValue), "sent": .integer(outcome.sent), "amplification": .number(amplification),
        "retries": .integer(outcome.retries), "denied": .integer(outcome.denied),
        "successes": .integer(outcome.successes), "failures": .integer(outcome.failures),
        "tokens": .numbers(outcome.milliTokens.map { Double($0) / 1_000 }),
      ]
    }

    var row: [Table.Cell] {
      [
        .text(kind.label), .integer(outcome.sent), .number(amplification, digits: 3), .integer(outcome.retries),
        .integer(outcome.denied), .integer(outcome.successes),
        outcome.milliTokens.last.map { .number(Double($0) / 1_000, digits: 1) } ?? .none,
      ]
    }

    var words: String {
      let denied = outcome.denied > 0 ? ", \(Wording.count(outcome.denied)) retries denied" : ""
      return "\(Wording.count(outcome.sent)) with \(kind.words) (\(Wording.decimal(amplification)) for each\(denied))"
    }
  }

  private func report(_ arguments: Arguments, _ series: [Series]) -> Report {
    let requests = arguments.integer("requests")
    let step = step(arguments)
    let readings = Array(stride(from: 0, to: requests, by: step)) + [requests]
    return Report(
      result: ["atRequest": .integers(readings), "series": .array(series.map(\.json))],
      reading:
        "\(Wording.count(requests, "request")) of up to \(Wording.count(arguments.integer("attempts"), "attempt")),"
        + " \(Wording.percent(arguments.number("failureRate"))) of which fail. Sent: "
        + series.map(\.words).joined(separator: "; ") + ".",
      tables: [
        Table(
          caption: "Requests by budget",
          columns: [
            "Budget", "Sent", "Sent for each request", "Retries", "Retries denied", "Requests that succeeded",
            "Tokens at the end",
          ],
          rows: series.map(\.row))
      ])
  }
}
