import Simulation
import Testing

@Suite("Random numbers as a pure function")
struct DrawsTests {
  @Test("SplitMix64 gives the published numbers for seed 1234567")
  func knownAnswers() {
    let generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { generator.output($0) } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test("Client 0 draws the generator's own sequence, and every client and attempt another number")
  func places() {
    let draws = Draws(seed: 1_234_567)
    #expect(draws.word(client: 0, attempt: 0) == 6_457_827_717_110_365_317)
    #expect(draws.word(client: 0, attempt: 4) == 16_408_922_859_458_223_821)
    var seen: Set<UInt64> = []
    for client in 0..<1_000 {
      for attempt in 0..<20 { seen.insert(draws.word(client: client, attempt: attempt)) }
    }
    #expect(seen.count == 20_000)
  }

  @Test("A bounded draw reaches both ends, and no further", arguments: [0, 1, 2, 9, 1_600_000, UInt64.max - 1, .max])
  func ends(limit: UInt64) {
    #expect(Draws.bounded(0, limit) == 0)
    #expect(Draws.bounded(.max, limit) == limit)
  }

  @Test("A bounded draw is even: chi-squared over ten values and 100,000 draws below the 99.99% point")
  func even() {
    let draws = Draws(seed: 1)
    var counts = [Int](repeating: 0, count: 10)
    for client in 0..<100_000 { counts[Int(Draws.bounded(draws.word(client: client, attempt: 0), 9))] += 1 }
    let chiSquared = counts.reduce(0.0) { $0 + Double(($1 - 10_000) * ($1 - 10_000)) / 10_000 }
    #expect(chiSquared < 33.7)
  }
}
