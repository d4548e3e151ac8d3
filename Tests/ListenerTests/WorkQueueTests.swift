import HTTP
import Listener
import Testing

@Suite("Work that waits")
struct WorkQueueTests {
  private static let second = 1_000_000

  private func queue(threads: Int = 4, _ change: (inout WorkRules) -> Void = { _ in }) -> WorkQueue<String> {
    var rules = WorkRules(threads: threads)
    change(&rules)
    return WorkQueue(rules, seed: 7)
  }

  @Test func letsShortRunsPastLongOnes() {
    var queue = queue()
    for name in ["long 1", "long 2", "long 3"] {
      #expect(queue.submit(name, .interactive(seconds: 4), now: 0) == nil)
    }
    #expect(queue.next(now: 0)?.job == "long 1")
    #expect(queue.next(now: 0)?.job == "long 2")
    #expect(queue.next(now: 0) == nil, "two threads are not for long runs")
    #expect(queue.submit("short", .interactive(seconds: 0.01), now: 1) == nil)
    #expect(queue.next(now: 1)?.job == "short")
    #expect(queue.submit("short 2", .interactive(seconds: 0.01), now: 2) == nil)
    #expect(queue.next(now: 2) == nil, "the last thread is for reading")
    #expect(queue.submit("page", .reading, now: 3) == nil)
    #expect(queue.next(now: 3)?.job == "page")
  }

  @Test func letsLongRunsPastThoseThatOutlastTheirPatience() {
    var queue = queue()
    for name in ["heavy 1", "heavy 2", "heavy 3"] { _ = queue.submit(name, .interactive(seconds: 100), now: 0) }
    #expect(queue.next(now: 0)?.job == "heavy 1")
    #expect(queue.next(now: 0) == nil, "a second would keep every long run waiting for a hundred seconds")
    #expect(queue.waitingCount(.interactive) == 0, "and one that waits for a hundred seconds is not let in")
    for name in ["long 1", "long 2", "long 3"] {
      #expect(queue.submit(name, .interactive(seconds: 4), now: 0) == nil)
    }
    #expect(queue.submit("long 4", .interactive(seconds: 4), now: 0) != nil, "twelve seconds are more than ten")
    for number in 0..<3 {
      let now = number * 4 * Self.second
      let running = queue.next(now: now)
      #expect(running?.job == "long \(number + 1)")
      if let running { queue.finish(running, isWhole: true, now: now + 4 * Self.second) }
    }
  }

  @Test func letsNothingWaitForEver() {
    var queue = queue(threads: 1) { $0.patience[.interactive] = 1000 }
    #expect(queue.submit("running", .interactive(seconds: 1), now: 0) == nil)
    let running = queue.next(now: 0)
    #expect(queue.submit("long", .interactive(seconds: 10), now: 0) == nil)
    var now = 0
    var overtaken = 0
    var current = running
    while let one = current, one.job != "long" {
      now += WorkQueueTests.second
      #expect(queue.submit("short", .interactive(seconds: 1), now: now) == nil)
      queue.finish(one, isWhole: true, now: now)
      current = queue.next(now: now)
      overtaken += 1
    }
    #expect((15...21).contains(overtaken), "a run of ten seconds is due twenty seconds after it came")
  }

  @Test(arguments: [0, 1]) func refusesWhatWouldWaitForTooLong(step: Int) throws {
    var queue = queue()
    var told: [Int] = []
    var admitted = 0
    // Whether they come one after the other or all at once.
    for number in 0..<60 {
      let now = step * number
      if let refusal = queue.submit("long", .interactive(seconds: 9), now: now) {
        told.append(refusal.seconds)
      } else {
        admitted += 1
        _ = queue.next(now: now)
      }
    }
    #expect(admitted == 3, "two run, and what begins within ten seconds waits")
    // There is room in a few seconds, but not for all of them.
    #expect(told.allSatisfy { (2...120).contains($0) })
    #expect(Set(told).count > 15, "those refused together do not come back together")
    #expect(queue.submit("short", .interactive(seconds: 0.01), now: 0) == nil)
  }

  @Test func forgetsRefusalsAsTimePasses() throws {
    var queue = queue { $0.capacities[.interactive] = 0 }
    for _ in 0..<100 { _ = queue.submit("", .interactive(seconds: 1), now: 0) }
    let later = (0..<20).compactMap {
      queue.submit("", .interactive(seconds: 0.1), now: (600 + $0) * 1_000_000)?.seconds
    }
    #expect(later.count == 20)
    #expect(later.allSatisfy { $0 <= 2 })
  }

  @Test func learnsHowLongRunsTake() {
    var queue = queue { $0.patience[.interactive] = 5 }
    // Every run takes four times as long as estimated.
    var now = 0
    for _ in 0..<40 {
      #expect(queue.submit("", .interactive(seconds: 1), now: now) == nil)
      guard let running = queue.next(now: now) else { return }
      now += 4 * WorkQueueTests.second
      queue.finish(running, isWhole: true, now: now)
    }
    for _ in 0..<2 {
      #expect(queue.submit("", .interactive(seconds: 2), now: now) == nil)
      _ = queue.next(now: now)
    }
    #expect(queue.submit("", .interactive(seconds: 2), now: now) != nil, "eight seconds are more than five")
  }

  @Test func whatIsCancelledLeavesAndTellsNothing() {
    var queue = queue(threads: 1)
    for name in ["a", "b", "c"] { _ = queue.submit(name, .interactive(seconds: 1), now: 0) }
    #expect(queue.remove { $0 == "b" } == 1)
    #expect(queue.waitingCount(.interactive) == 2)
    #expect(queue.waitingSeconds(.interactive) == 2)
    for name in ["a", "c"] {
      let running = queue.next(now: 0)
      #expect(running?.job == name)
      if let running { queue.finish(running, isWhole: false, now: 1000 * WorkQueueTests.second) }
    }
    #expect(queue.submit("d", .interactive(seconds: 1), now: 0) == nil)
    #expect(queue.waitingSeconds(.interactive) == 1)
  }

  @Test func liveRunsTakeNoOthersThreads() {
    var queue = queue { $0.liveThreads = 3 }
    for _ in 0..<5 { #expect(queue.submit("live", .live(seconds: 1), now: 0) == nil) }
    for _ in 0..<3 { #expect(queue.next(now: 0)?.job == "live") }
    #expect(queue.next(now: 0) == nil)
    #expect(queue.submit("run", .interactive(seconds: 0.1), now: 0) == nil)
    #expect(queue.next(now: 0)?.job == "run")
  }

  /// Four times as many runs come as can be done, and readers among them, in virtual time.
  @Test func overloadLosesNeitherGoodputNorReaders() {
    var queue = queue()
    var running: [(end: Int, job: WorkQueue<String>.Running, came: Int)] = []
    var came: [String: Int] = [:]
    let (work, page, length) = (20_000, 500, 20 * WorkQueueTests.second)
    var inTime = 0
    var readers: [Int] = []
    for now in stride(from: 0, to: length, by: 500) {
      for (end, job, start) in running where end <= now {
        queue.finish(job, isWhole: true, now: end)
        if job.kind == .reading { readers.append(now - start - page) } else if end - start < 3_000_000 { inTime += 1 }
      }
      running.removeAll { $0.end <= now }
      // Three threads do 150 runs a second; 600 come.
      if now % 5_000 < 1_500 {
        came["run \(now)"] = now
        _ = queue.submit("run \(now)", .interactive(seconds: 0.02), now: now)
      }
      if now % 10_000 == 0 {
        came["page \(now)"] = now
        _ = queue.submit("page \(now)", .reading, now: now)
      }
      while let job = queue.next(now: now) {
        running.append((now + (job.kind == .reading ? page : work), job, came[job.job] ?? 0))
      }
    }
    #expect(Double(inTime) / 20 >= 0.9 * 150)
    #expect(readers.count > 1_900)
    #expect(readers.sorted()[readers.count * 95 / 100] <= 1_000)
  }

  /// Clients that come again when they were told to, in virtual time: all are served in about the time that it takes.
  @Test(arguments: [(60, 4.0, 2), (300, 1.5, 16)])
  func clientsThatComeWhenToldAreAllServed(clients: Int, seconds: Double, threads: Int) {
    var queue = queue { $0.liveThreads = threads }
    var arrivals = (0..<clients).map { (time: 0, client: $0) }
    var running: [(end: Int, job: WorkQueue<String>.Running)] = []
    var (now, served, requests, busiest) = (0, 0, 0, 0)
    while served < clients, now < 3600 * WorkQueueTests.second {
      let due = arrivals.filter { $0.time <= now }
      arrivals.removeAll { $0.time <= now }
      if now > 0 { busiest = max(busiest, due.count) }
      for (_, client) in due {
        requests += 1
        if let refusal = queue.submit("\(client)", .live(seconds: seconds), now: now) {
          arrivals.append((now + refusal.seconds * WorkQueueTests.second, client))
        }
      }
      for (end, job) in running where end <= now {
        queue.finish(job, isWhole: true, now: end)
        served += 1
      }
      running.removeAll { $0.end <= now }
      while let job = queue.next(now: now) { running.append((now + Int(seconds * 1_000_000), job)) }
      now += WorkQueueTests.second / 10
    }
    let least = Double(clients) * seconds / Double(threads)
    #expect(served == clients)
    #expect(Double(now) / 1_000_000 < 1.6 * least + 30)
    #expect(requests < 6 * clients)
    #expect(busiest < clients / 3)
  }
}
