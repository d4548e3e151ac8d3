import Simulation
import Testing

@Suite("Random numbers as a pure function")
struct DrawsTests {
  @Test("Client 0 draws the generator's own sequence, and every client and attempt another number")
  func places() {
    let draws = Draws(seed: 1_234_567)
    #expect(
      (0..<5).map { draws.word(client: 0, attempt: $0) } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
    var seen: Set<UInt64> = []
    for client in 0..<1_000 {
      for attempt in 0..<20 { seen.insert(draws.word(client: client, attempt: attempt)) }
    }
    #expect(seen.count == 20_000)
  }

  @Test("Neighbouring clients and attempts are as good as independent: bits agree half the time")
  func independent() {
    let draws = Draws(seed: 1)
    var agreeing = (clients: 0, attempts: 0, seeds: 0)
    for client in 0..<10_000 {
      let word = draws.word(client: client, attempt: 0)
      agreeing.clients += (~(word ^ draws.word(client: client + 1, attempt: 0))).nonzeroBitCount
      agreeing.attempts += (~(word ^ draws.word(client: client, attempt: 1))).nonzeroBitCount
      agreeing.seeds += (~(word ^ Draws(seed: 2).word(client: client, attempt: 0))).nonzeroBitCount
    }
    // 640,000 fair coins: mean 320,000, standard deviation 400.
    for count in [agreeing.clients, agreeing.attempts, agreeing.seeds] { #expect(abs(count - 320_000) < 2_000) }
  }
}
