import Retry
import Testing

@Suite("Retry budgets")
struct RetryBudgetTests {
  /// Sequential calls against a server that fails for ever.
  func outage(_ rule: RetryBudget.Rule, calls: Int, attempts: Int) -> [Int] {
    var budget = RetryBudget(rule)
    var (sent, denied) = (0, 0)
    for _ in 0..<calls {
      for attempt in 1...attempts {
        sent += 1
        budget.sent(isRetry: attempt > 1)
        budget.failed(isRetry: attempt > 1)
        if attempt == attempts { break }
        guard budget.withdraw() else {
          denied += 1
          break
        }
      }
    }
    return [sent, denied]
  }

  @Test("an outage of 10,000 requests with three attempts each")
  func outages() {
    #expect(outage(.none, calls: 10_000, attempts: 3) == [30_000, 0])
    #expect(outage(.ratio(0.1, capacity: 10), calls: 10_000, attempts: 3) == [11_122, 9_995])
    #expect(outage(.ratio(0.1, capacity: 10, on: .success), calls: 10_000, attempts: 3)[0] == 10_010)
  }

  @Test("gRPC's bucket allows 4 retries when a call may take 5 attempts, 3 when 3, then none")
  func grpcOutage() {
    let rule = RetryBudget.Rule.grpc(maxTokens: 10, tokenRatio: 0.1)
    #expect(outage(rule, calls: 1_000, attempts: 5)[0] == 1_004)
    #expect(outage(rule, calls: 1_000, attempts: 3)[0] == 1_003)
  }

  @Test("gRPC's bucket takes 51 successes from zero to resume")
  func grpcResumes() {
    var budget = RetryBudget(.grpc(maxTokens: 10, tokenRatio: 0.1))
    for _ in 0..<100 { budget.failed(isRetry: false) }
    #expect(budget.milliTokens() == 0)
    var successes = 0
    while !budget.withdraw() {
      budget.succeeded(isRetry: false)
      successes += 1
    }
    #expect(successes == 51)
  }

  @Test("gRPC's bucket is blind to failures that are not worth retrying")
  func grpcIgnoresClientErrors() {
    var budget = RetryBudget(.grpc(maxTokens: 10, tokenRatio: 0.1))
    for _ in 0..<100 { budget.failed(isRetry: false, isRetryable: false) }
    let granted = budget.withdraw()
    #expect(granted)
  }

  @Test("AWS: 500 tokens let 35 of 100 failing calls retry at 14 each, 100 at 5 each")
  func awsOutage() {
    #expect(outage(.aws(tokens: 500, cost: 14), calls: 100, attempts: 3)[0] == 135)
    #expect(outage(.aws(tokens: 500, cost: 5), calls: 100, attempts: 3)[0] == 200)
  }

  @Test("AWS: prices differ by what failed, and a retry that succeeds gives its own back")
  func awsPrices() {
    for (costs, prices) in [
      (RetryBudget.Costs.since2026, [14_000, 5_000, 14_000]), (.before2026, [5_000, 5_000, 10_000]),
    ] as [(RetryBudget.Costs, [Int64])] {
      for (trigger, price) in zip([RetryBudget.Trigger.transient, .throttling, .timeout], prices) {
        var budget = RetryBudget(.aws(capacityMilliTokens: 500_000, costs: costs))
        let granted = budget.withdraw(after: trigger)
        #expect(granted)
        #expect(budget.milliTokens() == 500_000 - price)
        budget.sent(isRetry: true)
        budget.succeeded(isRetry: true, after: trigger)
        #expect(budget.milliTokens() == 500_000)
      }
    }
  }

  @Test("Finagle: ten retries a second whatever the load, and a fifth of the requests, forgotten after ten seconds")
  func finagle() {
    var budget = RetryBudget(.finagle(ttl: .seconds(10), share: 0.2, minimumPerSecond: 10))
    func granted(at second: Int64) -> Int {
      var count = 0
      while budget.withdraw(at: second * 1_000_000) { count += 1 }
      return count
    }
    #expect(granted(at: 0) == 100)
    for _ in 0..<1_000 { budget.sent(isRetry: false, at: 1_000_000) }
    #expect(granted(at: 1) == 200)
    #expect(granted(at: 5) == 0)
    // The first withdrawals are forgotten at 10 s, deposits and withdrawals of second 1 together at 11 s.
    #expect(granted(at: 10) == 100)
    #expect(granted(at: 19) == 0)
    #expect(granted(at: 60) == 100)
  }

  @Test("Envoy: a fifth of the requests under way, at least three")
  func envoy() {
    var budget = RetryBudget(.envoy(share: 0.2, minimum: 3))
    func granted() -> Int {
      var count = 0
      while budget.withdraw() { count += 1 }
      return count
    }
    budget.sent(isRetry: false)
    #expect(granted() == 3)
    for _ in 0..<49 { budget.sent(isRetry: false) }
    #expect(granted() == 7)
    budget.sent(isRetry: true)
    budget.succeeded(isRetry: true)
    budget.abandon()
    #expect(granted() == 2)
  }

  @Test("a drained bucket lets retries resume after 100 successes", arguments: [0.1, 0.05])
  func refills(ratio: Double) {
    for rule in [
      RetryBudget.Rule.ratio(ratio, capacity: 10), .grpc(maxTokens: 10, tokenRatio: ratio * 2),
      .aws(tokens: 50, cost: 14), .finagle(ttl: .seconds(10), share: ratio, minimumPerSecond: 0),
    ] {
      var budget = RetryBudget(rule)
      for _ in 0..<1_000 {
        budget.failed(isRetry: false)
        _ = budget.withdraw()
      }
      let drained = !budget.withdraw()
      for _ in 0..<100 {
        budget.sent(isRetry: false)
        budget.succeeded(isRetry: false)
      }
      let resumed = budget.withdraw()
      #expect(drained && resumed, "\(rule)")
    }
  }

  @Test(
    "tokens are conserved: never negative, never above capacity, and each change has its cause",
    arguments: 0..<20 as Range<UInt64>)
  func conservation(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (deposit, capacity) = (Int64.random(in: 0...500, using: &random), Int64.random(in: 0...20_000, using: &random))
    var budget = RetryBudget(.ratio(depositMilliTokens: deposit, capacityMilliTokens: capacity, on: .send))
    var expected = capacity
    for _ in 0..<5_000 {
      if Bool.random(using: &random) {
        budget.sent(isRetry: false)
        expected = min(capacity, expected + deposit)
      } else if budget.withdraw() {
        expected -= 1000
      } else {
        #expect(expected < 1000)
      }
      #expect(budget.milliTokens() == expected)
      #expect((0...capacity).contains(expected))
    }
  }
}
