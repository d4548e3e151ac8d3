import Retry
import Testing

/// Gives the same bits for ever, to reach the ends of a range.
struct FixedGenerator: RandomNumberGenerator {
  let bits: UInt64

  func next() -> UInt64 { bits }
}

@Suite("Backoff")
struct BackoffTests {
  func backoff(_ strategy: Backoff.Strategy, _ base: Duration, _ cap: Duration) -> Backoff {
    Backoff(strategy, base: base, cap: cap)
  }

  @Test("ceilings double up to the cap")
  func ceilings() {
    let waits = (0..<7).map { backoff(.exponential, .milliseconds(100), .seconds(2)).ceiling(retry: $0) }
    #expect(waits == [100_000, 200_000, 400_000, 800_000, 1_600_000, 2_000_000, 2_000_000])
  }

  @Test(
    "a late attempt waits the cap: no trap, no wrap, no overflow",
    arguments: [
      (Duration.milliseconds(100), Duration.seconds(2), 10_000), (.milliseconds(5_000), .seconds(60), 30),
      (.seconds(2), .seconds(300), 1_000), (.seconds(2), .seconds(300), 63), (.seconds(2), .seconds(300), 64),
      (.microseconds(1), .seconds(3_600), Int.max), (.seconds(10), .seconds(1), 0),
    ])
  func saturates(base: Duration, cap: Duration, attempt: Int) {
    var random = SplitMix64(seed: 1)
    #expect(backoff(.exponential, base, cap).wait(retry: attempt, using: &random) == cap)
  }

  @Test("extreme bases and caps neither trap nor leave their range", arguments: Backoff.Strategy.allCases)
  func extremes(strategy: Backoff.Strategy) {
    for base in [Duration.zero, .seconds(-1), .seconds(Int64.max), .microseconds(1)] {
      for cap in [Duration.zero, .seconds(-1), .seconds(Int64.max), .microseconds(1)] {
        for bits in [0, 1, UInt64.max / 2, .max] {
          var random = FixedGenerator(bits: bits)
          let backoff = Backoff(strategy, base: base, cap: cap)
          for n in [Int.min, -1, 0, 1, 62, 63, 64, Int.max] {
            let wait = backoff.wait(retry: n, previous: .seconds(Int64.max), using: &random)
            #expect(wait >= .zero && wait <= max(.zero, backoff.cap))
          }
        }
      }
    }
  }

  @Test("both ends of a jittered wait can be reached, and none lies beyond")
  func ends() {
    let (base, cap) = (Duration.milliseconds(100), Duration.seconds(2))
    var low = FixedGenerator(bits: 0)
    var high = FixedGenerator(bits: .max)
    #expect(backoff(.full, base, cap).wait(retry: 2, using: &low) == .zero)
    #expect(backoff(.full, base, cap).wait(retry: 2, using: &high) == .milliseconds(400))
    #expect(backoff(.equal, base, cap).wait(retry: 2, using: &low) == .milliseconds(200))
    #expect(backoff(.equal, base, cap).wait(retry: 2, using: &high) == .milliseconds(400))
    let decorrelated = backoff(.decorrelated, base, cap)
    #expect(decorrelated.wait(retry: 0, using: &low) == .milliseconds(100))
    #expect(decorrelated.wait(retry: 0, using: &high) == .milliseconds(300))
    #expect(decorrelated.wait(retry: 3, previous: .milliseconds(500), using: &high) == .seconds(1.5))
    #expect(decorrelated.wait(retry: 3, previous: .seconds(1), using: &high) == .seconds(2))
  }

  @Test("jitter of zero width gives the exact wait", arguments: Backoff.Strategy.allCases)
  func zeroWidth(strategy: Backoff.Strategy) {
    var random = SplitMix64(seed: 1)
    #expect(backoff(strategy, .zero, .zero).wait(retry: 5, using: &random) == .zero)
    #expect(Backoff.even(through: 0, .max) == 0)
  }

  @Test(
    "means are as the formulas say",
    arguments: [(Backoff.Strategy.full, 0.5), (.equal, 0.75), (.exponential, 1), (.constant, 1), (.immediate, 0)])
  func means(strategy: Backoff.Strategy, share: Double) {
    var random = SplitMix64(seed: 3)
    let backoff = backoff(strategy, .seconds(1), .seconds(1))
    let draws = 100_000
    let sum = (0..<draws).reduce(0.0) { sum, _ in
      sum + Double(backoff.microseconds(retry: 9, previous: 0, draw: random.next()))
    }
    // Three standard errors of a uniform draw over a second.
    #expect(abs(sum / Double(draws) / 1e6 - share) <= 3 * 0.2887 / Double(draws).squareRoot())
  }

  @Test("far beyond the cap waits are still spread", arguments: [Backoff.Strategy.full, .equal])
  func spreadAtTheCap(strategy: Backoff.Strategy) {
    var random = SplitMix64(seed: 5)
    let backoff = backoff(strategy, .milliseconds(100), .seconds(2))
    let waits = Set((0..<1_000).map { _ in backoff.wait(retry: 5_000, using: &random) })
    #expect(waits.count > 990)
  }

  @Test("decorrelated jitter stays spread however long it runs")
  func decorrelatedStaysSpread() {
    var random = SplitMix64(seed: 5)
    let backoff = backoff(.decorrelated, .milliseconds(100), .seconds(2))
    var previous: Duration?
    var waits: [Duration] = []
    for n in 0..<1_000 {
      let wait = backoff.wait(retry: n, previous: previous, using: &random)
      waits.append(wait)
      previous = wait
    }
    #expect(Set(waits).count > 300)
  }

  @Test("clients that are made together wait differently")
  func distinct() {
    let backoff = backoff(.full, .milliseconds(100), .seconds(2))
    let waits = Set(
      (0..<100).map { client in
        var random = SplitMix64(seed: UInt64(client))
        return backoff.wait(retry: 0, using: &random)
      })
    #expect(waits.count > 90)
  }
}

@Suite("SplitMix64")
struct SplitMix64Tests {
  @Test("gives the published numbers, in order and one by one")
  func known() {
    let known: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    var random = SplitMix64(seed: 1_234_567)
    #expect((0..<5).map { _ in random.next() } == known)
    #expect((1...5).map { SplitMix64.output(1_234_567 &+ $0 &* SplitMix64.increment) } == known)
  }
}
