import Simulation

/// `recovery` against a plain reading of its description: a heap of events, taken one at a time.
struct RecoveryBench: Benchmark {
  let name = "recovery"

  private static let million = 1_000_000

  func findings() throws -> [Finding] {
    let threads = Stopwatch.processors
    // Memory first, before anything has been freed that could be used again.
    let rise = try Memory.rise { try run(clients: Self.million, threads: threads) }
    let times = try Stopwatch.race(
      rounds: 5,
      [
        { try run(clients: Self.million / 10, threads: threads) },
        { try run(clients: Self.million, threads: 1) },
        { try run(clients: Self.million, threads: threads) },
      ])
    let (one, all) = (times[1].wall, times[2].wall)
    // A heap takes longer for each client the more there are: as many as in the run it is compared with.
    let plain = Stopwatch.once { sink(plainReading(clients: Self.million)) }
    let growth = 10 * 20.0 / 16.6  // n log n from 100,000 to 1,000,000: log₂ is 16.6 and 19.9.
    var findings = [
      Finding("plain heap of events, 1,000,000 clients, full jitter, 60,000 served a bucket", plain * 1_000, "ms"),
      Finding("this program, one thread", one * 1_000, "ms"),
      Finding("this program, \(threads) threads", all * 1_000, "ms"),
      Finding("times faster than the heap", plain / all, "×", .atLeast(20)),
      Finding("times faster than the heap, one thread", plain / one, "×"),
      Finding(
        "1,000,000 clients against 100,000, processor time", times[2].processor / times[0].processor, "×",
        .atMost(growth)),
    ]
    if let rise {
      findings.append(Finding("memory", rise / Double(Self.million), "bytes a client", .atMost(24)))
    }
    return findings
  }

  private func run(clients: Int, threads: Int) throws {
    let experiment = Recovery()
    let arguments = try experiment.arguments(query: [
      ("clients", "\(clients)"), ("strategy", "full"), ("capacity", "\(clients * 60 / 1_000)"),
    ])
    sink(try experiment.run(arguments, RunMonitor(threads: threads)).tables.count)
  }

  /// What the description says, as one would write it down: the next request of each client in a heap, ordered by time
  /// and client.
  /// - Returns: requests sent in all.
  private func plainReading(clients: Int) -> Int {
    let base = Duration.milliseconds(100)
    let cap = Duration.milliseconds(2_000)
    let bucket = Duration.milliseconds(10)
    let recoverAt = Duration.milliseconds(1_500)
    let capacity = clients * 60 / 1_000
    var heap = EventHeap()
    for client in 0..<clients {
      heap.push(EventHeap.Event(time: base * Double.random(in: 0...1), client: client, retries: 1))
    }
    var sent = 0
    var served: [Int: Int] = [:]
    var successes: [Duration] = []
    while var event = heap.pop() {
      sent += 1
      let index = Int(event.time / bucket)
      if event.time >= recoverAt && served[index, default: 0] < capacity {
        served[index, default: 0] += 1
        successes.append(event.time)
        continue
      }
      let ceiling = min(cap, base * (1 << min(event.retries, 20)))
      event.time += ceiling * Double.random(in: 0...1)
      event.retries += 1
      heap.push(event)
    }
    precondition(successes.count == clients)
    return sent
  }
}

/// A binary heap of events, the earliest first.
private struct EventHeap {
  struct Event: Comparable {
    var time: Duration
    var client: Int
    var retries: Int

    static func < (left: Event, right: Event) -> Bool {
      (left.time, left.client) < (right.time, right.client)
    }
  }

  private var events: [Event] = []

  mutating func push(_ event: Event) {
    events.append(event)
    var child = events.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard events[child] < events[parent] else { return }
      events.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Event? {
    guard let first = events.first, let last = events.popLast() else { return nil }
    if events.isEmpty { return first }
    events[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < events.count else { return first }
      if child + 1 < events.count && events[child + 1] < events[child] { child += 1 }
      guard events[child] < events[parent] else { return first }
      events.swapAt(child, parent)
      parent = child
    }
  }
}
