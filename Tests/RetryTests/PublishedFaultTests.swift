import Retry
import Testing

/// Faults that published retry code had. Each is a test here, or names the suite that has it.
@Suite("Faults that published implementations had")
struct PublishedFaultTests {
  let now = HTTPDate(secondsSince1970: 1_796_040_000)
  let clock = ManualClock()

  func read(_ value: String) -> RetryAfter? { try? RetryAfter(value, now: now) }

  @Test(
    "1, 2, 3: a late attempt overflows",
    arguments: [
      (Duration.milliseconds(100), Duration.seconds(2), 10_000), (.milliseconds(5_000), .seconds(20), 30),
      (.seconds(2), .seconds(300), 1_000),
    ])
  func overflow(base: Duration, cap: Duration, attempt: Int) {
    var random = SplitMix64(seed: 1)
    #expect(Backoff(.exponential, base: base, cap: cap).wait(retry: attempt, using: &random) == cap)
  }

  @Test("4: Retry-After 30 taken for milliseconds or nanoseconds")
  func unit() async {
    var random = SplitMix64(seed: 1)
    let asked = read("30")
    _ = await RetryPolicy.careful.send(RetryRequest(.get), budget: nil, clock: clock, using: &random) { attempt in
      (attempt.number == 1 ? .response(503, retryAfter: asked) : .success, 0)
    }
    #expect(clock.sleeps == [.seconds(30)])
  }

  @Test("5: a huge Retry-After wraps to nothing", arguments: ["9223372037", "99999999999999999999"])
  func huge(value: String) {
    #expect((read(value)?.wait ?? .zero) >= .seconds(9_223_372_037))
    var loop = RetryLoop(.careful, for: RetryRequest(.get), seed: 1)
    #expect(loop.next(.response(503, retryAfter: read(value)), at: .zero) == .stop(.retryAfterTooLong))
  }

  @Test("6: Retry-After beyond the deadline is slept through first")
  func beyondDeadline() async {
    var policy = RetryPolicy.careful
    policy.deadline = .seconds(10)
    var random = SplitMix64(seed: 1)
    let asked = read("60")
    let sent = await policy.send(RetryRequest(.get), budget: nil, clock: clock, using: &random) { _ in
      (.response(503, retryAfter: asked), 0)
    }
    #expect(sent.stopped == .deadline)
    #expect(clock.sleeps.isEmpty)
  }

  @Test("7: a date in the past is a negative wait")
  func past() { #expect(read("Sun, 06 Nov 1994 08:49:37 GMT")?.wait == .zero) }

  @Test("8: what is no delay is taken for one", arguments: ["0.503", "-5", "+5", "1e3", "nan", " ", "2, 5"])
  func invalid(value: String) {
    #expect(read(value) == nil)
    var loop = RetryLoop(.careful, for: RetryRequest(.get), seed: 1)
    guard case .wait(let wait, .backoff) = loop.next(.response(503, retryAfter: read(value)), at: .zero) else {
      Issue.record("no backoff")
      return
    }
    #expect(wait <= .milliseconds(100))
  }

  @Test("10: a date in another zone, or in none, is read as if it were GMT")
  func zones() {
    for zone in [" UTC", " EST", " +0000", " +0100", " gmt", ""] {
      #expect(read("Mon, 30 Nov 2026 12:00:30\(zone)") == nil)
    }
  }

  @Test("11: the field is found in one spelling only", arguments: ["Retry-After", "retry-after", "RETRY-AFTER"])
  func spelling(name: String) throws {
    let value = try #require(RetryAfter.value(in: [("Content-Type", "text/plain"), (name, "  7 ")]))
    #expect(read(value)?.wait == .seconds(7))
  }

  @Test("12, 15: clients fall into step, at the cap or from the start", arguments: [0, 1_000])
  func inStep(attempt: Int) {
    let backoff = Backoff(.full, base: .milliseconds(100), cap: .seconds(2))
    let waits = (0..<100).map { client in
      var random = SplitMix64(seed: UInt64(client))
      return backoff.wait(retry: attempt, using: &random)
    }
    #expect(Set(waits).count > 90)
  }

  @Test("13: full jitter misses an end or the mean")
  func fullJitter() {
    let backoff = Backoff(.full, base: .seconds(1), cap: .seconds(1))
    var (low, high) = (FixedGenerator(bits: 0), FixedGenerator(bits: .max))
    #expect(backoff.wait(retry: 0, using: &low) == .zero)
    #expect(backoff.wait(retry: 0, using: &high) == .seconds(1))
    let means = (0..<100 as Range<UInt64>).map { seed in
      var random = SplitMix64(seed: seed)
      return (0..<1_000).reduce(Duration.zero) { sum, _ in sum + backoff.wait(retry: 0, using: &random) } / 1_000
    }
    // Three standard errors of 100,000 uniform draws: 2.7 ms.
    let mean = means.reduce(.zero, +) / 100
    #expect(mean > .milliseconds(497) && mean < .milliseconds(503))
  }

  @Test("14: jitter of zero width throws")
  func zeroWidth() {
    var random = SplitMix64(seed: 1)
    #expect(Backoff(.full, base: .zero, cap: .seconds(1)).wait(retry: 3, using: &random) == .zero)
    var loop = RetryLoop(RetryPolicy(retryAfterJitter: .zero), for: RetryRequest(.get), seed: 1)
    #expect(loop.next(.response(503, retryAfter: read("2")), at: .zero) == .wait(.seconds(2), .retryAfter))
  }

  @Test("16: a wait that ends past the deadline is begun")
  func stopsEarly() {
    var policy = RetryPolicy.careful
    policy.deadline = .seconds(5)
    for (wait, step) in [(4, Step.stop(.deadline)), (3, .stop(.deadline)), (2, .wait(.seconds(2), .retryAfter))] {
      var loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
      #expect(loop.next(.response(503, retryAfter: RetryAfter(delay: .seconds(wait))), at: .seconds(2)) == step)
    }
  }

  @Test("17: the wall clock set back in mid-wait moves the deadline")
  func wallClock() throws {
    // The wall clock is read once, to turn a date into a duration; set back an hour, it changes no deadline.
    var policy = RetryPolicy.careful
    policy.deadline = .seconds(60)
    var loop = RetryLoop(policy, for: RetryRequest(.get), seed: 1)
    let asked = try RetryAfter("Mon, 30 Nov 2026 12:00:30 GMT", now: now)
    #expect(loop.next(.response(503, retryAfter: asked), at: .seconds(1)) == .wait(.seconds(30), .retryAfter))
    let hourEarlier = HTTPDate(secondsSince1970: now.secondsSince1970 - 3_570)
    let again = try RetryAfter("Mon, 30 Nov 2026 12:00:30 GMT", now: hourEarlier)
    #expect(loop.next(.response(503, retryAfter: again), at: .seconds(31)) == .stop(.deadline))
  }

  @Test("19: a POST without a key is sent again after a reset")
  func keylessPost() {
    var loop = RetryLoop(.careful, for: RetryRequest(.post), seed: 1)
    #expect(loop.next(.failure(.connectionLost), at: .zero) == .stop(.notRepeatable))
  }

  @Test("21: a drained bucket never lets retries resume")
  func drained() {
    var budget = RetryBudget(.ratio(0.1, capacity: 10))
    while budget.withdraw() {}
    for _ in 0..<100 { budget.sent(isRetry: false) }
    let resumed = budget.withdraw()
    #expect(resumed)
  }

  @Test("23: a body that can be read once is sent again, empty")
  func stream() {
    let request = RetryRequest(.put, bodyIsReplayable: false)
    for failure in [Failure.status(503), .timedOut, .connectionLost] {
      var loop = RetryLoop(.careful, for: request, seed: 1)
      #expect(loop.next(.failure(failure), at: .zero) == .stop(.bodyNotReplayable))
    }
  }

  // 9 (another time zone or locale): `PortabilityTests`. 18 (cancelled during a wait), 20 (the caller's own key),
  // 22 (one policy, many requests): `SendTests`. 24 (a server that died): `IdempotencyLedgerTests`.
}
