import JSON
import Retry

extension Recovery {
  /// One strategy's outcome.
  struct Series {
    let strategy: Strategy
    let outcome: RecoveryOutcome
    let meanFifthRetryMs: Double

    /// When 50, 90, 99 and 100% of the clients had succeeded, in milliseconds.
    var timesMs: [Double?] { outcome.times.map { $0.map { Double($0) / 1_000 } } }

    /// Why the run ended with clients unserved, or nil if none were.
    var stopped: String? {
      let left = outcome.clients - outcome.succeeded
      guard left > 0 else { return nil }
      let clients = Wording.count(left, "client")
      switch outcome.cut {
      case nil: return "\(clients) gave up"
      case .requests: return "\(clients) unserved after \(Wording.count(outcome.sent)) requests, where the run ends"
      case .buckets:
        return "\(clients) unserved after \(Wording.count(RecoveryRun.mostBuckets)) buckets, where the run ends"
      }
    }

    var json: JSONValue {
      let times = timesMs.map { $0.map(JSONValue.number) ?? .null }
      return [
        "strategy": .string(strategy.rawValue), "peak": .integer(outcome.peak),
        "meanFifthRetryMs": .number(meanFifthRetryMs), "t50Ms": times[0], "t90Ms": times[1], "t99Ms": times[2],
        "t100Ms": times[3], "sent": .integer(outcome.sent), "sentDuringOutage": .integer(outcome.sentDuringOutage),
        "succeeded": .integer(outcome.succeeded), "gaveUp": .integer(outcome.gaveUp),
        "wasted": .integer(outcome.sent - outcome.succeeded), "stopped": stopped.map(JSONValue.string) ?? .null,
        "arrivals": .integers(outcome.arrivals), "served": .integers(outcome.served),
      ]
    }

    var row: [Table.Cell] {
      var cells: [Table.Cell] = [.text(strategy.label), .integer(outcome.peak), .number(meanFifthRetryMs, digits: 1)]
      for time in timesMs {
        if let time { cells.append(.number(time, digits: 1)) } else { cells.append(.none) }
      }
      for count in [outcome.sent, outcome.sentDuringOutage, outcome.sent - outcome.succeeded] {
        cells.append(.integer(count))
      }
      return cells
    }

    var words: String {
      let requests = "\(Wording.count(outcome.sent, "request"))"
      if let stopped { return "\(strategy.words): \(stopped) (\(requests))" }
      return "\(strategy.words) after \(Wording.milliseconds(timesMs[2] ?? 0)) with \(requests)"
    }
  }

  func report(_ arguments: Arguments, _ series: [Series]) -> Report {
    let bucketMs = arguments.integer("bucketMs")
    let recoverAtMs = arguments.integer("recoverAtMs")
    let capacity = arguments.integer("capacity")
    let clients = Wording.count(arguments.integer("clients"), "client")
    return Report(
      result: [
        "bucketMs": .integer(bucketMs), "recoverAtMs": .integer(recoverAtMs), "capacity": .integer(capacity),
        "series": .array(series.map(\.json)),
      ],
      reading: "\(clients), a server that is back at \(Wording.milliseconds(Double(recoverAtMs))) and serves "
        + "\(Wording.count(capacity)) in \(bucketMs) ms. 99% were served: "
        + series.map(\.words).joined(separator: "; ") + ".",
      tables: [
        Table(
          caption: "Recovery by strategy",
          columns: [
            "Strategy", "Peak (requests in \(bucketMs) ms)", "Mean fifth retry (ms)", "50% served (ms)",
            "90% served (ms)", "99% served (ms)", "All served (ms)", "Requests", "In the outage", "Wasted",
          ],
          rows: series.map(\.row))
      ])
  }
}
