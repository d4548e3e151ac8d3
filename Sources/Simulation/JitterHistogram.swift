import JSON
import Retry

/// A herd that failed together: N clients fail at t = 0 and each retries so many times; nothing succeeds. How their
/// requests spread over time is a matter of the backoff strategy alone (Brooker, "Exponential Backoff And Jitter", 2015).
package struct JitterHistogram: Experiment {
  package let id = "jitter-histogram"
  package let title = "A herd that failed together"
  package let question = "Clients fail at the same moment: how many of their retries arrive at the same moment again?"

  /// The most retries that one run draws; strategies without jitter draw none.
  package static let mostSends = 200_000_000
  /// The most buckets in a result.
  package static let mostBuckets = 100_000

  package init() {}

  package let schema = Schema([
    Parameter(
      "clients", "Clients", unit: "clients", .integer(1...10_000_000, default: 1_000),
      meaning: "How many clients fail at time 0."),
    Parameter(
      "retries", "Retries", unit: "per client", .integer(1...20, default: 5),
      meaning: "How many times each client tries again; nothing succeeds."),
    .base, .cap, .bucket,
    .strategies(default: Strategy.allCases),
  ])

  package func faults(in arguments: Arguments) -> [Fault] {
    var faults = arguments.capFaults
    let herds = arguments.strategies.map { herd($0, arguments) }
    let most = JitterHistogram.mostBuckets
    if let widest = herds.max(by: { $0.bucketCount < $1.bucketCount }), faults.isEmpty, widest.bucketCount > most {
      let span = Int(widest.table.latest) / 1_000
      faults.append(
        Fault(
          "bucketMs",
          "must be at least \(span / most + 1), so that \(span) ms of retries need at most \(most) buckets; was \(widest.bucketMs)"
        ))
    }
    let drawing = max(1, arguments.strategies.count(where: \.isRandom))
    let perClient = drawing * arguments.integer("retries")
    if perClient * arguments.integer("clients") > JitterHistogram.mostSends {
      faults.append(
        Fault(
          "clients",
          "must be at most \(JitterHistogram.mostSends / perClient) with so many retries and strategies"
            + " (a run draws at most \(JitterHistogram.mostSends) retries); was \(arguments.integer("clients"))"))
    }
    return faults
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let strategies = arguments.strategies
    // The peak that everything is compared to, whether or not it was asked for.
    let exponential = try herd(.exponential, arguments).count(RunMonitor())
    var series: [Series] = []
    for (index, strategy) in strategies.enumerated() {
      let count = try herd(strategy, arguments).count(monitor.part(index, of: strategies.count))
      series.append(
        Series(
          strategy: strategy, count: count, peakRatio: Double(count.peak) / Double(exponential.peak),
          clients: arguments.integer("clients"), bucketMs: arguments.integer("bucketMs")))
    }
    return report(arguments, series)
  }

  private func herd(_ strategy: Strategy, _ arguments: Arguments) -> Herd {
    let retries = arguments.integer("retries")
    return Herd(
      clients: arguments.integer("clients"), retries: retries, bucketMs: arguments.integer("bucketMs"),
      table: WaitTable(
        strategy, baseMs: arguments.integer("baseMs"), capMs: arguments.integer("capMs"), retries: retries),
      draws: Draws(seed: arguments.seed))
  }

  /// One strategy's outcome.
  private struct Series {
    let strategy: Strategy
    let count: HerdCount
    let peakRatio: Double
    let clients: Int
    let bucketMs: Int

    /// When the buckets with the highest count begin, the first twenty of them.
    var peaksAtMs: [Int] {
      let peak = count.peak
      return Array(count.counts.indices.lazy.filter { count.counts[$0] == peak }.prefix(20)).map { $0 * bucketMs }
    }

    var meanLastRetryMs: Double { count.meanLastRetryMs(clients: clients) }

    var json: JSONValue {
      [
        "strategy": .string(strategy.rawValue), "counts": .integers(count.counts), "peak": .integer(count.peak),
        "peakRatio": .number(peakRatio), "peakAtMs": .integer(peaksAtMs[0]), "peaksAtMs": .integers(peaksAtMs),
        "total": .integer(count.total), "meanLastRetryMs": .number(meanLastRetryMs),
      ]
    }

    var row: [Table.Cell] {
      [
        .text(strategy.label), .integer(count.peak), .integer(peaksAtMs[0]), .number(peakRatio, digits: 3),
        .integer(count.total), .number(meanLastRetryMs, digits: 1),
      ]
    }
  }

  private func report(_ arguments: Arguments, _ series: [Series]) -> Report {
    let bucketMs = arguments.integer("bucketMs")
    let peaks = series.map { one in
      let times = one.peaksAtMs.count
      let often = times == 1 ? "" : times < 20 ? ", \(Wording.over(times))" : ", many times over"
      return "\(one.strategy.words) \(Wording.count(one.count.peak))\(often)"
        + (one.strategy == .exponential ? "" : " (\(Wording.percent(one.peakRatio)) of exponential's peak)")
    }
    let clients = Wording.count(arguments.integer("clients"), "client")
    return Report(
      result: ["bucketMs": .integer(bucketMs), "series": .array(series.map(\.json))],
      reading: "\(clients) failed together. Requests in the busiest \(bucketMs) ms: \(peaks.joined(separator: "; ")).",
      tables: [
        Table(
          caption: "Retries by strategy",
          columns: [
            "Strategy", "Peak (requests in \(bucketMs) ms)", "First at (ms)", "Share of exponential's peak",
            "Requests in all", "Mean time of the last retry (ms)",
          ],
          rows: series.map(\.row))
      ])
  }
}
