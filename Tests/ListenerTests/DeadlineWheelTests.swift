import Listener
import Testing

@Suite("The deadline wheel")
struct DeadlineWheelTests {
  @Test(arguments: [0, 1, 31, 32, 33, 500, 10_000, 15_999])
  func nothingFiresEarlyNorLate(_ delay: Int) throws {
    let start = 1_234_567
    var wheel = DeadlineWheel(now: start)
    let fires = wheel.add(7, due: start + delay)
    #expect(fires == start + delay)
    let wait = try #require(wheel.delay(now: start))
    #expect(wait >= delay)
    #expect(wait <= delay + 2 * DeadlineWheel.tick)
    let early = wheel.advance(to: start + delay - 1)
    #expect(early.isEmpty)
    let due = wheel.advance(to: start + delay + 2 * DeadlineWheel.tick)
    #expect(due == [7])
    #expect(wheel.delay(now: start) == nil)
  }

  @Test func whatIsFarOffFiresAtTheHorizonToBeAddedAgain() throws {
    var wheel = DeadlineWheel(now: 0)
    let fires = wheel.add(1, due: 1_000_000)
    let wait = try #require(wheel.delay(now: 0))
    #expect(wait < 512 * DeadlineWheel.tick && fires == wait)
    let due = wheel.advance(to: wait)
    #expect(due == [1])
  }

  @Test func aLongPauseLosesNothing() {
    var wheel = DeadlineWheel(now: 0)
    for token in 0..<1000 { _ = wheel.add(UInt64(token), due: token * 16) }
    let due = wheel.advance(to: 10_000_000)
    #expect(due.sorted() == (0..<1000).map(UInt64.init))
  }

  @Test func theSoonestDecidesTheDelay() throws {
    var wheel = DeadlineWheel(now: 100_000)
    for due in stride(from: 114_000, through: 100_500, by: -500) {
      _ = wheel.add(1, due: due)
      let wait = try #require(wheel.delay(now: 100_000))
      #expect(wait >= due - 100_000 && wait <= due - 100_000 + 2 * DeadlineWheel.tick)
    }
  }

  /// Nothing has advanced the wheel for longer than it reaches.
  @Test(arguments: [0, 100, 10_000, 20_000])
  func whatIsAddedAfterAPauseFiresWhenItSaid(_ delay: Int) {
    var wheel = DeadlineWheel(now: 0)
    let now = 90_000
    let fires = wheel.add(1, due: now + delay)
    #expect(fires <= now + delay)
    let before = wheel.advance(to: fires - 1)
    let after = wheel.advance(to: fires + 2 * DeadlineWheel.tick)
    #expect(before == [] && after == [1])
  }
}
