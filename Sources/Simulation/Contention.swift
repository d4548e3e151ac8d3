import JSON
import Retry

/// The published simulator's own experiment: clients contend for one row with optimistic concurrency, and back off after
/// each conflict (Brooker, "Exponential Backoff And Jitter", 2015).
package struct Contention: Experiment {
  package let id = "contention"
  package let title = "Writers that get in each other's way"
  package let question =
    "Clients change one row, and only one of them can at a time: how many calls, and how long, until all have?"

  /// The most clients of one run.
  static let mostClients = 500

  package init() {}

  package let schema = Schema([
    Parameter(
      "clients", "Clients", unit: "clients", .integers(1...mostClients, count: 1...10, default: [10, 25, 50, 100]),
      meaning: "How many clients contend; one or several numbers, each a run of its own."),
    Parameter(
      "strategy", "Backoff strategies",
      .choices(
        Strategy.allCases.map { .init($0.rawValue, $0.label, aliases: $0 == .immediate ? ["none"] : []) },
        default: [Strategy.immediate, .exponential, .equal, .full, .decorrelated].map(\.rawValue)),
      meaning:
        "How each client chooses its wait after a conflict, base 5 ms and cap 2,000 ms; one or several, compared."),
    Parameter(
      "runs", "Runs", unit: "runs", .integer(1...1_000, default: 60),
      meaning: "How many runs, each with other random numbers, the figures are means of."),
  ])

  /// The most calls that a request may come to, as estimated: clients that never wait need about clients² / 4.
  static let mostCalls = 20_000_000

  package func faults(in arguments: Arguments) -> [Fault] {
    let perRun = arguments.integers("clients").reduce(0) { $0 + $1 * $1 / 4 + 4 * $1 } * arguments.strategies.count
    guard perRun * arguments.integer("runs") > Contention.mostCalls else { return [] }
    return [
      Fault(
        "runs",
        "must be at most \(max(1, Contention.mostCalls / perRun)) with so many clients and strategies;"
          + " was \(arguments.integer("runs"))")
    ]
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let sizes = arguments.integers("clients")
    let strategies = arguments.strategies
    var series: [Series] = []
    for strategy in strategies {
      var one = Series(strategy: strategy, clients: sizes)
      for size in sizes {
        let part = monitor.part(series.count * sizes.count + one.calls.count, of: strategies.count * sizes.count)
        one.add(try mean(strategy, size, arguments, part))
      }
      series.append(one)
    }
    return report(arguments, series)
  }

  /// The means of calls and of the time in milliseconds.
  private func mean(
    _ strategy: Strategy, _ clients: Int, _ arguments: Arguments, _ monitor: RunMonitor
  ) throws(RunStopped) -> (calls: Double, timeMs: Double) {
    let backoff = Backoff(strategy, base: .milliseconds(5), cap: .milliseconds(2_000))
    let draws = Draws(seed: arguments.seed)
    let runs = arguments.integer("runs")
    let parts = try monitor.inBlocks(runs) {
      (calls: 0, time: Int64(0))
    } work: { sums, run in
      let outcome = ContentionRun(clients: clients, backoff: backoff, draws: draws, run: run).outcome()
      sums.calls += outcome.calls
      sums.time += outcome.time
    }
    let calls = parts.reduce(0) { $0 + $1.calls }
    let time = parts.reduce(0) { $0 + $1.time }
    return (Double(calls) / Double(runs), Double(time / Int64(runs)) / 1_000)
  }

  private struct Series {
    let strategy: Strategy
    let clients: [Int]
    var calls: [Double] = []
    var timesMs: [Double] = []

    init(strategy: Strategy, clients: [Int]) {
      self.strategy = strategy
      self.clients = clients
    }

    mutating func add(_ mean: (calls: Double, timeMs: Double)) {
      calls.append(mean.calls)
      timesMs.append(mean.timeMs)
    }

    var json: JSONValue {
      [
        "strategy": .string(strategy.rawValue), "clients": .integers(clients), "calls": .numbers(calls),
        "timeMs": .numbers(timesMs),
      ]
    }

    var rows: [[Table.Cell]] {
      clients.indices.map { index -> [Table.Cell] in
        [
          .text(strategy.label), .integer(clients[index]), .number(calls[index], digits: 1),
          .number(timesMs[index], digits: 1),
        ]
      }
    }
  }

  private func report(_ arguments: Arguments, _ series: [Series]) -> Report {
    let sizes = arguments.integers("clients")
    let largest = sizes.indices.max { sizes[$0] < sizes[$1] } ?? 0
    let words = series.map { one in
      "\(one.strategy.words) \(Wording.count(Int(one.calls[largest].rounded()))) calls in "
        + Wording.milliseconds(one.timesMs[largest])
    }
    return Report(
      result: ["series": .array(series.map(\.json))],
      reading: "Until each of \(Wording.count(sizes[largest], "client")) had written once, it took, in the mean of "
        + "\(Wording.count(arguments.integer("runs"), "run")): \(words.joined(separator: "; ")).",
      tables: [
        Table(
          caption: "Calls and time until every client has written",
          columns: ["Strategy", "Clients", "Calls (mean)", "Time (ms, mean)"], rows: series.flatMap(\.rows))
      ])
  }
}
