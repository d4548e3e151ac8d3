/// One strategy's waits, prepared for a hot loop: every ceiling computed once, all in microseconds.
struct WaitTable: Sendable {
  let strategy: Strategy
  /// The base in microseconds.
  let base: UInt64
  /// The cap in microseconds.
  let cap: UInt64
  /// min(cap, base·2ⁿ) for each retry n, from 0; a retry beyond the last has the last's.
  let ceilings: [UInt64]
  /// Nothing before retry n happens later than this many microseconds after the start, for each n.
  let latest: [UInt64]

  init(_ strategy: Strategy, baseMs: Int, capMs: Int, retries: Int) {
    self.strategy = strategy
    base = UInt64(baseMs) * 1_000
    cap = UInt64(capMs) * 1_000
    var ceilings: [UInt64] = []
    var latest: [UInt64] = []
    var ceiling = base
    var longest = base
    var time: UInt64 = 0
    for _ in 0..<retries {
      ceilings.append(min(cap, ceiling))
      longest = min(cap, longest * 3)
      switch strategy {
      case .immediate: break
      case .constant: time += base
      case .exponential, .full, .equal: time += min(cap, ceiling)
      case .decorrelated: time += longest
      }
      latest.append(time)
      ceiling = min(cap, ceiling * 2)
    }
    self.ceilings = ceilings
    self.latest = latest
  }
}
