internal import JSON
internal import Retry
package import Simulation

/// A retry policy, tried out on a fleet in outages that are not shown; graded by success, load and delay.
package struct PolicyTuning: Exercise {
  package let id = "policy-tuning"
  package let title = "Tune a policy for what will happen"
  package let lesson = "a-policy-in-the-transport"
  package let task = """
    Choose one policy for a shop's app: 400 requests in 20 seconds, every fourth a payment without a key. It has to get \
    through short trouble, keep its load down while nothing helps, do no payment twice, and not keep anybody waiting \
    for long. What you begin with is naive: up to ten attempts at once, whatever failed. You see how your policy does in \
    two outages; five others are hidden.
    """
  package let kind = SubmissionKind.policy
  package let graderVersion = "2"
  package let maxScore = 2100

  package init() {}

  /// The settings of the `retry` experiment that make a policy.
  private static let settings: Set = [
    "maxAttempts", "baseMs", "capMs", "strategy", "retryOn", "statuses", "repeats", "retryAfter", "retryAfterLimitMs",
    "retryAfterJitterMs", "deadlineMs", "timeoutMs", "budget", "ratio", "capacity", "maxTokens", "tokenRatio", "cost",
    "tokensLeft",
  ]

  /// The policy to begin with is the naive one: a careful one would leave little to find out.
  package let schema = PolicyTuning.form

  private static let form: Schema = {
    let whole = RetryExperiment().schema
    var start = whole.presets?.sets.first { $0.name == "naive" }?.values ?? []
    // With the thousands of attempts that the naive policy has, whoever tries the form as it is waits long for a grade.
    start.removeAll { $0.parameter == "maxAttempts" }
    start.append(("maxAttempts", .integer(10)))
    return Schema(
      fields: whole.parameters.filter { settings.contains($0.name) }.map { parameter in
        start.first { $0.parameter == parameter.name }.map { parameter.starting(at: $0.value) } ?? parameter
      })
  }()

  /// An outage and what a good policy makes of it.
  private struct Trial {
    let name: String
    let isVisible: Bool
    /// In hundredths of a point. Where one change does all, such as never trying again, it is little.
    let worth: Int
    let outage: Outage
    /// The least share that has to succeed.
    let success: Double
    /// The most requests sent, for each that the application makes.
    let load: Double
    /// The longest mean delay of what succeeded, in milliseconds.
    let delay: Double

    init(
      _ name: String, isVisible: Bool = false, worth: Int, _ trouble: Range<Int>, _ kind: Outage.Kind,
      success: Double, load: Double, delay: Double
    ) {
      self.name = name
      self.isVisible = isVisible
      self.worth = worth
      outage = Outage(
        requests: 400, duration: 20_000, writeEvery: 4, horizon: 60_000, trouble: trouble, kind: kind)
      self.success = success
      self.load = load
      self.delay = delay
    }
  }

  private static let trials = [
    Trial(
      "a blip: refused for 0.4 s", isVisible: true, worth: 250, 5_000..<5_400, .refused, success: 0.985, load: 1.1,
      delay: 40),
    Trial(
      "unavailable for 6 s, Retry-After 2", isVisible: true, worth: 600, 5_000..<11_000, .unavailable(retryAfter: 2),
      success: 0.71, load: 1.3, delay: 300),
    Trial("refused to the end", worth: 200, 4_000..<60_000, .refused, success: 0.18, load: 1.35, delay: 40),
    Trial("responses lost for 2 s", worth: 400, 8_000..<10_000, .responseLost, success: 0.92, load: 1.2, delay: 200),
    Trial(
      "half the load is too much", worth: 200, 3_000..<17_000, .overloaded(perSecond: 14), success: 0.78, load: 1.35,
      delay: 200),
    Trial("a bug in some requests", worth: 200, 0..<60_000, .bug(oneOf: 10), success: 0.79, load: 1.1, delay: 30),
    Trial(
      "unavailable for 1 s, Retry-After 1", worth: 250, 9_000..<10_000, .unavailable(retryAfter: 1), success: 0.97,
      load: 1.12, delay: 120),
  ]

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    let policy = RetryExperiment.policy(answer)
    return Marking(
      try PolicyTuning.trials.flatMap { trial in
        let fleet = Fleet(policy: policy, budget: RetryBudgetParameters.shared(answer), outage: trial.outage)
        return checks(trial, try fleet.outcome(seed: candidate.seed, monitor))
      })
  }

  /// Getting through by force is easy, so it is worth a tenth. Load counts only for a policy that gets the requests
  /// through: giving up at once costs nothing and is no merit; and delay only for one that does so with little load,
  /// since whoever asks without pause waits least. A payment done twice spoils the whole trial.
  private func checks(_ trial: Trial, _ outcome: Fleet.Outcome) -> [Check] {
    let points = [trial.worth / 10] + Marking.shares(of: trial.worth - trial.worth / 10, among: 2)
    let isThrough = outcome.successShare >= trial.success && outcome.doubled == 0
    let isLight = isThrough && outcome.amplification <= trial.load
    let check = { (name: String, points: Int, passed: Bool, message: String) in
      Check(
        "\(trial.name): \(name)", isVisible: trial.isVisible, points: points, passed: passed,
        message: "In '\(trial.name)', \(message).")
    }
    let served = Wording.decimal(outcome.successShare * 100, places: 1)
    let load = Wording.decimal(outcome.amplification, places: 2)
    let through = isThrough ? "" : ", which counts once enough requests get through, each once"
    let light = isThrough && !isLight ? ", which counts once the load is small" : through
    return [
      check(
        "success", points[0], isThrough,
        outcome.doubled > 0
          ? "\(outcome.doubled) payments were done twice"
          : "\(served)% of the requests succeeded; \(Wording.decimal(trial.success * 100, places: 1))% can"),
      check(
        "load", points[1], isLight,
        "\(load) requests were sent for each; at most \(Wording.decimal(trial.load, places: 2)) are needed\(through)"),
      check(
        "delay", points[2], isLight && outcome.meanDelay <= trial.delay,
        "those that succeeded waited \(Wording.decimal(outcome.meanDelay, places: 0)) ms for it on average; "
          + "\(Wording.decimal(trial.delay, places: 0)) ms are enough\(light)"),
    ]
  }

  package func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    ModelSolution(
      [
        ("maxAttempts", 5, "short trouble is over by the fourth retry; longer trouble is not for retries to bridge"),
        ("strategy", "full", "those that failed together do not come back together"),
        ("retryOn", "listed", "an error that repeats for the same request is not sent again"),
        ("repeats", "safe", "a payment without a key is sent again only if it surely did not arrive"),
        ("retryAfter", "honour", "the server knows best when it is back"),
        ("retryAfterJitterMs", 1000, "all were told the same time; spread over a second they are no herd"),
        ("budget", "ratio", "while nothing helps, retries stay a tenth of what is sent"),
        ("capacity", 25, "enough for a blip that hits twenty requests at once, and little beside a long outage"),
      ],
      """
      Each setting answers one question: what is worth another attempt, how often, how far apart, and what all requests \
      together may spend. The first attempts after a fault do nearly all the good; what comes later is load.
      """,
      """
      The budget is what lets one policy suit short trouble and long. A blip is paid out of what is saved up, so no \
      request is lost to it; in a long outage the savings are soon spent, and from then on the server sees hardly more \
      than the first tries.
      """)
  }
}
