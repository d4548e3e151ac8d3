/// The hot loop: draws every wait of a range of clients and counts where the retries fall. One for each thread.
struct HerdKernel {
  /// A herd sends at most 2·10⁸ requests, so that 32 bits hold any count.
  private(set) var counts: [UInt32]
  private(set) var lastRetrySum: UInt64 = 0
  private let herd: Herd
  private let bucket: Divisor

  init(_ herd: Herd) {
    self.herd = herd
    counts = Array(repeating: 0, count: herd.bucketCount)
    bucket = Divisor(UInt64(herd.bucketMs) * 1_000)
  }

  mutating func count(_ clients: Range<Int>) {
    let table = herd.table
    switch table.strategy {
    case .immediate: run(clients, SteadyWait(wait: 0))
    case .constant: run(clients, SteadyWait(wait: table.base))
    case .exponential: run(clients, ExponentialWait())
    case .full: run(clients, FullWait())
    case .equal: run(clients, EqualWait())
    case .decorrelated: run(clients, DecorrelatedWait(base: table.base, cap: table.cap))
    }
  }

  /// Specialised for each rule, so that the loop has neither calls nor branches. Every index is below `bucketCount`,
  /// since no wait is longer than its table says: hence the unchecked buffers.
  @inline(__always)
  private mutating func run(_ clients: Range<Int>, _ rule: some WaitRule) {
    let bucket = bucket
    let draws = herd.draws
    var sum: UInt64 = 0
    counts.withUnsafeMutableBufferPointer { counts in
      herd.table.ceilings.withUnsafeBufferPointer { ceilings in
        guard let counts = counts.baseAddress else { return }
        for client in clients {
          var state = draws.state(client: client)
          var rule = rule
          var time: UInt64 = 0
          for ceiling in ceilings {
            time &+= rule.next(ceiling, state)
            state &+= SplitMix64.step
            counts[Int(truncatingIfNeeded: bucket.quotient(time))] &+= 1
          }
          sum &+= time
        }
      }
    }
    lastRetrySum += sum
  }
}

/// A fixed divisor, as a multiplication: exact for dividends below 2⁴⁰ and divisors up to 2²⁴.
struct Divisor: Sendable {
  /// ⌊2⁶⁴ / divisor⌋ + 1. The product's excess is at most dividend / 2⁶⁴ < 1 / divisor, too little to reach the next
  /// quotient.
  private let reciprocal: UInt64

  init(_ divisor: UInt64) { reciprocal = UInt64.max / divisor + 1 }

  @inline(__always)
  func quotient(_ dividend: UInt64) -> UInt64 { dividend.multipliedFullWidth(by: reciprocal).high }
}

/// A strategy's rule in the hot loop: the next wait in microseconds, from e(n) and a state yet to be mixed.
private protocol WaitRule {
  mutating func next(_ ceiling: UInt64, _ state: UInt64) -> UInt64
}

private struct SteadyWait: WaitRule {
  let wait: UInt64
  @inline(__always) func next(_ ceiling: UInt64, _ state: UInt64) -> UInt64 { wait }
}

private struct ExponentialWait: WaitRule {
  @inline(__always) func next(_ ceiling: UInt64, _ state: UInt64) -> UInt64 { ceiling }
}

private struct FullWait: WaitRule {
  @inline(__always) func next(_ ceiling: UInt64, _ state: UInt64) -> UInt64 {
    Draws.bounded(SplitMix64.mix(state), ceiling)
  }
}

private struct EqualWait: WaitRule {
  @inline(__always) func next(_ ceiling: UInt64, _ state: UInt64) -> UInt64 {
    let half = ceiling &>> 1
    return half &+ Draws.bounded(SplitMix64.mix(state), half)
  }
}

private struct DecorrelatedWait: WaitRule {
  let base: UInt64
  let cap: UInt64
  var previous: UInt64

  init(base: UInt64, cap: UInt64) {
    self.base = base
    self.cap = cap
    previous = base
  }

  @inline(__always) mutating func next(_ ceiling: UInt64, _ state: UInt64) -> UInt64 {
    previous = min(cap, base &+ Draws.bounded(SplitMix64.mix(state), 3 &* previous &- base))
    return previous
  }
}
