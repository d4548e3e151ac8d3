import Retry

/// A run's random numbers, a pure function of (seed, client, attempt): outputs of SplitMix64, each computed from its
/// place in the sequence rather than from the one before. So any thread can draw any client's numbers, and the result
/// does not depend on how the work was shared.
package struct Draws: Sendable {
  private let seed: UInt64

  package init(seed: Int) { self.seed = UInt64(truncatingIfNeeded: seed) }

  /// 64 random bits for one attempt of one client: the generator's output number client·2³² + attempt, from 0.
  /// - Parameters:
  ///   - client: below 2³².
  ///   - attempt: below 2³².
  package func word(client: Int, attempt: Int) -> UInt64 {
    SplitMix64.output(state(client: client) &+ UInt64(truncatingIfNeeded: attempt) &* SplitMix64.increment)
  }

  /// The state from which a client's first word is made; each attempt adds one increment to it.
  @inline(__always)
  func state(client: Int) -> UInt64 {
    seed &+ (UInt64(truncatingIfNeeded: client) &<< 32 &+ 1) &* SplitMix64.increment
  }
}
