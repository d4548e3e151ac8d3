import Retry

/// The hot loop: draws every wait of a range of clients and counts where the retries fall. One for each thread.
struct HerdKernel {
  /// A herd sends at most 2·10⁸ requests, so that 32 bits hold any count.
  private(set) var counts: [UInt32]
  /// The sum of the clients' last retries' times in microseconds.
  private(set) var lastRetrySum: Int64 = 0
  private let herd: Herd
  private let bucket: Divisor

  init(_ herd: Herd) {
    self.herd = herd
    counts = Array(repeating: 0, count: herd.bucketCount)
    bucket = Divisor(UInt64(herd.bucketMs) * 1_000)
  }

  mutating func count(_ clients: Range<Int>) {
    let backoff = herd.table.backoff
    switch backoff.strategy {
    case .immediate, .constant: run(clients, SteadyWait(backoff))
    case .exponential: run(clients, ExponentialWait())
    case .full: run(clients, FullWait())
    case .equal: run(clients, EqualWait())
    case .decorrelated: run(clients, DecorrelatedWait(backoff))
    }
  }

  /// Specialised for each rule, so that the loop has neither calls nor branches. Every index is below `bucketCount`,
  /// since no retry is later than its table says: hence the unchecked buffers.
  @inline(__always)
  private mutating func run(_ clients: Range<Int>, _ rule: some WaitRule) {
    let bucket = bucket
    let draws = herd.draws
    let increment = SplitMix64.increment
    var sum: Int64 = 0
    counts.withUnsafeMutableBufferPointer { counts in
      herd.table.ceilings.withUnsafeBufferPointer { ceilings in
        guard let counts = counts.baseAddress else { return }
        for client in clients {
          var state = draws.state(client: client)
          var rule = rule
          var time: Int64 = 0
          for ceiling in ceilings {
            time &+= rule.next(ceiling, state)
            state &+= increment
            counts[bucket.quotient(time)] &+= 1
          }
          sum &+= time
        }
      }
    }
    lastRetrySum += sum
  }
}

/// A fixed divisor, as a multiplication: exact for dividends from 0 to 2⁴⁰ and divisors from 2 to 2²⁴ that are no power
/// of two.
struct Divisor: Sendable {
  /// ⌊2⁶⁴ / divisor⌋ + 1. The product's excess is at most dividend / 2⁶⁴ < 1 / divisor, too little to reach the next
  /// quotient.
  private let reciprocal: UInt64

  init(_ divisor: UInt64) { reciprocal = UInt64.max / divisor + 1 }

  @inline(__always)
  func quotient(_ dividend: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: dividend).multipliedFullWidth(by: reciprocal).high)
  }
}
