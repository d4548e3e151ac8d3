import JSON
import Retry

/// A short trigger, a long outage: load below capacity, and yet no answer in time long after the cause is gone, since
/// every late answer causes a retry (Bronson, Aghayev, Charapko and Zhu, "Metastable failures in distributed systems",
/// HotOS 2021).
package struct Metastable: Experiment {
  package let id = "metastable"
  package let title = "A short trigger, a long outage"
  package let question = "A server is slow for some seconds, then sound again: does the service come back?"

  package init() {}

  package let schema = Schema([
    Parameter(
      "load", "Load", unit: "first tries a second", .integer(1...10_000, default: 700),
      meaning: "How many requests clients start each second, evenly."),
    Parameter(
      "capacity", "Capacity", unit: "requests a second", .integer(1...100_000, default: 1_000),
      meaning: "How many requests the server works through each second, first in, first out."),
    Parameter(
      "triggerCapacity", "Capacity in the trigger", unit: "requests a second", .integer(0...100_000, default: 100),
      meaning: "The same while the trigger lasts."),
    Parameter(
      "triggerStartMs", "Trigger from", unit: "ms", .integer(0...600_000, default: 10_000),
      meaning: "When the server gets slow."),
    Parameter(
      "triggerEndMs", "Trigger to", unit: "ms", .integer(0...600_000, default: 15_000),
      meaning: "When the server is sound again."),
    Parameter(
      "timeoutMs", "Timeout", unit: "ms", .integer(1...60_000, default: 1_000),
      meaning: "How long a client waits for an answer; the server works on what has timed out all the same."),
    Parameter(
      "attempts", "Attempts", unit: "per request", .integer(1...10, default: 3),
      meaning: "How many times a client sends a request at most, the first included; waits have full jitter."),
    Parameter(
      "budget", "Retry budget",
      .choice(
        [
          .init("none", "None"), .init("ratio", "A tenth of the requests sent"), .init("grpc", "gRPC"),
          .init("finagle", "Finagle"), .init("aws", "AWS SDK"), .init("envoy", "Envoy"),
        ], default: "none"),
      meaning: "What all clients together may spend on retries, each budget with its usual figures."),
    Parameter(
      "queueBound", "Queue bound", unit: "requests", .integer(0...1_000_000, default: 10_000),
      meaning: "How many requests may wait at the server; it refuses further ones at once."),
    Parameter(
      "shed", "Shed late work", .flag(default: false),
      meaning: "Whether the server drops a request, on its turn, that it cannot finish before the client's timeout."),
    Parameter(
      "durationMs", "Duration", unit: "ms", .integer(1_000...600_000, default: 60_000),
      meaning: "How long the run is followed."),
  ])

  package func faults(in arguments: Arguments) -> [Fault] {
    let (start, end) = (arguments.integer("triggerStartMs"), arguments.integer("triggerEndMs"))
    return end >= start
      ? [] : [Fault("triggerEndMs", "must be at least triggerStartMs, \(start); was \(end)")]
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    report(arguments, try model(arguments).outcome(monitor))
  }

  /// A sample each second, in long runs each so many that there are at most 120.
  func sampleMs(_ arguments: Arguments) -> Int { 1_000 * ((arguments.integer("durationMs") + 119_999) / 120_000) }

  private func model(_ arguments: Arguments) -> MetastableRun {
    func nanoseconds(_ name: String) -> Int64 { Int64(arguments.integer(name)) * 1_000_000 }
    return MetastableRun(
      load: arguments.integer("load"), capacity: arguments.integer("capacity"),
      triggerCapacity: arguments.integer("triggerCapacity"),
      trigger: nanoseconds("triggerStartMs")..<nanoseconds("triggerEndMs"), timeout: nanoseconds("timeoutMs"),
      attempts: arguments.integer("attempts"),
      backoff: Backoff(.full, base: .milliseconds(100), cap: .milliseconds(2_000)), budget: rule(arguments),
      queueBound: arguments.integer("queueBound"), shedsLateWork: arguments.flag("shed"),
      duration: nanoseconds("durationMs"), sample: Int64(sampleMs(arguments)) * 1_000_000,
      draws: Draws(seed: arguments.seed))
  }

  private func rule(_ arguments: Arguments) -> RetryBudget.Rule {
    switch arguments.text("budget") {
    case "ratio": .ratio(0.1, capacity: 10)
    case "grpc": .grpc(maxTokens: 10, tokenRatio: 0.1)
    case "finagle": .finagle(ttl: .seconds(10), share: 0.2, minimumPerSecond: 10)
    case "aws": .aws(tokens: 500, cost: 14)
    case "envoy": .envoy(share: 0.2, minimum: 3)
    default: .none
    }
  }
}
