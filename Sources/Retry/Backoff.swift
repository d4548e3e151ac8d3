/// How long to wait before a retry: a strategy, the first wait and the longest one.
///
/// With e(n) = min(cap, base · 2ⁿ) for retry n = 0, 1, 2, …, the strategies wait
///
/// | strategy | wait n | mean |
/// | --- | --- | --- |
/// | immediate | 0 | 0 |
/// | constant | base | base |
/// | exponential | e(n) | e(n) |
/// | full | U(0, e(n)) | e(n)/2 |
/// | equal | e(n)/2 + U(0, e(n)/2) | 3e(n)/4 |
/// | decorrelated | min(cap, U(base, 3 · previous)), previous starts at base | |
///
/// where U draws evenly, both ends included, in whole microseconds. No wait is negative or longer than the cap, for any
/// n: e(n) saturates instead of overflowing.
///
/// Source: Brooker, "Exponential backoff and jitter", AWS Architecture Blog, 2015.
public struct Backoff: Sendable, Hashable {
  public enum Strategy: String, Sendable, Hashable, CaseIterable {
    case immediate, constant, exponential, full, equal, decorrelated
  }

  public let strategy: Strategy
  /// The first wait's ceiling in microseconds, from 0.
  public let baseMicroseconds: Int64
  /// The longest wait in microseconds, from 0. It wins over a longer base.
  public let capMicroseconds: Int64

  /// - Parameters:
  ///   - baseMicroseconds: the first wait's ceiling; a negative one counts as 0.
  ///   - capMicroseconds: the longest wait; a negative one counts as 0.
  @inlinable
  public init(_ strategy: Strategy, baseMicroseconds: Int64, capMicroseconds: Int64) {
    self.strategy = strategy
    self.baseMicroseconds = max(0, baseMicroseconds)
    self.capMicroseconds = max(0, capMicroseconds)
  }

  /// - Parameters:
  ///   - base: the first wait's ceiling, cut to whole microseconds; a negative one counts as 0.
  ///   - cap: the longest wait, cut likewise.
  public init(_ strategy: Strategy, base: Duration, cap: Duration) {
    self.init(strategy, baseMicroseconds: base.wholeMicroseconds, capMicroseconds: cap.wholeMicroseconds)
  }

  public var base: Duration { .microseconds(baseMicroseconds) }
  public var cap: Duration { .microseconds(capMicroseconds) }

  /// e(n) = min(cap, base · 2ⁿ) in microseconds. A negative n counts as 0.
  @inlinable
  public func ceiling(retry n: Int) -> Int64 {
    if n >= 63 { return baseMicroseconds == 0 ? 0 : capMicroseconds }
    let shift = Int64(max(0, n))
    return baseMicroseconds > capMicroseconds &>> shift ? capMicroseconds : baseMicroseconds &<< shift
  }

  /// The wait before retry n in microseconds, as a pure function of one random number.
  /// - Parameters:
  ///   - n: 0 before the first retry.
  ///   - previous: the wait before retry n − 1; the base before the first. Only `decorrelated` reads it.
  ///   - draw: 64 random bits. Strategies without jitter ignore them.
  @inlinable
  public func microseconds(retry n: Int, previous: Int64, draw: UInt64) -> Int64 {
    switch strategy {
    case .immediate: return 0
    case .constant: return min(baseMicroseconds, capMicroseconds)
    case .exponential: return ceiling(retry: n)
    case .full: return Backoff.even(through: ceiling(retry: n), draw)
    case .equal:
      let ceiling = ceiling(retry: n)
      let half = ceiling / 2
      return ceiling - half + Backoff.even(through: half, draw)
    case .decorrelated:
      let top = previous > Int64.max / 3 ? Int64.max : 3 * previous
      let drawn = baseMicroseconds + Backoff.even(through: max(0, top - baseMicroseconds), draw)
      return min(capMicroseconds, drawn)
    }
  }

  /// A whole number from 0 through `last`, each about as likely, from 64 random bits: the high half of a product, which
  /// takes no division and is off by less than one part in 2⁶⁴ / (last + 1). `last` is not negative.
  @inlinable
  public static func even(through last: Int64, _ draw: UInt64) -> Int64 {
    Int64(bitPattern: draw.multipliedFullWidth(by: UInt64(bitPattern: last) &+ 1).high)
  }

  /// The wait before retry n, drawn with the given generator.
  /// - Parameters:
  ///   - n: 0 before the first retry.
  ///   - previous: the wait before retry n − 1, nil before the first.
  public func wait(retry n: Int, previous: Duration? = nil, using generator: inout some RandomNumberGenerator)
    -> Duration
  {
    let before = previous.map(\.wholeMicroseconds) ?? baseMicroseconds
    return .microseconds(microseconds(retry: n, previous: before, draw: generator.next()))
  }
}

extension Duration {
  /// Whole microseconds, cut towards zero; saturating, and 0 for a negative duration.
  var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (scaled, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflowed || carried ? .max : sum
  }
}
