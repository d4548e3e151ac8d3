package import Retry

/// One policy against a scripted server: each attempt, each wait and which rule chose it, and why it stopped.
package struct RetryExperiment: Experiment {
  package let id = "retry"
  package let title = "One request, its retries"
  package let question = "What does a retry policy do, attempt by attempt, when a server fails in a given way?"

  /// The most attempts of a run: no limit that anyone would set, and a bound for a loop without one.
  package static let mostAttempts = 10_000

  package init() {}

  package let schema = Schema(
    [
      Parameter(
        "preset", "Policy",
        .choice(
          [
            .init("careful", "Careful: all of it"), .init("limited", "Limited: three attempts, any 5xx, any method"),
            .init("naive", "Naive: every error, no wait, no limit"),
          ], default: "careful"),
        meaning: "A policy to begin with; what is given besides wins over it."),
      Parameter(
        "script", "Server", .text(maxBytes: 4_000, default: "503;retry-after=1,502,200"),
        meaning: "What the server does, outcome by outcome; the last one repeats. Allowed: \(RetryScript.grammar)."),
      .method, .key,
      Parameter(
        "streamedBody", "Body from a stream", .flag(default: false),
        meaning: "Whether the request's body can be read once only, so that it cannot be sent again."),
      Parameter(
        "maxAttempts", "Attempts", .integer(1...mostAttempts, default: 3),
        meaning: "How often the request is sent at most, the first time included; \(mostAttempts) stands for no limit."),
      .base, .cap,
      Parameter(
        "strategy", "Backoff strategy",
        .choice(
          Strategy.allCases.map { .init($0.rawValue, $0.label, aliases: $0 == .exponential ? ["none"] : []) },
          default: "full"),
        meaning: "How long to wait before a retry where the server does not say."),
      Parameter(
        "retryOn", "Retried failures",
        .choice(
          [
            .init("listed", "Transient failures and the listed statuses"),
            .init("server-errors", "Transient failures, being offline, and any 5xx"),
            .init("everything", "Every error"),
          ], default: "listed"),
        meaning: "Which failures are taken to be worth another attempt."),
      Parameter(
        "statuses", "Retried statuses", .integers(400...599, count: 1...50, default: [408, 429, 502, 503, 504]),
        meaning: "The statuses that are retried where those listed are."),
      Parameter(
        "repeats", "Repeated requests",
        .choice([.init("safe", "Only what is safe to repeat"), .init("any", "Any method")], default: "safe"),
        meaning: "Whether a request that may do its work twice is sent again all the same."),
      Parameter(
        "retryAfter", "Retry-After",
        .choice([.init("honour", "Honoured"), .init("ignore", "Ignored")], default: "honour"),
        meaning: "Whether a wait that the server asks for replaces the backoff."),
      Parameter(
        "retryAfterLimitMs", "Longest Retry-After", unit: "ms", .integer(0...86_400_000, default: 3_600_000),
        meaning: "A server that asks for a longer wait is not asked again."),
      Parameter(
        "retryAfterJitterMs", "Jitter on Retry-After", unit: "ms", .integer(0...3_600_000, default: 0),
        meaning: "A random wait up to this is added to what the server asks for, never taken off."),
      Parameter(
        "deadlineMs", "Deadline", unit: "ms", .optionalInteger(1...86_400_000),
        meaning: "The time for everything, from the first attempt on; left out, there is none."),
      Parameter(
        "timeoutMs", "Timeout of an attempt", unit: "ms", .integer(1...600_000, default: 10_000),
        meaning: "How long one attempt waits for its answer."),
      Parameter(
        "latencyMs", "Latency", unit: "ms", .integer(0...60_000, default: 5),
        meaning: "How long an answer takes where the script does not say."),
      Parameter(
        "cancelAtMs", "User gives up", unit: "ms", .optionalInteger(0...86_400_000),
        meaning: "When the user gives up; left out, never."),
      Parameter(
        "horizonMs", "Horizon", unit: "ms", .optionalInteger(1...3_600_000),
        meaning: "When to stop watching a policy that does not stop by itself; left out, it is watched to its end."),
    ] + RetryBudgetParameters.all(default: "ratio"),
    presets: RetryPresets.all)

  package func faults(in arguments: Arguments) -> [Fault] {
    var faults = arguments.capFaults + arguments.keyFaults
    do throws(RetryScriptFault) {
      _ = try RetryScript(arguments.text("script"))
    } catch {
      faults.append(Fault("script", error.message))
    }
    return faults
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let script = try RetryScript(arguments.text("script"))
    let milliseconds = { (name: String) in arguments.optionalInteger(name).map { Int64($0) * 1_000 } }
    let run = RetryRun(
      policy: RetryExperiment.policy(arguments),
      request: RetryRequest(
        RequestMethod(arguments.text("method")), key: arguments.key, bodyIsReplayable: !arguments.flag("streamedBody")),
      script: script, budget: RetryBudgetParameters.shared(arguments), latency: milliseconds("latencyMs") ?? 0,
      horizon: milliseconds("horizonMs"), cancelAt: milliseconds("cancelAtMs"), seed: UInt64(arguments.seed))
    let result = try run.run(monitor)
    return RetryReport(result, of: run.request, budget: run.budget).report
  }

  /// The policy that the parameters describe.
  package static func policy(_ arguments: Arguments) -> RetryPolicy {
    let duration = { (name: String) in Duration.milliseconds(arguments.integer(name)) }
    return RetryPolicy(
      maxAttempts: arguments.integer("maxAttempts"),
      backoff: Backoff(
        Strategy(rawValue: arguments.text("strategy")) ?? .full, base: duration("baseMs"), cap: duration("capMs")),
      scope: RetryPolicy.Scope(rawValue: arguments.text("retryOn")) ?? .listed,
      statuses: Set(arguments.integers("statuses")), repeatsAnyRequest: arguments.text("repeats") == "any",
      honoursRetryAfter: arguments.text("retryAfter") == "honour", retryAfterLimit: duration("retryAfterLimitMs"),
      retryAfterJitter: duration("retryAfterJitterMs"),
      deadline: arguments.optionalInteger("deadlineMs").map { .milliseconds($0) },
      attemptTimeout: duration("timeoutMs"),
      maxConnectivityWaits: RetryExperiment.mostAttempts)
  }
}

/// The policies of `Retry` that have a name, as sets of parameters.
package enum RetryPresets {
  package static let all = Presets("preset", [("careful", careful), ("limited", limited), ("naive", naive)])

  private static let careful = values(
    3, 100, 2_000, "full", on: "listed", repeats: "safe", retryAfter: "honour", horizon: .none, budget: "ratio")
  private static let limited = values(
    3, 500, 60_000, "exponential", on: "server-errors", repeats: "any", retryAfter: "ignore", horizon: .none,
    budget: "none")
  private static let naive = values(
    RetryExperiment.mostAttempts, 100, 2_000, "immediate", on: "everything", repeats: "any", retryAfter: "ignore",
    horizon: .integer(10_000), budget: "none")

  private static func values(
    _ attempts: Int, _ base: Int, _ cap: Int, _ strategy: String, on failures: String, repeats: String,
    retryAfter: String, horizon: Arguments.Value, budget: String
  ) -> [(parameter: String, value: Arguments.Value)] {
    [
      ("maxAttempts", .integer(attempts)), ("baseMs", .integer(base)), ("capMs", .integer(cap)),
      ("strategy", .text(strategy)), ("retryOn", .text(failures)), ("repeats", .text(repeats)),
      ("retryAfter", .text(retryAfter)), ("horizonMs", horizon), ("budget", .text(budget)),
    ]
  }
}
