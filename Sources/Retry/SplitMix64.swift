/// A seeded generator of random numbers: the same seed gives the same numbers on every machine. For simulations, tests
/// and jitter; not for secrets.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. The n-th number is
/// `output(seed + n · increment)`, so that any of them can be had without those before it.
public struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
  /// What the state grows by for each number: 2⁶⁴ divided by the golden ratio, made odd.
  public static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  @usableFromInline var state: UInt64

  @inlinable
  public init(seed: UInt64) { state = seed }

  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix64.output(state)
  }

  /// Mixes a state into a number, one to one.
  @inlinable
  public static func output(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
