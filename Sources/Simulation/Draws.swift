/// Random numbers as a pure function: the outputs of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), each computed from
/// its place in the sequence rather than from the one before. So any thread can draw any client's numbers, and the result
/// does not depend on how the work was shared.
package struct SplitMix64: Sendable {
  /// 2⁶⁴ divided by the golden ratio, made odd: the step between two states.
  static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// The output number `index`, counted from 0, of the generator that starts at this seed.
  package func output(_ index: UInt64) -> UInt64 { Self.mix(seed &+ (index &+ 1) &* Self.step) }

  /// SplitMix64's output function: a bijection that makes every bit depend on every bit.
  @inline(__always)
  static func mix(_ state: UInt64) -> UInt64 {
    var word = state
    word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word &>> 31)
  }
}

/// A run's random numbers, a pure function of (seed, client, attempt).
package struct Draws: Sendable {
  private let generator: SplitMix64

  package init(seed: Int) { generator = SplitMix64(seed: UInt64(truncatingIfNeeded: seed)) }

  /// 64 random bits for one attempt of one client.
  /// - Parameters:
  ///   - client: below 2³².
  ///   - attempt: below 2³².
  package func word(client: Int, attempt: Int) -> UInt64 {
    generator.output(UInt64(truncatingIfNeeded: client) &<< 32 &+ UInt64(truncatingIfNeeded: attempt))
  }

  /// The state from which a client's words are mixed: attempt n adds n steps to it.
  @inline(__always)
  func state(client: Int) -> UInt64 {
    generator.seed &+ (UInt64(truncatingIfNeeded: client) &<< 32 &+ 1) &* SplitMix64.step
  }

  /// A whole number from 0 to `limit`, both ends included, by multiply-high (Lemire, 2019): of 2⁶⁴ words each number
  /// gets as many as any other, give or take one.
  @inline(__always)
  package static func bounded(_ word: UInt64, _ limit: UInt64) -> UInt64 {
    limit == .max ? word : word.multipliedFullWidth(by: limit &+ 1).high
  }
}
