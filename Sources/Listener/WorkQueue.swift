package import HTTP

/// Work that waits for a thread, and how much is let in: a value that is told what happens and when, in microseconds of
/// any clock that never goes back, and performs nothing.
///
/// How long each job will take is estimated, and the estimates are corrected by what jobs before it took. A job is let in
/// if it can begin within the patience of its class; otherwise whoever sent it is told when to come back. Jobs begin in
/// the order of when they are due: their arrival, and later the longer they take, so that a short one overtakes long ones,
/// and yet none waits for ever. Long jobs may not take every thread, only reading may take the last, and those that would
/// keep a thread for longer than others like them may wait leave one to those that do not.
package struct WorkQueue<Job: Sendable>: Sendable {
  /// What is told to whoever is not let in.
  package struct Refusal: Sendable, Equatable {
    /// When to come back, in seconds.
    package let seconds: Int
  }

  /// Jobs of which as many run at once as the lane has threads.
  private enum Lane: Int, CaseIterable {
    case reading, short, long, heavy, live
  }

  /// What the rules need of a job. Plain numbers, so that looking at all that waits, as each refusal does, takes no more
  /// than a few hundred nanoseconds: jobs themselves hold closures, which are counted whenever they are copied.
  private struct Entry: Sendable {
    let number: Int
    let kind: WorkClass
    let lane: Lane
    /// As estimated, before any correction.
    let estimate: Double?
    /// As expected, in seconds.
    let expected: Double
    let due: Int
  }

  /// A job that has been given a thread.
  package struct Running: Sendable {
    package let job: Job
    package let kind: WorkClass
    fileprivate let number: Int
  }

  /// What jobs of a lane turned out to take.
  private struct Experience {
    /// How many times longer than estimated.
    var factor = 1.0
    /// Seconds of jobs without an estimate.
    var mean = 0.05
    /// Seconds of work that was refused lately and may come back.
    var refused = 0.0
    var refusedAt = 0

    mutating func learn(_ estimate: Double?, _ seconds: Double) {
      if let estimate, estimate > 0 {
        // Of very short jobs the clock and the scheduler tell more than the work.
        let ratio = min(max((seconds + 0.001) / (estimate + 0.001), 0.1), 10)
        factor += (ratio - factor) / 8
      } else {
        mean += (seconds - mean) / 8
      }
    }
  }

  package let rules: WorkRules
  private var waiting: [Entry] = []
  /// Those that wait, by number.
  private var jobs: [Int: Job] = [:]
  private var running: [Int: (entry: Entry, since: Int)] = [:]
  private var busy = [Int](repeating: 0, count: Lane.allCases.count)
  private var experience = [Experience](repeating: Experience(), count: Lane.allCases.count)
  private var nextNumber = 0
  private var random: UInt64

  /// - Parameter seed: for the times that the refused are told.
  package init(_ rules: WorkRules, seed: UInt64) {
    self.rules = rules
    random = seed
  }

  package var runningCount: Int { running.count }

  package func waitingCount(_ kind: WorkClass) -> Int { waiting.count { $0.kind == kind } }

  /// How much work of a class waits, in seconds.
  package func waitingSeconds(_ kind: WorkClass) -> Double {
    waiting.reduce(0) { $0 + ($1.kind == kind ? $1.expected : 0) }
  }

  /// Lets a job in, or not.
  /// - Returns: nil if it was let in.
  package mutating func submit(_ job: Job, _ demand: WorkDemand, now: Int) -> Refusal? {
    let entry = entry(demand, now: now)
    let wait = wait(of: entry, now: now)
    let patience = patience(of: demand.kind)
    let isCrowded = waitingCount(demand.kind) >= rules.capacities[demand.kind] ?? 64
    guard wait > patience || isCrowded else {
      waiting.append(entry)
      jobs[entry.number] = job
      return nil
    }
    return refuse(entry, tooLong: max(wait - patience, isCrowded ? entry.expected : 0), now: now)
  }

  /// True if a job waits that may begin.
  package var canBegin: Bool { waiting.contains { mayBegin($0.lane) } }

  /// Gives a thread to the job that is due first among those that may have one.
  package mutating func next(now: Int) -> Running? {
    var best: Int?
    for index in waiting.indices where mayBegin(waiting[index].lane) {
      if best.map({ isBefore(waiting[index], waiting[$0]) }) ?? true { best = index }
    }
    guard let best, let job = jobs.removeValue(forKey: waiting[best].number) else { return nil }
    let entry = waiting.remove(at: best)
    busy[entry.lane.rawValue] += 1
    running[entry.number] = (entry, now)
    return Running(job: job, kind: entry.kind, number: entry.number)
  }

  /// A job is done.
  /// - Parameter isWhole: false if it was cancelled, so that its time tells nothing.
  package mutating func finish(_ job: Running, isWhole: Bool, now: Int) {
    guard let (entry, since) = running.removeValue(forKey: job.number) else { return }
    busy[entry.lane.rawValue] -= 1
    if isWhole { experience[entry.lane.rawValue].learn(entry.estimate, Double(now - since) / 1_000_000) }
  }

  /// Takes jobs out that nobody waits for any more.
  /// - Returns: how many there were.
  package mutating func remove(where isLeft: (Job) -> Bool) -> Int {
    let left = jobs.filter { isLeft($0.value) }
    for number in left.keys { jobs[number] = nil }
    waiting.removeAll { left[$0.number] != nil }
    return left.count
  }

  private mutating func entry(_ demand: WorkDemand, now: Int) -> Entry {
    let lane: Lane
    switch demand.kind {
    case .reading: lane = .reading
    case .live: lane = .live
    case .interactive, .grading, .batch:
      // Which of the two it is may hang on how fast this machine is.
      let seconds = demand.seconds.map { $0 * experience[Lane.short.rawValue].factor } ?? 0
      lane = seconds > patience(of: demand.kind) ? .heavy : seconds > rules.short ? .long : .short
    }
    let known = experience[lane.rawValue]
    let expected = demand.seconds.map { $0 * known.factor } ?? known.mean
    let delay = (rules.deferral[demand.kind] ?? 0) + rules.stretch * expected
    nextNumber += 1
    return Entry(
      number: nextNumber, kind: demand.kind, lane: lane, estimate: demand.seconds, expected: expected,
      due: now + Int(delay * 1_000_000))
  }

  private func isBefore(_ one: Entry, _ other: Entry) -> Bool {
    if (one.lane == .reading) != (other.lane == .reading) { return one.lane == .reading }
    return one.due < other.due
  }

  private func patience(of kind: WorkClass) -> Double { rules.patience[kind] ?? 10 }

  private var busyWithLong: Int { busy[Lane.long.rawValue] + busy[Lane.heavy.rawValue] }
  private var busyWithWork: Int { busy[Lane.short.rawValue] + busyWithLong }

  private func mayBegin(_ lane: Lane) -> Bool {
    switch lane {
    case .live: busy[Lane.live.rawValue] < rules.liveThreads
    case .reading: busy[Lane.reading.rawValue] + busyWithWork < rules.threads
    case .short:
      busyWithWork < rules.mostWork && busy[Lane.reading.rawValue] + busyWithWork < rules.threads
    case .long: busyWithLong < rules.mostLong && mayBegin(.short)
    case .heavy: busy[Lane.heavy.rawValue] < rules.mostHeavy && mayBegin(.long)
    }
  }

  /// How long a job will have to wait, in seconds: for the work before it, shared by the threads that will do it.
  private func wait(of entry: Entry, now: Int) -> Double {
    // Of those that are due at the same time, the earlier begins first.
    var work = 0.0
    var isFirst = true
    for other in waiting where shares(entry.lane, other.lane) && !isBefore(entry, other) {
      work += other.expected
      isFirst = false
    }
    if isFirst, mayBegin(entry.lane) { return 0 }
    for (other, since) in running.values where shares(entry.lane, other.lane) {
      // What takes longer than expected is half done at best.
      let elapsed = Double(now - since) / 1_000_000
      work += max(other.expected - elapsed, elapsed > other.expected ? elapsed / 2 : 0)
    }
    return work / Double(threads(of: entry.lane))
  }

  /// True if a job of the second lane can keep one of the first waiting.
  private func shares(_ lane: Lane, _ other: Lane) -> Bool {
    switch lane {
    case .reading, .live: other == lane
    case .short: other == .short
    case .long: other == .long || other == .short || other == .heavy && rules.mostHeavy == rules.mostLong
    case .heavy: other == .long || other == .short || other == .heavy
    }
  }

  private func threads(of lane: Lane) -> Int {
    switch lane {
    case .reading: rules.threads
    case .live: rules.liveThreads
    case .short: max(1, rules.mostWork - busyWithLong)
    case .long: max(1, rules.mostLong - busy[Lane.heavy.rawValue])
    case .heavy: rules.mostHeavy
    }
  }

  /// Tells a job's sender when there will be room: spread over as long as it takes to do all that was refused lately, so
  /// that those who were refused together do not come back together.
  private mutating func refuse(_ entry: Entry, tooLong seconds: Double, now: Int) -> Refusal {
    let lane = entry.lane.rawValue
    let threads = Double(threads(of: entry.lane))
    let since = Double(now - experience[lane].refusedAt) / 1_000_000
    // It is done, or somebody has given up, at the pace at which work gets done.
    experience[lane].refused = max(0, experience[lane].refused - since * threads) + entry.expected
    experience[lane].refusedAt = now
    let spread = min(experience[lane].refused / threads, 30)
    return Refusal(seconds: min(max(Int((seconds + spread * fraction()).rounded(.up)), 1), 120))
  }

  /// A random number from 0 to 1 (SplitMix64).
  private mutating func fraction() -> Double {
    random &+= 0x9E37_79B9_7F4A_7C15
    var word = random
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((word ^ word >> 31) >> 11) / 9_007_199_254_740_992
  }
}
