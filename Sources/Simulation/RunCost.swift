package import Retry

/// How long runs take: pure functions of the arguments, so that a server can tell a long run from a short one before it
/// begins. Seconds of one processor of the machine on which the figures were taken; another machine is faster or slower
/// by a factor that is the same for all. They hold within a factor of three, which the tests measure.
///
/// The figures are nanoseconds for a step of each model's loop.
private enum Step {
  static let draw = 2.4
  /// A draw whose bounds hang on the one before.
  static let chainedDraw = 10.0
  /// A bucket, counted, written and compressed.
  static let bucket = 100.0
  static let outageRequest = 9.0
  static let comebackRequest = 22.0
  static let unlimitedAttempt = 8.0
  static let budgetAttempt = 16.0
  static let timedBudgetAttempt = 30.0
  static let layerCall = 130.0
  static let metastableRequest = 80.0
  /// The same while the queue is long.
  static let lateRequest = 230.0
  static let contendedCall = 400.0
  static let retryAttempt = 4_000.0
}

extension Experiment {
  package func expectedSeconds(_ arguments: Arguments) -> Double { 0.0005 }
}

extension JitterHistogram {
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let retries = arguments.integer("retries")
    let nanoseconds = arguments.strategies.reduce(0.0) { sum, strategy in
      let table = WaitTable(
        strategy, baseMs: arguments.integer("baseMs"), capMs: arguments.integer("capMs"), retries: retries)
      let buckets = Double(table.latest) / 1_000 / Double(arguments.integer("bucketMs"))
      let draws = strategy.isRandom ? Double(arguments.integer("clients") * retries) : 0
      return sum + draws * (strategy == .decorrelated ? Step.chainedDraw : Step.draw) + buckets * Step.bucket
    }
    return 0.0002 + nanoseconds / 1e9
  }
}

extension Recovery {
  /// A client tries once for each doubling of its wait, then once in a mean wait, until it is served; on average it is
  /// served half way through.
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let clients = Double(arguments.integer("clients"))
    let (base, cap) = (Double(arguments.integer("baseMs")), Double(arguments.integer("capMs")))
    let bucket = Double(arguments.integer("bucketMs"))
    let most = arguments.optionalInteger("maxAttempts").map(Double.init) ?? .infinity
    let outage = Double(arguments.integer("recoverAtMs"))
    let span =
      min(
        clients / Double(arguments.integer("capacity")), Double(RecoveryRun.mostBuckets) - outage / bucket) * bucket
    let randomStrategies = arguments.strategies.count(where: \.isRandom)
    let nanoseconds = arguments.strategies.reduce(0.0) { sum, strategy in
      let buckets = (outage + span + cap) / bucket * Step.bucket
      guard strategy.isRandom else { return sum + buckets }
      let mean = max(1, cap * (strategy == .equal ? 0.75 : 0.5))
      let doublings = Recovery.doublings(from: base, to: min(cap, outage + base))
      let before = min(most, 1 + doublings + outage / mean)
      let after = min(max(0, most - before), 1 + span / 2 / mean)
      let limit = Double(Recovery.mostSends / max(1, randomStrategies))
      let early = min(limit, clients * before)
      let late = min(limit - early, clients * after)
      return sum + buckets + 5 * clients * Step.draw + early * Step.outageRequest + late * Step.comebackRequest
    }
    return 0.0003 + nanoseconds / 1e9
  }

  private static func doublings(from base: Double, to cap: Double) -> Double {
    var (wait, count) = (max(1, base), 0.0)
    while wait < cap, count < 40 { (wait, count) = (wait * 2, count + 1) }
    return count
  }
}

extension Contention {
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let runs = Double(arguments.integer("runs"))
    let calls = arguments.strategies.reduce(0.0) { sum, strategy in
      sum
        + arguments.integers("clients").reduce(0.0) { sum, clients in
          let n = Double(clients)
          return sum + (strategy == .immediate ? n * n / 4 : n * n / 24) + 3 * n
        }
    }
    return 0.0002 + calls * runs * Step.contendedCall / 1e9
  }
}

extension BudgetExperiment {
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let kinds = arguments.texts("budget").compactMap(BudgetKind.init(rawValue:))
    let nanoseconds = kinds.reduce(0.0) { sum, kind in
      guard kind != .none else {
        let (most, chance) = (arguments.integer("attempts"), arguments.number("failureRate"))
        return sum + Chance.attempts(of: most, failing: chance) * Step.unlimitedAttempt
      }
      // A client may retry at most as often as its budget earns.
      let ratios: [BudgetKind] = [.ratio, .ratioPerSuccess, .finagle]
      let earned = ratios.contains(kind) ? 1.2 + arguments.number("ratio") : 1.3
      return sum + earned * (kind.needsTime ? Step.timedBudgetAttempt : Step.budgetAttempt)
    }
    return 0.0005 + Double(arguments.integer("requests")) * nanoseconds / 1e9
  }
}

/// Independent attempts that each fail with the same chance.
private enum Chance {
  /// How many are made until one succeeds, or the last fails.
  static func attempts(of most: Int, failing chance: Double) -> Double {
    var (sum, reached) = (0.0, 1.0)
    for _ in 0..<most { (sum, reached) = (sum + reached, reached * chance) }
    return sum
  }

  static func allFail(_ most: Int, failing chance: Double) -> Double {
    var reached = 1.0
    for _ in 0..<most { reached *= chance }
    return reached
  }
}

extension Amplification {
  /// All that all layers send, where each retries, and about twice the requests for each of the other variants.
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    var chance = arguments.number("failureRate")
    var attempts: [Double] = []
    for retries in arguments.integers("layers").reversed() {
      attempts.append(Chance.attempts(of: retries + 1, failing: chance))
      chance = Chance.allFail(retries + 1, failing: chance)
    }
    var (sent, sum) = (1.0, 0.0)
    for factor in attempts.reversed() {
      sent *= factor
      sum += sent
    }
    let others = 3 * 2 * Double(attempts.count)
    return 0.0002 + Double(arguments.integer("requests")) * (sum + others) * Step.layerCall / 1e9
  }
}

extension Metastable {
  /// Each request is sent once where the service recovers, and as often as a client may where it does not.
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let first = Double(arguments.integer("load")) * Double(arguments.integer("durationMs")) / 1_000
    guard staysDown(arguments) else { return 0.0003 + min(first * 1.1, 2.1e8) * Step.metastableRequest / 1e9 }
    let before = first * shareBeforeRetries(arguments)
    let after = min((first - before) * Double(arguments.integer("attempts")), 2.1e8)
    return 0.0003 + (before * Step.metastableRequest + after * Step.lateRequest) / 1e9
  }

  /// How much of the time passes until a queue that grows is full or its wait longer than the timeout, 0…1.
  private func shareBeforeRetries(_ arguments: Arguments) -> Double {
    let (load, capacity) = (Double(arguments.integer("load")), Double(arguments.integer("capacity")))
    guard load > capacity else { return 0 }
    let patience = capacity * Double(arguments.integer("timeoutMs")) / 1_000
    let seconds = min(Double(arguments.integer("queueBound")), patience) / (load - capacity)
    return min(1, seconds * 1_000 / Double(arguments.integer("durationMs")))
  }

  /// True if retries keep the server busy with what is late once the trigger is over.
  private func staysDown(_ arguments: Arguments) -> Bool {
    let (load, capacity) = (arguments.integer("load"), arguments.integer("capacity"))
    guard arguments.text("budget") == "none" else { return false }
    if load >= capacity { return true }
    let queueMs = Double(arguments.integer("queueBound")) / Double(capacity) * 1_000
    let isTriggered =
      arguments.integer("triggerStartMs") < min(arguments.integer("triggerEndMs"), arguments.integer("durationMs"))
      && arguments.integer("triggerCapacity") < load
    return isTriggered && !arguments.flag("shed") && load * arguments.integer("attempts") > capacity
      && queueMs > Double(arguments.integer("timeoutMs"))
  }
}

extension RetryExperiment {
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    guard let script = try? RetryScript(arguments.text("script")) else { return 0.0005 }
    let most = arguments.integer("maxAttempts")
    let succeeds = if case .status(let code)? = script.items.last?.event { code < 400 } else { false }
    var attempts = Double(succeeds ? min(most, script.items.count) : most)
    let end = ["horizonMs", "deadlineMs", "cancelAtMs"].compactMap { arguments.optionalInteger($0) }.min()
    if let end { attempts = min(attempts, 10 + 2 * Double(end) / Double(max(1, arguments.integer("capMs")))) }
    return 0.0003 + attempts * Step.retryAttempt / 1e9
  }
}

extension RetryExperiment {
  /// How long a request under a policy takes until it is over, in seconds, if everything goes as the script says: the
  /// run of `retry`, which has nothing but virtual time to wait for.
  package static func duration(
    _ policy: RetryPolicy, _ request: RetryRequest, _ script: RetryScript, budget: SharedRetryBudget,
    latency: Duration, seed: UInt64
  ) -> Double {
    let run = RetryRun(
      policy: policy, request: request, script: script, budget: budget, latency: latency.microseconds, horizon: nil,
      cancelAt: nil, seed: seed)
    // Nothing cancels it.
    guard let timeline = try? run.run(RunMonitor()) else { return 0 }
    return Double(timeline.stoppedAt) / 1_000_000
  }
}
