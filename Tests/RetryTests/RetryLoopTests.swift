import Retry
import Testing

@Suite("The retry loop")
struct RetryLoopTests {
  @Test("Retry-After sets the wait exactly, then backoff goes on where it would be")
  func retryAfterThenBackoff() throws {
    for seed in 0..<200 as Range<UInt64> {
      var loop = RetryLoop(.careful, for: RetryRequest(.get), seed: seed)
      let first = loop.next(.response(503, retryAfter: RetryAfter(delay: .seconds(1))), at: .milliseconds(5))
      #expect(first == .wait(.seconds(1), .retryAfter))
      guard case .wait(let wait, .backoff) = loop.next(.response(502), at: .milliseconds(1_010)) else {
        Issue.record("no wait")
        return
      }
      #expect(wait >= .zero && wait <= .milliseconds(200))
      #expect(loop.attempt == 3)
      #expect(loop.next(.response(200), at: .milliseconds(1_200)) == .stop(.succeeded))
    }
  }

  @Test(
    "what stops a loop after its first attempt",
    arguments: [
      (RequestMethod.get, Outcome.success, StopReason.succeeded), (.get, .response(302), .succeeded),
      (.get, .response(400), .notRetryable), (.get, .response(500), .notRetryable),
      (.get, .response(501), .notRetryable),
      (.get, .failure(.insecure), .notRetryable), (.get, .failure(.undecodable), .notRetryable),
      (.get, .failure(.other), .notRetryable), (.get, .failure(.cancelled), .cancelled),
      (.post, .response(503), .notRepeatable), (.post, .failure(.timedOut), .notRepeatable),
      (.patch, .failure(.connectionLost), .notRepeatable), (.post, .response(400), .notRetryable),
    ])
  func stops(method: RequestMethod, outcome: Outcome, reason: StopReason) {
    var loop = RetryLoop(.careful, for: RetryRequest(method), seed: 1)
    #expect(loop.next(outcome, at: .zero) == .stop(reason))
    #expect(loop.stopped == reason)
    #expect(loop.next(.response(503), at: .zero) == .stop(reason))
    #expect(loop.attempt == 1)
  }

  @Test("a POST without a key goes on where it surely did not arrive, with a key in any case")
  func posts() throws {
    let keyed = RetryRequest(.post, key: try IdempotencyKey("k-9"))
    for (request, failure) in [
      (RetryRequest(.post), Failure.cannotConnect), (RetryRequest(.post), .hostNotFound), (keyed, .timedOut),
      (keyed, .status(503)),
    ] {
      var loop = RetryLoop(.careful, for: request, seed: 1)
      guard case .wait = loop.next(.failure(failure), at: .zero) else {
        Issue.record("\(failure) stopped")
        continue
      }
    }
  }

  @Test("offline waits for the network, and spends neither attempt nor budget")
  func offline() {
    let budget = SharedRetryBudget(.ratio(0.1, capacity: 1))
    var loop = RetryLoop(.careful, for: RetryRequest(.get), budget: budget, seed: 1)
    for _ in 0..<10 { #expect(loop.next(.failure(.notConnected), at: .zero) == .waitForConnectivity) }
    #expect(loop.attempt == 1)
    #expect(budget.withLock { $0.milliTokens() } == 1_000)
    #expect(loop.next(.failure(.notConnected), at: .zero) == .stop(.notConnected))
  }

  @Test("offline stops where the deadline has passed, or where the policy does not wait")
  func offlineStops() {
    var policy = RetryPolicy.careful
    policy.deadline = .seconds(5)
    var loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
    #expect(loop.next(.failure(.notConnected), at: .seconds(5)) == .stop(.deadline))
    policy.maxConnectivityWaits = 0
    loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
    #expect(loop.next(.failure(.notConnected), at: .zero) == .stop(.notConnected))
  }

  @Test("a Retry-After beyond its limit stops; at the limit it is waited for")
  func limit() {
    var policy = RetryPolicy.careful
    policy.retryAfterLimit = .seconds(60)
    for (asked, step) in [(60, Step.wait(.seconds(60), .retryAfter)), (61, .stop(.retryAfterTooLong))] {
      var loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
      #expect(loop.next(.response(503, retryAfter: RetryAfter(delay: .seconds(asked))), at: .zero) == step)
    }
  }

  @Test("jitter is added on top of a Retry-After, never taken off")
  func jitterOnTop() {
    var policy = RetryPolicy.careful
    policy.retryAfterJitter = .seconds(1)
    var waits: Set<Duration> = []
    for seed in 0..<100 as Range<UInt64> {
      var loop = RetryLoop(policy, for: RetryRequest(.get), seed: seed)
      guard
        case .wait(let wait, .retryAfter) = loop.next(
          .response(503, retryAfter: RetryAfter(delay: .seconds(2))), at: .zero)
      else { continue }
      #expect(wait >= .seconds(2) && wait <= .seconds(3))
      waits.insert(wait)
    }
    #expect(waits.count > 90)
  }

  @Test("the budget is asked last, and an empty one stops the loop")
  func budget() {
    let budget = SharedRetryBudget(.ratio(0, capacity: 1))
    let steps = (0..<3).map { _ in
      var loop = RetryLoop(.careful, for: RetryRequest(.get), budget: budget, seed: 1)
      if case .stop(let reason) = loop.next(.response(503), at: .zero) { return reason.rawValue }
      return "waits"
    }
    #expect(steps == ["waits", "budget-spent", "budget-spent"])
    var refused = RetryLoop(
      .careful, for: RetryRequest(.post), budget: SharedRetryBudget(.ratio(0, capacity: 1)), seed: 1)
    #expect(refused.next(.response(503), at: .zero) == .stop(.notRepeatable))
  }

  @Test("a retry that is given up before it began goes back to the budget")
  func givenBack() {
    let budget = SharedRetryBudget(.ratio(0, capacity: 1))
    var loop = RetryLoop(.careful, for: RetryRequest(.get), budget: budget, seed: 1)
    _ = loop.next(.response(503), at: .zero)
    #expect(budget.withLock { $0.milliTokens() } == 0)
    loop.cancel()
    #expect(budget.withLock { $0.milliTokens() } == 1_000)
    #expect(loop.stopped == .cancelled)
  }

  @Test("requests under way and retries are counted right by an Envoy budget, however loops end")
  func envoy() {
    let budget = SharedRetryBudget(.envoy(share: 0, minimum: 3))
    var random = SplitMix64(seed: 9)
    for seed in 0..<500 as Range<UInt64> {
      var loop = RetryLoop(.careful, for: RetryRequest(.get), budget: budget, seed: seed)
      while loop.stopped == nil {
        if Bool.random(using: &random) { _ = loop.begin(at: .zero) }
        let outcomes: [Outcome] = [.success, .response(503), .response(400), .failure(.notConnected)]
        if let outcome = outcomes.randomElement(using: &random), Int.random(in: 0..<5, using: &random) > 0 {
          _ = loop.next(outcome, at: .zero)
        } else {
          loop.cancel()
        }
      }
      #expect(budget.withLock { $0.milliTokens() } == 3_000)
    }
  }

  @Test("an attempt may take its own time or what is left, whichever is less")
  func timeouts() {
    var policy = RetryPolicy.careful
    policy.deadline = .seconds(5)
    policy.attemptTimeout = .seconds(2)
    var loop = RetryLoop(policy, for: RetryRequest(.get), startedAt: .seconds(100), seed: 1)
    #expect(loop.begin(at: .seconds(100)) == .seconds(2))
    _ = loop.next(.response(503), at: .seconds(103.5))
    #expect(loop.begin(at: .seconds(104)) == .seconds(1))
    policy.attemptTimeout = nil
    loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
    #expect(loop.begin(at: .seconds(9)) == .zero)
  }

  @Test("425 is sent again, but not in early data")
  func earlyData() {
    var policy = RetryPolicy.careful
    policy.statuses.insert(425)
    var loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
    #expect(!loop.avoidsEarlyData)
    _ = loop.next(.response(425), at: .zero)
    #expect(loop.avoidsEarlyData)
  }

  @Test("limited waits 500, then 1,000 ms, for any 5xx and any method; naive goes on for ever without a wait")
  func presets() {
    var limited = RetryLoop(.limited, for: RetryRequest(.post), seed: 1)
    #expect(limited.next(.response(501), at: .zero) == .wait(.milliseconds(500), .backoff))
    #expect(limited.next(.failure(.notConnected), at: .zero) == .wait(.seconds(1), .backoff))
    #expect(limited.next(.response(500), at: .zero) == .stop(.attemptsSpent))
    var naive = RetryLoop(.naive, for: RetryRequest(.post), seed: 1)
    for code in 400...599 {
      let asked = RetryAfter(delay: .seconds(9))
      #expect(naive.next(.response(code, retryAfter: asked), at: .zero) == .wait(.zero, .backoff))
    }
  }

  @Test(
    "laws: attempts are bounded, no wait is negative or above its cap, none ends past the deadline, the key stays",
    arguments: 0..<40 as Range<UInt64>)
  func laws(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let failures: [Failure] = [
      .connectionLost, .timedOut, .cannotConnect, .hostNotFound, .notConnected, .insecure, .undecodable, .other,
      .status(408), .status(429), .status(500), .status(502), .status(503), .status(504), .status(404),
    ]
    for _ in 0..<200 {
      var policy = RetryPolicy.careful
      policy.maxAttempts = Int.random(in: -1...8, using: &random)
      policy.backoff = Backoff(
        Backoff.Strategy.allCases.randomElement(using: &random) ?? .full,
        base: .milliseconds(Int.random(in: 0...500, using: &random)),
        cap: .milliseconds(Int.random(in: 0...5_000, using: &random)))
      policy.scope = RetryPolicy.Scope.allCases.randomElement(using: &random) ?? .listed
      policy.deadline = Bool.random(using: &random) ? .seconds(Int.random(in: 0...20, using: &random)) : nil
      let request = RetryRequest(.post, key: IdempotencyKey.random(using: &random))
      var loop = RetryLoop(policy, for: request, seed: random.next())
      var now = Duration.zero
      var attempts = 1
      while loop.stopped == nil {
        now += .milliseconds(Int.random(in: -5...200, using: &random))
        let failure = failures.randomElement(using: &random) ?? .timedOut
        let asked = RetryAfter(delay: .seconds(Int.random(in: -3...10, using: &random)))
        switch loop.next(.failure(failure, retryAfter: Bool.random(using: &random) ? asked : nil), at: now) {
        case .wait(let wait, let rule):
          attempts += 1
          #expect(wait >= .zero)
          #expect(rule == .retryAfter ? wait == asked.wait : wait <= policy.backoff.cap)
          if let deadline = policy.deadline { #expect(now + wait < deadline) }
          now += wait
        case .waitForConnectivity, .stop: break
        }
        #expect(loop.request == request)
        #expect(loop.attempt == attempts)
      }
      #expect(attempts <= max(1, policy.maxAttempts))
    }
  }

  @Test("outcomes and steps can be printed")
  func printed() {
    #expect("\(Step.wait(.milliseconds(1_000), .retryAfter))" == "wait 1000 ms (retry-after)")
    #expect("\(Step.wait(.microseconds(42_007), .backoff))" == "wait 42.007 ms (backoff)")
    #expect("\(Step.stop(.budgetSpent))" == "stop: budget-spent")
    #expect("\(Outcome.response(503, retryAfter: RetryAfter(delay: .seconds(2))))" == "503, Retry-After 2000 ms")
    #expect("\(Outcome.failure(.timedOut))" == "timed-out")
  }
}
