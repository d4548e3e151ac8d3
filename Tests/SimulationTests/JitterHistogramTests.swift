import JSON
import Retry
import Simulation
import Testing

@Suite("jitter-histogram: a herd that failed together")
struct JitterHistogramTests {
  private let experiment = JitterHistogram()

  private func series(_ pairs: [(String, String)], _ monitor: RunMonitor = RunMonitor()) throws -> [JSONValue] {
    try experiment.run(experiment.arguments(query: pairs.map { (name: $0.0, value: $0.1) }), monitor)
      .result.elements("series")
  }

  @Test("Without jitter 1,000 clients arrive in the same bucket, five times")
  func unjittered() throws {
    let one = try series([("strategy", "none")])[0]
    #expect(one.text("strategy") == "exponential")
    #expect(one.integer("peak") == 1_000)
    #expect(one.integer("peakAtMs") == 100)
    #expect(one.integers("peaksAtMs") == [100, 300, 700, 1_500, 3_100])
    #expect(one.number("peakRatio") == 1)
    #expect(one.number("meanLastRetryMs") == 3_100)
    #expect(one.integer("total") == 5_000)
    #expect(one.integers("counts").count == 311)
  }

  @Test("Immediate and constant retries stay in step too")
  func steady() throws {
    let both = try series([("strategy", "immediate,constant")])
    #expect(both[0].integers("counts") == [5_000])
    #expect(both[0].number("peakRatio") == 5)
    #expect(both[1].integers("peaksAtMs") == [100, 200, 300, 400, 500])
  }

  /// Mean ± sd of the paper's independent programs; the mean of 40 seeds must lie within three standard errors.
  @Test(
    "Over 40 seeds the peaks and the mean times of the last retry are as the paper has them",
    arguments: [
      ("full", 159.5, 9.0, 1_551.0, 16.0), ("equal", 217, 7, 2_326, 8), ("decorrelated", 73, 6, 2_950, 41),
    ])
  func bands(_ strategy: String, _ peak: Double, _ peakSD: Double, _ mean: Double, _ meanSD: Double) throws {
    var peaks: [Double] = []
    var means: [Double] = []
    for seed in 1...40 {
      let one = try series([("strategy", strategy), ("seed", "\(seed)")])[0]
      peaks.append(Double(one.integer("peak")))
      means.append(one.number("meanLastRetryMs"))
    }
    #expect(abs(peaks.mean - peak) <= 3 * peakSD / 40.0.squareRoot())
    #expect(abs(means.mean - mean) <= 3 * meanSD / 40.0.squareRoot())
    #expect(peaks.allSatisfy { abs($0 - peak) < 5 * peakSD })
    if strategy == "full" {
      #expect((155...164).contains(peaks.mean))
      #expect(peaks.allSatisfy { (125...210).contains($0) })
    }
  }

  @Test("A million clients with full jitter peak at about 153,500")
  func million() throws {
    let peak = try series([("strategy", "full"), ("clients", "1000000")], RunMonitor(threads: 2))[0].integer("peak")
    #expect((152_500...154_500).contains(peak))
  }

  @Test("Any number of threads gives the same bytes", arguments: [2, 3, 8])
  func threads(count: Int) throws {
    let arguments = try experiment.arguments(query: [("clients", "150001"), ("seed", "77"), ("retries", "7")])
    let alone = try experiment.run(arguments, RunMonitor())
    let together = try experiment.run(arguments, RunMonitor(threads: count))
    #expect(alone.result.bytes == together.result.bytes)
    #expect(alone.reading == together.reading)
  }

  @Test("Every request is counted once, whatever the parameters")
  func total() throws {
    for (clients, retries, base, cap, bucket) in [
      (1, 1, 1, 1, 1), (7, 20, 60_000, 3_600_000, 1_000), (999, 13, 3, 5, 7), (100_000, 2, 100, 100, 10_000),
    ] {
      let all = try series([
        ("clients", "\(clients)"), ("retries", "\(retries)"), ("baseMs", "\(base)"), ("capMs", "\(cap)"),
        ("bucketMs", "\(bucket)"),
      ])
      #expect(all.count == 6)
      for one in all {
        #expect(one.integers("counts").reduce(0, +) == clients * retries)
        #expect(one.integers("counts").last != 0)
        #expect(one.integer("total") == clients * retries)
      }
    }
  }

  @Test("The hot loop waits as Retry's Backoff does, draw for draw", arguments: Backoff.Strategy.allCases)
  func sameRule(_ strategy: Backoff.Strategy) throws {
    for (base, cap, retries) in [(100, 2_000, 5), (1, 3_600_000, 20), (60_000, 60_000, 3), (7, 10, 9)] {
      let backoff = Backoff(strategy, base: .milliseconds(base), cap: .milliseconds(cap))
      let draws = Draws(seed: 5)
      let bucketMs = min(10_000, max(1, cap / 20))
      var counts: [Int: Int] = [:]
      for client in 0..<1_000 {
        var time: Int64 = 0
        var previous = backoff.baseMicroseconds
        for retry in 0..<retries {
          let word = draws.word(client: client, attempt: retry)
          previous = backoff.microseconds(retry: retry, previous: previous, draw: word)
          time += previous
          counts[Int(time) / (bucketMs * 1_000), default: 0] += 1
        }
      }
      let found = try series([
        ("strategy", strategy.rawValue), ("baseMs", "\(base)"), ("capMs", "\(cap)"), ("retries", "\(retries)"),
        ("bucketMs", "\(bucketMs)"), ("seed", "5"),
      ])[0].integers("counts")
      #expect(found == (0...(counts.keys.max() ?? 0)).map { counts[$0] ?? 0 })
    }
  }

  @Test("More clients make no bucket smaller: the first thousand do what they did alone")
  func monotone() throws {
    let few = try series([("strategy", "full,equal,decorrelated")])
    let many = try series([("strategy", "full,equal,decorrelated"), ("clients", "1500")])
    for (one, other) in zip(few, many) {
      #expect(zip(one.integers("counts"), other.integers("counts")).allSatisfy { $0 <= $1 })
      #expect(one.integers("counts").count <= other.integers("counts").count)
    }
  }

  @Test("The result is the same in whatever company a strategy is asked for, and series keep the order asked")
  func order() throws {
    let two = try series([("strategy", "full,none")])
    #expect(two.map { $0.text("strategy") } == ["full", "exponential"])
    #expect(try series([("strategy", "full")])[0] == two[0])
  }

  @Test("Parameters that do not fit together are refused, with what would")
  func jointFaults() {
    func faults(_ pairs: [(String, String)]) -> [Fault] {
      do {
        _ = try experiment.arguments(query: pairs.map { (name: $0.0, value: $0.1) })
        return []
      } catch { return error.faults }
    }
    #expect(faults([("capMs", "50")]) == [Fault("capMs", "must be at least baseMs, 100; was 50")])
    #expect(faults([("capMs", "50"), ("clients", "0"), ("x", "")]).map(\.parameter) == ["clients", "x", "capMs"])
    #expect(faults([("capMs", "50"), ("baseMs", "x")]).map(\.parameter) == ["baseMs"])
    #expect(
      faults([("capMs", "3600000"), ("baseMs", "60000"), ("retries", "20"), ("strategy", "none"), ("bucketMs", "1")])
        == [
          Fault(
            "bucketMs",
            "must be at least 542, so that 54180000 ms of retries need at most 100000 buckets; was 1")
        ])
    #expect(
      faults([("clients", "10000000"), ("retries", "20")]) == [
        Fault(
          "clients",
          "must be at most 3333333 with so many retries and strategies (a run draws at most 200000000 retries);"
            + " was 10000000")
      ])
    #expect(faults([("clients", "10000000"), ("retries", "20"), ("strategy", "full")]).isEmpty)
  }

  @Test("A run stops when nobody waits any more, and tells of its progress until then")
  func cancelled() throws {
    let told = Recorder()
    let arguments = try experiment.arguments(query: [("clients", "10000000"), ("strategy", "full")])
    #expect(throws: RunStopped.cancelled) {
      try experiment.run(
        arguments, RunMonitor(threads: 2, isCancelled: { told.values.count >= 3 }, progress: told.record))
    }
    #expect(told.values == told.values.sorted())
    #expect((3...8).contains(told.values.count))
  }

  @Test("The reading says the figures")
  func reading() throws {
    let report = try experiment.run(experiment.arguments(query: [("strategy", "none,full")]), RunMonitor())
    let peak = report.result.elements("series")[1].integer("peak")
    #expect(
      report.reading
        == "1,000 clients failed together. Requests in the busiest 10 ms: exponential 1,000, "
        + "five times over; full jitter \(peak) (\((peak + 5) / 10)% of exponential's peak).")
    #expect(report.tables.count == 1)
    #expect(report.tables[0].rows.allSatisfy { $0.count == report.tables[0].columns.count })
  }

  @Test(
    "The reading says in words how often the peak came",
    arguments: [
      (1, ""), (2, ", twice"), (3, ", three times over"), (10, ", ten times over"), (12, ", 12 times over"),
      (20, ", many times over"),
    ])
  func peaks(retries: Int, words: String) throws {
    let arguments = try experiment.arguments(query: [("strategy", "none"), ("retries", "\(retries)")])
    let reading = try experiment.run(arguments, RunMonitor()).reading
    #expect(reading.hasSuffix(": exponential 1,000\(words)."))
  }
}
