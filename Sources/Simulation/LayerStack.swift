import Retry

/// Layers of clients above a backend, each with a retry loop of its own around a call of the next.
struct LayerStack {
  private let loops: [RetryPolicy]
  private let budgets: [SharedRetryBudget?]
  private let failureRate: Double
  private var random: SplitMix64

  /// Requests that each layer sent to the next.
  private(set) var sends: [Int]
  private(set) var denied = 0
  private(set) var succeeded = 0

  /// Requests at the backend.
  var sent: Int { sends[sends.count - 1] }

  init(retries: [Int], budgets: [RetryBudget.Rule], failureRate: Double, seed: UInt64) {
    loops = retries.map {
      RetryPolicy(maxAttempts: $0 + 1, backoff: Backoff(.immediate, base: .zero, cap: .zero))
    }
    self.budgets = budgets.map { $0 == .none ? nil : SharedRetryBudget($0) }
    self.failureRate = failureRate
    random = SplitMix64(seed: seed)
    sends = Array(repeating: 0, count: retries.count)
  }

  /// What layers of so many retries multiply to; the largest number if that is more.
  static func product(_ retries: [Int]) -> Int {
    retries.reduce(1) { product, retries in
      let (next, overflowed) = product.multipliedReportingOverflow(by: retries + 1)
      return overflowed ? .max : next
    }
  }

  /// Sends requests one by one through all layers.
  mutating func send(_ requests: Int, _ monitor: RunMonitor) throws(RunStopped) {
    for request in 0..<requests {
      if try call(0, monitor) { succeeded += 1 }
      monitor.progress(Double(request + 1) / Double(requests))
    }
  }

  private mutating func call(_ layer: Int, _ monitor: RunMonitor) throws(RunStopped) -> Bool {
    var loop = RetryLoop(loops[layer], for: RetryRequest(.get), budget: budgets[layer], seed: 0)
    while true {
      sends[layer] += 1
      let isWell = layer + 1 < loops.count ? try call(layer + 1, monitor) : try backend(monitor)
      guard case .stop(let reason) = loop.next(isWell ? .success : .response(503), at: .zero) else { continue }
      if reason == .budgetSpent { denied += 1 }
      return reason == .succeeded
    }
  }

  private mutating func backend(_ monitor: RunMonitor) throws(RunStopped) -> Bool {
    if sent % 8_192 == 0 { try monitor.check() }
    if failureRate >= 1 { return false }
    return Double(random.next() >> 11) / 9_007_199_254_740_992 >= failureRate
  }
}
