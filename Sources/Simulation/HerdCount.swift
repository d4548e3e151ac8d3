import Retry

/// What a herd that failed together at time 0 does while nothing succeeds: how many of its retries fall into each bucket.
struct HerdCount: Sendable, Equatable {
  /// Requests per bucket, up to the last that has any.
  var counts: [Int]
  /// The sum over the clients of the time of their last retry, in microseconds.
  var lastRetrySum: Int64

  var peak: Int { counts.max() ?? 0 }
  var total: Int { counts.reduce(0, +) }

  /// The mean time of a client's last retry, rounded to the microsecond, the unit of every wait.
  func meanLastRetryMs(clients: Int) -> Double { Double((Int(lastRetrySum) + clients / 2) / clients) / 1_000 }
}

/// A herd and how it retries, ready to be counted on any number of threads.
struct Herd: Sendable {
  let clients: Int
  let retries: Int
  let bucketMs: Int
  let table: WaitTable
  let draws: Draws

  /// Buckets that hold every retry whatever is drawn.
  var bucketCount: Int { Int(table.latest) / (bucketMs * 1_000) + 1 }

  /// Counts every retry. The counts are whole numbers that are added up, so the result does not depend on the number of
  /// threads, and memory does not grow with the clients.
  /// - Throws: `RunStopped.cancelled`.
  func count(_ monitor: RunMonitor) throws(RunStopped) -> HerdCount {
    // Clients without jitter do the same at the same time: one speaks for all.
    let simulated = table.backoff.strategy.isRandom ? clients : 1
    let block = max(1, Herd.blockSends / retries)
    let parts = try monitor.inBlocks((simulated + block - 1) / block) {
      HerdKernel(self)
    } work: { kernel, index in
      kernel.count(index * block..<min(simulated, (index + 1) * block))
    }
    var total = HerdCount(counts: Array(repeating: 0, count: bucketCount), lastRetrySum: 0)
    let weight = clients / simulated
    for part in parts {
      for index in total.counts.indices { total.counts[index] += Int(part.counts[index]) * weight }
      total.lastRetrySum += part.lastRetrySum * Int64(weight)
    }
    let used = total.counts.lastIndex { $0 > 0 } ?? 0
    total.counts.removeSubrange((used + 1)...)
    return total
  }

  /// Sends in a block of work: about half a millisecond, so that a run stops and tells of its progress promptly.
  private static let blockSends = 1 << 17
}
