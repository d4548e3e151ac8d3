import Retry

/// A backoff prepared for a hot loop: the ceilings of its first retries computed once, all times in microseconds.
struct WaitTable: Sendable {
  let backoff: Backoff
  /// e(n) for each retry n, from 0.
  let ceilings: [Int64]
  /// The latest time at which the last of these retries can happen, if all clients failed at 0.
  let latest: Int64

  init(_ strategy: Strategy, baseMs: Int, capMs: Int, retries: Int) {
    let backoff = Backoff(
      strategy, baseMicroseconds: Int64(baseMs) * 1_000, capMicroseconds: Int64(capMs) * 1_000)
    self.backoff = backoff
    ceilings = (0..<retries).map(backoff.ceiling)
    var latest: Int64 = 0
    var longest = backoff.baseMicroseconds
    for retry in 0..<retries {
      // The longest wait is the one that the greatest draw gives, after the longest wait before.
      longest = backoff.microseconds(retry: retry, previous: longest, draw: .max)
      latest += longest
    }
    self.latest = latest
  }

  /// A table for clients that back off without limit: so many retries that every ceiling behind them is the last.
  init(_ strategy: Strategy, baseMs: Int, capMs: Int) {
    self.init(strategy, baseMs: baseMs, capMs: capMs, retries: 40)
  }

  /// e(n) for any n, where the table is long enough for the last to be the cap.
  @inline(__always)
  func ceiling(_ retry: Int) -> Int64 { ceilings[min(retry, ceilings.count - 1)] }
}
