internal import Dispatch
internal import Simulation
package import Store
internal import Synchronization
internal import Threads

/// Grades submissions on threads of its own, each person in turn. One thread is kept for people who have a single
/// submission under way; the others, which give way to everything else on the machine, take those of people with more. So
/// however many one person hands in, another's is graded at once. What waits is in the database too: after a crash it is
/// taken up again.
package final class GradingQueue: Sendable {
  /// How long things may take, in milliseconds.
  package struct Limits: Sendable {
    /// How long a request waits for its grade before it is answered with 202.
    package var patience = 1_000
    /// How long one marking may take.
    package var marking = 30_000
    /// How long a submission may wait for its grade in all, before it is given up as a fault of ours.
    package var pending = 600_000

    package init() {}
  }

  /// What has been done since the start.
  package struct Counts: Sendable, Equatable {
    package var graded = 0
    /// Given up, a fault of ours.
    package var abandoned = 0
    /// Requests that were answered before the grade was there.
    package var deferred = 0
    /// Taken up again at the start.
    package var resumed = 0
    package var waiting = 0
    package var running = 0
  }

  struct State {
    var queue = FairQueue<PersonID, GradingJob>()
    /// In the order in which they came: first those that somebody may still wait for, then the others.
    var awaited = FIFO<GradingJob>()
    var pending = FIFO<GradingJob>()
    var counts = Counts()
    var isPromptBusy = false
    /// The mean time of a marking in nanoseconds, the latest weighing most.
    var mean: UInt64 = 0
    var isStopped = false
  }

  /// How many may wait in all, and of one person; more are refused before they begin.
  static let capacity = 20_000
  static let capacityOfOne = 1_000

  let storage: any Storage
  private let grader: SubmissionGrader
  private let log: RequestLog
  let clock: @Sendable () -> UInt64
  let time: @Sendable () -> Timestamp
  let limits: Limits
  private let threads: Int
  let state = Mutex(State())
  private let running = Mutex<[GradingThread]>([])
  /// Raised for each submission, and for each time that one that was passed over may be taken.
  private let prompt = DispatchSemaphore(value: 0)
  private let work = DispatchSemaphore(value: 0)
  let watch = DispatchSemaphore(value: 0)

  package init(
    _ storage: any Storage, _ grader: SubmissionGrader, log: RequestLog, clock: @escaping @Sendable () -> UInt64,
    time: @escaping @Sendable () -> Timestamp, threads: Int, limits: Limits = Limits()
  ) {
    self.storage = storage
    self.grader = grader
    self.log = log
    self.clock = clock
    self.time = time
    self.limits = limits
    self.threads = max(2, threads)
  }

  package var counts: Counts {
    state.withLock { state in
      var counts = state.counts
      counts.waiting = state.queue.count
      return counts
    }
  }

  // MARK: Beginning and ending

  /// Begins to grade, with what a former process left pending.
  package func start() throws {
    var cursor: SubmissionID?
    while true {
      let pending = try storage.pending(after: cursor, limit: 500)
      guard let last = pending.last else { break }
      for submission in pending { add(submission, waiter: nil) }
      state.withLock { $0.counts.resumed += pending.count }
      cursor = last.id
    }
    try begin { self.serve(isPrompt: true) }
    for _ in 1..<threads {
      try begin {
        ThreadPriority.giveWay()
        self.serve(isPrompt: false)
      }
    }
    try begin { self.watchOver() }
  }

  /// Lets the markings under way stop; they and what waits stay pending for the next start. Blocks until no thread is
  /// left.
  package func stop() {
    state.withLock { $0.isStopped = true }
    prompt.signal()
    for _ in 1..<threads { work.signal() }
    watch.signal()
    for thread in running.withLock({ threads in
      defer { threads = [] }
      return threads
    }) {
      thread.join()
    }
  }

  private func begin(_ body: @escaping @Sendable () -> Void) throws {
    let thread = try GradingThread(body)
    running.withLock { $0.append(thread) }
  }

  // MARK: Adding

  /// - Returns: Nil if one more of the person may wait, else in how many seconds there should be room.
  func refusal(_ person: PersonID) -> Int? {
    state.withLock { state in
      let isFull =
        state.queue.count >= GradingQueue.capacity || state.queue.count(of: person) >= GradingQueue.capacityOfOne
      guard isFull else { return nil }
      let wait = UInt64(state.queue.count) * state.mean / UInt64(threads) / 1_000_000_000
      return min(max(Int(wait), 1), 60)
    }
  }

  /// Queues a submission that was accepted. Does not block.
  /// - Parameter waiter: Takes the answer, once, on any thread: the grade, or after a while that it is still to come.
  func add(_ submission: Submission, waiter: (@Sendable (Result<RecordedResponse, StoreError>) -> Void)?) {
    let job = GradingJob(submission, queuedAt: clock(), waiter: waiter)
    let isFirst = state.withLock { state in
      state.queue.append(job, of: submission.person)
      let isFirst = state.awaited.isEmpty && state.pending.isEmpty
      if waiter == nil { state.pending.append(job) } else { state.awaited.append(job) }
      return isFirst || (waiter != nil && state.awaited.count == 1)
    }
    wake()
    if isFirst { watch.signal() }
  }

  /// Counts a submission that was taken with its grade.
  func countReady() { state.withLock { $0.counts.graded += 1 } }

  // MARK: Grading

  private func wake() {
    prompt.signal()
    work.signal()
  }

  private func serve(isPrompt: Bool) {
    let turn = isPrompt ? prompt : work
    while true {
      turn.wait()
      let next = state.withLock { state -> GradingJob?? in
        if state.isStopped { return .some(nil) }
        guard let job = take(isPrompt, &state) else { return nil }
        if isPrompt { state.isPromptBusy = true }
        state.counts.running += 1
        return job
      }
      guard let next else { continue }
      guard let job = next else { return }
      let begun = clock()
      if !job.isDone { mark(job, begun, givesWay: !isPrompt) }
      let isMore = state.withLock { state in
        state.counts.running -= 1
        if isPrompt { state.isPromptBusy = false }
        state.queue.finish(job.submission.person)
        let elapsed = clock() - begun
        state.mean = state.mean == 0 ? elapsed : (state.mean * 7 + elapsed) / 8
        return state.queue.count > 0
      }
      if isMore { wake() }
    }
  }

  private func take(_ isPrompt: Bool, _ state: inout State) -> GradingJob? {
    let isPromptBusy = state.isPromptBusy
    return state.queue.take { waiting, taken in
      let isLight = waiting == 1 && taken == 0
      if isPrompt { return isLight }
      // Nobody has all threads, not even who began with a single one on the prompt thread.
      return taken < threads - 1 && (!isLight || isPromptBusy)
    }?.element
  }

  private func mark(_ job: GradingJob, _ begun: UInt64, givesWay: Bool) {
    let limit = UInt64(limits.marking) * 1_000_000
    let monitor = RunMonitor(isCancelled: { [self] in
      // A marking asks about every millisecond, which is sooner than the system would let another thread in.
      if givesWay { ThreadPriority.letOthersRun() }
      return job.isDone || clock() - begun > limit || state.withLock { $0.isStopped }
    })
    do {
      let grade = try grader.grade(job.submission, monitor)
      finish(job, grade)
    } catch {
      if state.withLock({ $0.isStopped }) { return }
      abandon(job, error as? RunStopped == .cancelled ? "the marking took too long" : "\(error)")
    }
  }

  private func finish(_ job: GradingJob, _ grade: Grade) {
    let now = time()
    let graded = job.submission.with(.graded(grade, at: now))
    storage.finish(job.submission.id, grade: grade, response: graded.recorded, at: now) { [self] result in
      switch result {
      case .success(let standing):
        if job.end() { state.withLock { $0.counts.graded += 1 } }
        job.answer(.success(standing))
      case .failure(.unknownSubmission), .failure(.closed):
        // The person was deleted meanwhile, or the server is about to stop.
        _ = job.end()
        job.answer(result)
      case .failure(let error):
        postpone(job, error)
      }
    }
  }

  /// The store could not take the grade. The submission itself is safe, so it is told of and graded again later.
  private func postpone(_ job: GradingJob, _ error: StoreError) {
    log.write(
      "error", "grade-not-stored", [("submission", String(job.submission.id.rawValue)), ("error", "\(error)")])
    job.answer(.success(job.submission.recorded))
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [self] in
      let isOpen = state.withLock { state in
        if !state.isStopped, !job.isDone { state.queue.append(job, of: job.submission.person) }
        return !state.isStopped
      }
      if isOpen { wake() }
    }
  }

  func abandon(_ job: GradingJob, _ reason: String) {
    guard job.end() else { return }
    let now = time()
    log.write(
      "error", "not-graded",
      [
        ("submission", String(job.submission.id.rawValue)), ("exercise", job.submission.exercise), ("error", reason),
      ])
    let failed = job.submission.with(.abandoned(reason, at: now))
    do {
      let standing = try storage.abandon(job.submission.id, reason: reason, response: failed.recorded, at: now)
      state.withLock { $0.counts.abandoned += 1 }
      job.answer(.success(standing))
    } catch {
      // It stays pending, and is taken up again at the next start.
      log.write(
        "error", "not-abandoned", [("submission", String(job.submission.id.rawValue)), ("error", "\(error)")])
      job.answer(.failure(error))
    }
  }
}

/// A thread that is waited for.
private final class GradingThread: Sendable {
  private let thread: Mutex<WorkerThread<Void>?>

  init(_ body: @escaping @Sendable () -> Void) throws { thread = Mutex(try WorkerThread(body)) }

  func join() { thread.withLock { $0.take() }?.join() }
}
