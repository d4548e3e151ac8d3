import JSON
import Retry

/// The herd of `jitter-histogram` meets a server that comes back with a capacity: whoever is refused backs off again.
package struct Recovery: Experiment {
  package let id = "recovery"
  package let title = "The herd meets a server that comes back"
  package let question = "A server is back from an outage: how soon has it served everyone, and at what cost?"

  /// The most requests of one run, shared evenly by the strategies that draw them.
  package static let mostSends = 200_000_000

  /// All but `immediate`, which never lets time pass: only a limit of attempts ends it.
  private static let defaults: [Strategy] = [.constant, .exponential, .full, .equal, .decorrelated]

  package init() {}

  package let schema = Schema([
    Parameter(
      "clients", "Clients", unit: "clients", .integer(1...10_000_000, default: 1_000),
      meaning: "How many clients fail at time 0."),
    .base, .cap, .bucket,
    .strategies(default: defaults),
    Parameter(
      "recoverAtMs", "Back at", unit: "ms", .integer(0...3_600_000, default: 1_500),
      meaning: "When the server serves again, a multiple of the bucket; until then it refuses every request."),
    Parameter(
      "capacity", "Capacity", unit: "requests per bucket", .integer(1...10_000_000, default: 60),
      meaning: "How many requests the server can serve in a bucket, in order of arrival; it refuses the others."),
    Parameter(
      "maxAttempts", "Attempts", unit: "per client", .optionalInteger(1...100_000),
      meaning: "How many requests a client sends at most, the one that failed at time 0 included; no limit if left out."
    ),
  ])

  package func faults(in arguments: Arguments) -> [Fault] {
    var faults = arguments.capFaults
    let bucketMs = arguments.integer("bucketMs")
    let recoverAtMs = arguments.integer("recoverAtMs")
    let most = RecoveryRun.mostBuckets
    if recoverAtMs % bucketMs != 0 {
      faults.append(Fault("recoverAtMs", "must be a multiple of bucketMs, \(bucketMs); was \(recoverAtMs)"))
    } else if recoverAtMs / bucketMs >= most {
      faults.append(
        Fault("recoverAtMs", "must be below \(most * bucketMs), \(most) buckets of bucketMs; was \(recoverAtMs)"))
    }
    if arguments.strategies.contains(.immediate) && arguments.optionalInteger("maxAttempts") == nil {
      faults.append(Fault("maxAttempts", "must be given with the strategy immediate, which would try for ever at once"))
    }
    return faults
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let strategies = arguments.strategies
    var series: [Series] = []
    for (index, strategy) in strategies.enumerated() {
      let part = monitor.part(index, of: strategies.count)
      let mean = try meanFifthRetry(strategy, arguments, part.part(0, of: 5))
      let outcome = try model(strategy, arguments).outcome(part.part(1..<5, of: 5))
      series.append(Series(strategy: strategy, outcome: outcome, meanFifthRetryMs: mean))
    }
    return report(arguments, series)
  }

  private func model(_ strategy: Strategy, _ arguments: Arguments) -> RecoveryRun {
    RecoveryRun(
      clients: arguments.integer("clients"),
      table: WaitTable(strategy, baseMs: arguments.integer("baseMs"), capMs: arguments.integer("capMs")),
      draws: Draws(seed: arguments.seed), recoverAt: Int64(arguments.integer("recoverAtMs")) * 1_000,
      bucket: Int64(arguments.integer("bucketMs")) * 1_000, capacity: arguments.integer("capacity"),
      mostRetries: arguments.optionalInteger("maxAttempts").map { $0 - 1 } ?? .max,
      mostSends: Recovery.mostSends / max(1, arguments.strategies.count(where: \.isRandom)))
  }

  /// How late the fifth retry of a client is on average if nothing succeeds, in milliseconds.
  private func meanFifthRetry(
    _ strategy: Strategy, _ arguments: Arguments, _ monitor: RunMonitor
  ) throws(RunStopped) -> Double {
    let herd = Herd(
      clients: arguments.integer("clients"), retries: 5, bucketMs: 10_000,
      table: WaitTable(
        strategy, baseMs: arguments.integer("baseMs"), capMs: arguments.integer("capMs"), retries: 5),
      draws: Draws(seed: arguments.seed))
    return try herd.count(monitor).meanLastRetryMs(clients: herd.clients)
  }
}
