import JSON

/// Is an operation sensitive to repetition, or to order? Each is applied once, twice, and with another in both orders.
package struct Replay: Experiment {
  package let id = "replay"
  package let title = "Again, or in another order"
  package let question = "What changes when an operation is applied twice, or after another that was sent later?"

  package init() {}

  package let schema = Schema(
    [
      Parameter(
        "operations", "Operations",
        .choices(
          ReplayOperation.catalogue.map { .init($0.name, $0.label) }, default: ReplayOperation.catalogue.map(\.name)),
        meaning: "Which operations to try."),
      .item,
      Parameter(
        "key", "Idempotency key", .text(maxBytes: 255, default: "k-9"),
        meaning: "The key of the order that has one; not empty."
      ).matching("^[ -~]+$"),
      Parameter(
        "balance", "Balance", .integer(0...1_000, default: 3),
        meaning: "What a budget, a counter or an account holds at first."),
    ], isSeeded: false)

  package func faults(in arguments: Arguments) -> [Fault] {
    let missing = arguments.text("key").isEmpty ? [Fault("key", "must not be empty: one of the orders has a key")] : []
    return arguments.itemFaults + arguments.keyFaults + missing
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let setting = ReplaySetting(
      item: arguments.text("item"), key: arguments.text("key"), balance: arguments.integer("balance"))
    let names = arguments.texts("operations")
    let outcomes = ReplayOperation.catalogue.filter { names.contains($0.name) }.map { ($0, $0.play(setting)) }
    let counts = ReplayOutcome.Sensitivity.allCases.map { kind in
      (kind, outcomes.count { $0.1.sensitivity == kind })
    }
    return Report(
      result: [
        "operations": .array(
          outcomes.map { operation, outcome in
            [
              "operation": .string(operation.name), "label": .string(operation.label),
              "other": .string(operation.other), "once": outcome.once,
              "twice": outcome.twice, "ab": outcome.ab, "ba": outcome.ba,
              "sensitivity": .string(outcome.sensitivity.rawValue), "why": .string(operation.why),
            ]
          }),
        "counts": .object(counts.map { JSONMember($0.rawValue, .integer($1)) }),
      ],
      reading: "Of \(Wording.count(outcomes.count, "operation")): "
        + Wording.list(counts.filter { $0.1 > 0 }.map { "\($1) \($0.rawValue)" }) + ".",
      tables: [
        Table(
          caption: "Each operation a, applied once, twice, and with another, b, in both orders",
          columns: ["Operation a", "Operation b", "a once", "a twice", "a, then b", "b, then a", "Sensitivity", "Why"],
          rows: outcomes.map { operation, outcome in
            [
              .text(operation.label), .text(operation.other), .text(outcome.once.shown),
              .text(outcome.twice.shown), .text(outcome.ab.shown), .text(outcome.ba.shown),
              .text(outcome.sensitivity.rawValue), .text(operation.why),
            ]
          })
      ])
  }
}

extension JSONValue {
  /// A state as a table shows it.
  fileprivate var shown: String {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .strings(let texts): "[\(texts.joined(separator: ", "))]"
    case .bool(let flag): flag ? "on" : "off"
    default: ""
    }
  }
}
