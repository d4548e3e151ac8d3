import Retry
import Testing

@Suite("Sending")
struct SendTests {
  let clock = ManualClock()

  /// Sends through a script of outcomes, the last of which repeats.
  func send(
    _ policy: RetryPolicy, _ request: RetryRequest = RetryRequest(.get), budget: SharedRetryBudget? = nil,
    script: [Outcome], each: (Attempt) -> Void = { _ in }
  ) async -> Sent<Int> {
    var random = SplitMix64(seed: 1)
    return await policy.send(request, budget: budget, clock: clock, using: &random) { attempt in
      each(attempt)
      clock.advance(by: .milliseconds(5))
      return (script[min(attempt.number, script.count) - 1], attempt.number)
    }
  }

  @Test("waits what the server asks, then by backoff, and gives what the last attempt gave")
  func waits() async {
    let asked = RetryAfter(delay: .seconds(1))
    let sent = await send(.careful, script: [.response(503, retryAfter: asked), .response(502), .success])
    #expect((sent.value, sent.attempts, sent.stopped) == (3, 3, .succeeded))
    #expect(clock.sleeps.count == 2)
    #expect(clock.sleeps[0] == .seconds(1))
    #expect(clock.sleeps[1] >= .zero && clock.sleeps[1] <= .milliseconds(200))
  }

  @Test("stops after the attempts allowed, without a wait behind the last")
  func bounded() async {
    let sent = await send(.careful, script: [.response(503)])
    #expect((sent.value, sent.attempts, sent.stopped) == (3, 3, .attemptsSpent))
    #expect(clock.sleeps.count == 2)
  }

  @Test("every attempt has the caller's key")
  func key() async throws {
    let key = try IdempotencyKey("caller's own")
    var keys: [IdempotencyKey?] = []
    _ = await send(.careful, RetryRequest(.post, key: key), script: [.failure(.timedOut)]) {
      keys.append($0.request.key)
    }
    #expect(keys == [key, key, key])
  }

  @Test("an attempt's timeout shrinks to what is left")
  func timeouts() async {
    var policy = RetryPolicy.careful
    policy.backoff = Backoff(.constant, base: .seconds(2), cap: .seconds(2))
    policy.deadline = .seconds(5)
    policy.maxAttempts = 10
    var timeouts: [Duration?] = []
    let sent = await send(policy, script: [.response(503)]) { timeouts.append($0.timeout) }
    #expect(timeouts == [.seconds(5), .milliseconds(2_995), .milliseconds(990)])
    #expect(sent.stopped == .deadline)
  }

  @Test("offline stops without someone to wait for the network, and goes on with one")
  func connectivity() async {
    #expect(await send(.careful, script: [.failure(.notConnected)]).stopped == .notConnected)
    var random = SplitMix64(seed: 1)
    var isOnline = false
    let sent = await RetryPolicy.careful.send(
      RetryRequest(.post), budget: nil, clock: clock, using: &random, connectivity: { isOnline = true }
    ) { attempt in
      (isOnline ? .success : .failure(.notConnected), attempt.number)
    }
    #expect((sent.value, sent.stopped) == (1, .succeeded))
    #expect(clock.sleeps.isEmpty)
  }

  @Test("cancelled during a wait: returns at once, without another attempt", .timeLimit(.minutes(1)))
  func cancelled() async {
    let (began, continuation) = AsyncStream<Void>.makeStream()
    let clock = EndlessClock(began: continuation)
    let task = Task {
      var random = SplitMix64(seed: 1)
      return await RetryPolicy.careful.send(RetryRequest(.get), budget: nil, clock: clock, using: &random) { attempt in
        (.response(503), attempt.number)
      }
    }
    for await _ in began { break }
    task.cancel()
    let sent = await task.value
    #expect((sent.value, sent.attempts, sent.stopped) == (1, 1, .cancelled))
  }

  @Test("a cancelled task does not go on even where there is no wait", .timeLimit(.minutes(1)))
  func cancelledWithoutWait() async {
    let task = Task {
      await send(.naive, script: [.response(503)]) { attempt in
        if attempt.number == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let sent = await task.value
    #expect((sent.attempts, sent.stopped) == (10, .cancelled))
  }

  @Test("many requests share one policy and its budget, each with attempts of its own")
  func shared() async {
    let budget = SharedRetryBudget(.ratio(0, capacity: 10))
    let attempts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          var random = SplitMix64(seed: 1)
          let sent = await RetryPolicy.careful.send(
            RetryRequest(.get), budget: budget, clock: ManualClock(), using: &random
          ) { attempt in (.response(503), attempt.number) }
          return sent.attempts
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(attempts.allSatisfy { (1...3).contains($0) })
    #expect(attempts.reduce(0, +) == 60)
  }
}
