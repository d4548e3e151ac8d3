import Retry

/// A backoff strategy in a hot loop: `Backoff.microseconds` without its choice of strategy, so that a loop is compiled
/// for each. A test holds them equal.
protocol WaitRule: Sendable {
  /// The next wait of one client in microseconds.
  /// - Parameters:
  ///   - ceiling: e(n) in microseconds.
  ///   - state: What to mix for 64 random bits.
  mutating func next(_ ceiling: Int64, _ state: UInt64) -> Int64

  /// The wait before in microseconds; only `decorrelated` has need of it.
  var previous: Int64 { get set }
}

extension WaitRule {
  var previous: Int64 {
    get { 0 }
    set {}
  }
}

/// `immediate` and `constant`.
struct SteadyWait: WaitRule {
  private let wait: Int64

  init(_ backoff: Backoff) { wait = backoff.microseconds(retry: 0, previous: 0, draw: 0) }

  @inline(__always) func next(_ ceiling: Int64, _ state: UInt64) -> Int64 { wait }
}

struct ExponentialWait: WaitRule {
  @inline(__always) func next(_ ceiling: Int64, _ state: UInt64) -> Int64 { ceiling }
}

struct FullWait: WaitRule {
  @inline(__always) func next(_ ceiling: Int64, _ state: UInt64) -> Int64 {
    Backoff.even(through: ceiling, SplitMix64.output(state))
  }
}

struct EqualWait: WaitRule {
  @inline(__always) func next(_ ceiling: Int64, _ state: UInt64) -> Int64 {
    let half = ceiling &>> 1
    return ceiling &- half &+ Backoff.even(through: half, SplitMix64.output(state))
  }
}

struct DecorrelatedWait: WaitRule {
  private let base: Int64
  private let cap: Int64
  /// The wait before; at first the base.
  var previous: Int64

  init(_ backoff: Backoff) {
    base = backoff.baseMicroseconds
    cap = backoff.capMicroseconds
    previous = base
  }

  @inline(__always) mutating func next(_ ceiling: Int64, _ state: UInt64) -> Int64 {
    previous = min(cap, base &+ Backoff.even(through: 3 &* previous &- base, SplitMix64.output(state)))
    return previous
  }
}
