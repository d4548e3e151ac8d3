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
    SplitMix64.output(state(client: client, attempt: attempt))
  }

  /// The state from which that word is made; each attempt adds one increment to it.
  @inline(__always)
  func state(client: Int, attempt: Int = 0) -> UInt64 {
    let place = UInt64(truncatingIfNeeded: client) &<< 32 &+ UInt64(truncatingIfNeeded: attempt)
    return seed &+ (place &+ 1) &* SplitMix64.increment
  }
}
