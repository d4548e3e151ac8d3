import Simulation

/// `jitter-histogram` against a plain reading of its description, and against a loop that only draws and counts.
struct JitterHistogramBench: Benchmark {
  let name = "jitter-histogram"

  private static let retries = 5
  private static let million = 1_000_000

  func findings() throws -> [Finding] {
    let threads = Stopwatch.processors
    // Memory first, before anything has been freed that could be used again.
    let small = try Memory.rise { try run(clients: Self.million, threads: threads) }
    let large = try Memory.rise { try run(clients: 10 * Self.million, threads: threads) }
    // The plain reading takes the same time for each client, so a tenth of them will do.
    let plain = Stopwatch.once { sink(plainReading(clients: Self.million / 10).count) } * 10
    let times = try Stopwatch.race(
      rounds: 7,
      [
        { sink(drawAndCount(Self.million * Self.retries)) },
        { try run(clients: Self.million, threads: 1) },
        { try run(clients: Self.million, threads: threads) },
        { try run(clients: 10 * Self.million, threads: threads) },
      ])
    let (one, all, tenfold) = (times[1].wall, times[2].wall, times[3].wall)
    var findings = [
      Finding("plain reading, 1,000,000 clients × 5 retries, full jitter", plain * 1_000, "ms"),
      Finding("this program, one thread", one * 1_000, "ms"),
      Finding("this program, \(threads) threads", all * 1_000, "ms"),
      Finding("times faster than the plain reading", plain / all, "×", .atLeast(200)),
      Finding("times faster than the plain reading, one thread", plain / one, "×"),
      Finding(
        "share of the speed of drawing and counting alone, one thread each, processor time",
        times[0].processor / times[1].processor, "×", .atLeast(0.5)),
      Finding("10,000,000 clients", tenfold * 1_000, "ms", .atMost(250)),
      Finding(
        "10,000,000 clients against 1,000,000, processor time", times[3].processor / times[2].processor, "×",
        .atMost(11)),
    ]
    if let small, let large {
      findings.append(Finding("memory, 1,000,000 clients", small / 1_048_576, "MiB"))
      findings.append(Finding("memory, 10,000,000 clients", large / 1_048_576, "MiB", .atMost(small / 1_048_576 + 1)))
    }
    return findings
  }

  private func run(clients: Int, threads: Int) throws {
    let experiment = JitterHistogram()
    let arguments = try experiment.arguments(query: [("clients", "\(clients)"), ("strategy", "full")])
    sink(try experiment.run(arguments, RunMonitor(threads: threads)).tables.count)
  }

  /// What the description says, as one would write it down: a duration per wait, a dictionary of buckets, the system's
  /// generator.
  private func plainReading(clients: Int) -> [Int: Int] {
    let base = Duration.milliseconds(100)
    let cap = Duration.milliseconds(2_000)
    let bucket = Duration.milliseconds(10)
    var counts: [Int: Int] = [:]
    for _ in 0..<clients {
      var time = Duration.zero
      for attempt in 0..<Self.retries {
        let ceiling = min(cap, base * (1 << attempt))
        time += ceiling * Double.random(in: 0...1)
        counts[Int(time / bucket), default: 0] += 1
      }
    }
    return counts
  }

  /// Draws so many numbers and counts them, and nothing else: SplitMix64, a bounded number, an increment.
  private func drawAndCount(_ draws: Int) -> Int {
    let buckets: UInt64 = 311
    var counts = [UInt32](repeating: 0, count: Int(buckets))
    counts.withUnsafeMutableBufferPointer { counts in
      guard let counts = counts.baseAddress else { return }
      var state: UInt64 = 1
      for _ in 0..<draws {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
        word ^= word &>> 31
        counts[Int(truncatingIfNeeded: word.multipliedFullWidth(by: buckets).high)] &+= 1
      }
    }
    return Int(counts[0])
  }
}
