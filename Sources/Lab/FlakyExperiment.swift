import HTTP
import Retry
package import Simulation

/// The retry loop against real faults: the scripts of `retry`, played by a server on a real socket to a real client.
package struct FlakyExperiment: Experiment {
  package let id = "flaky"
  package let title = "Real faults, counted at the server"
  package let question = "How many requests does a server see while a client believes that it makes a few attempts?"
  package let isLive = true

  /// The most attempts of a run.
  private static let mostAttempts = 50
  /// The longest deadline, in milliseconds. A run ends within a second of it.
  private static let longestDeadline = 20_000

  package init() {}

  /// The faults that a server can play.
  private static let faults = RetryScript.Fault.allCases.filter { !$0.isBeforeServer }

  /// What is the same as in `retry` is taken from there; what must end soon has narrower ranges.
  package let schema: Schema = {
    let retry = RetryExperiment().schema
    let left = ["seed", "streamedBody", "cancelAtMs", "horizonMs"]
    let own = Dictionary(uniqueKeysWithValues: FlakyExperiment.own.map { ($0.name, $0) })
    let parameters = retry.parameters.filter { !left.contains($0.name) }.map { own[$0.name] ?? $0 }
    return Schema([transport] + parameters, presets: presets)
  }()

  private static let transport = Parameter(
    "transport", "Transport",
    .choice(
      [
        .init("exact", "Exact: an attempt is one request"),
        .init("resending", "Resending: sends a GET or HEAD again after a lost connection, unseen by the app"),
      ], default: "exact"),
    meaning: "How the client's attempts go over the wire.")

  private static let own = [
    Parameter(
      "script", "Server", .text(maxBytes: 4_000, default: "503;retry-after=1,502,drop,200"),
      meaning:
        "What the server does, outcome by outcome; the last one repeats. Allowed: \(RetryScript.grammar(of: faults))."
    ),
    Parameter(
      "method", "Method",
      .choice(
        HTTP.Method.allCases.map { .init($0.rawValue, $0.rawValue) }, default: "GET"),
      meaning: "The request's method: POST and PATCH may do their work twice if they are sent twice."),
    Parameter(
      "maxAttempts", "Attempts", .integer(1...mostAttempts, default: 3),
      meaning: "How often the request is sent at most, the first time included."),
    Parameter(
      "deadlineMs", "Deadline", unit: "ms", .integer(100...longestDeadline, default: 10_000),
      meaning: "The time for everything, from the first attempt on."),
    Parameter(
      "timeoutMs", "Timeout of an attempt", unit: "ms", .integer(20...5_000, default: 1_000),
      meaning: "How long one attempt waits for its whole answer."),
    Parameter(
      "latencyMs", "Latency", unit: "ms", .integer(0...2_000, default: 5),
      meaning: "How long an answer takes where the script does not say."),
  ]

  /// Those of `retry`, with no more attempts than are allowed here.
  private static let presets = Presets(
    RetryPresets.all.parameter,
    RetryPresets.all.sets.map { set in
      let values = set.values.filter { $0.parameter != "horizonMs" }
      return (
        set.name,
        values.map { parameter, value in
          guard case .integer(let attempts) = value, parameter == "maxAttempts" else { return (parameter, value) }
          return (parameter, .integer(min(attempts, mostAttempts)))
        }
      )
    })

  package func faults(in arguments: Arguments) -> [Fault] {
    // What a script may hold is told by what a server can play.
    let faults = RetryExperiment().faults(in: arguments).map { fault in
      Fault(
        fault.parameter,
        fault.message.replacing(RetryScript.grammar, with: RetryScript.grammar(of: Self.faults)))
    }
    guard let script = try? RetryScript(arguments.text("script")) else { return faults }
    let unplayable = script.items.compactMap { item in
      if case .fault(let fault) = item.event, fault.isBeforeServer { fault.rawValue } else { nil }
    }
    guard let first = unplayable.first else { return faults }
    return faults + [
      Fault("script", "has \(first), which no server can play; allowed are \(RetryScript.grammar(of: Self.faults))")
    ]
  }

  /// As long as the same takes in virtual time, up to the deadline.
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    guard let script = try? RetryScript(arguments.text("script")) else { return 0.01 }
    let seconds = RetryExperiment.duration(
      RetryExperiment.policy(arguments),
      RetryRequest(RequestMethod(arguments.text("method")), key: arguments.key), script,
      budget: RetryBudgetParameters.shared(arguments), latency: .milliseconds(arguments.integer("latencyMs")),
      seed: UInt64(arguments.seed))
    return min(seconds, Double(arguments.integer("deadlineMs")) / 1_000) + 0.02
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let run = FlakyRun(
      policy: RetryExperiment.policy(arguments),
      request: RetryRequest(RequestMethod(arguments.text("method")), key: arguments.key),
      budget: RetryBudgetParameters.shared(arguments), script: try RetryScript(arguments.text("script")),
      transport: FlakyTransportKind(rawValue: arguments.text("transport")) ?? .exact,
      latency: .milliseconds(arguments.integer("latencyMs")), timeout: .milliseconds(arguments.integer("timeoutMs")),
      seed: UInt64(arguments.seed))
    let begin = ContinuousClock.now
    let deadline = Duration.milliseconds(arguments.integer("deadlineMs"))
    let pulse = RunPulse(monitor) { min(1, (ContinuousClock.now - begin) / deadline) }
    let result = try run.run(pulse.patience(until: begin + deadline + .seconds(1)))
    return FlakyReport(run: run, result: result).report
  }
}
