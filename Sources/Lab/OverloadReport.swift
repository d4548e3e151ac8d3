import JSON
import Simulation

/// What an `overload` run came to.
struct OverloadReport {
  let arguments: Arguments
  /// Requests a second.
  let capacity: Double
  let outcomes: [OverloadRun.Outcome]

  private var loads: [Int] { arguments.integers("loads") }
  private var stepSeconds: Double { Double(arguments.integer("stepMs")) / 1_000 }

  var report: Report {
    Report(
      result: [
        "capacityPerSecond": .number(rounded(capacity)), "loadPercent": .integers(loads),
        "series": .array(outcomes.map(json)),
      ],
      reading: reading, tables: outcomes.map(table))
  }

  private var reading: String {
    let heaviest = loads.indices.max { loads[$0] < loads[$1] } ?? 0
    let shares = outcomes.map { share($0.steps[heaviest]) }
    return "Two threads answered \(Int(capacity.rounded())) requests a second. At \(loads[heaviest]) % of that, "
      + "the pool that refuses what it cannot answer in time still answered \(percent(shares[0])) of its capacity in time; "
      + "the one that takes everything in, \(percent(shares[1]))."
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  /// What was answered in time, as a share of the capacity.
  private func share(_ step: OverloadRun.Step) -> Double { Double(step.inTime) / stepSeconds / capacity }

  private func json(_ outcome: OverloadRun.Outcome) -> JSONValue {
    let perSecond = { (count: (OverloadRun.Step) -> Int) -> JSONValue in
      .numbers(outcome.steps.map { rounded(Double(count($0)) / stepSeconds) })
    }
    return [
      "admission": .bool(outcome.variant == .admission), "offered": perSecond { $0.sent },
      "goodput": perSecond { $0.inTime }, "refused": perSecond { $0.refused },
      "late": perSecond { $0.sent - $0.refused - $0.inTime },
      "goodputShare": .numbers(outcome.steps.map { rounded(share($0) * 100) / 100 }),
      "waitP95Ms": .array(outcome.steps.map { $0.waitP95.map { .number(rounded($0)) } ?? .null }),
    ]
  }

  private func table(_ outcome: OverloadRun.Outcome) -> Table {
    Table(
      caption: outcome.variant == .admission
        ? "With admission control, requests a second" : "Without admission control, requests a second",
      columns: [
        "Load (% of the capacity)", "Sent", "Answered in time", "Refused at once", "Too late",
        "Share of the capacity (%)",
        "Wait of those in time, 95th percentile (ms)",
      ],
      rows: zip(loads, outcome.steps).map { load, step in
        let late = step.sent - step.refused - step.inTime
        let counts = [step.sent, step.inTime, step.refused, late].map { count -> Table.Cell in
          .number(Double(count) / stepSeconds, digits: 0)
        }
        return [.integer(load)] + counts
          + [.number(share(step) * 100, digits: 0), step.waitP95.map { .number($0, digits: 1) } ?? .none]
      })
  }

  private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

extension OverloadRun.Step {
  /// The wait that nineteen of twenty did not pass; nil if none was answered in time.
  fileprivate var waitP95: Double? {
    waits.isEmpty ? nil : waits.sorted()[(waits.count * 95 + 99) / 100 - 1]
  }
}
