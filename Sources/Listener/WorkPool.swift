import HTTP

/// Threads of its own that run work in order of its class, and within a class in the order in which it came. Each class
/// has a bounded queue, so that too much work is refused before it begins rather than served too late.
final class WorkPool: Sendable {
  struct Job: Sendable {
    let cancellation: Cancellation
    let run: @Sendable () -> Void
  }

  private struct Queue {
    var jobs: [Job] = []
    var first = 0
    var capacity = 0
    /// Mean time of one job in microseconds, the latest weighing most.
    var mean = 0

    var count: Int { jobs.count - first }

    mutating func take() -> Job? {
      guard first < jobs.count else { return nil }
      let job = jobs[first]
      first += 1
      if first == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        first = 0
      } else if first >= 64, first * 2 > jobs.count {
        jobs.removeFirst(first)
        first = 0
      }
      return job
    }
  }

  private struct State {
    var queues: [Queue]
    /// Threads that run something else than reading.
    var heavy = 0
    var running = 0
    var cancelled = 0
    var isStopped = false
  }

  private let threads: Int
  private let state: Monitor<State>

  /// - Parameter capacities: how many jobs of each class may wait.
  init(threads: Int, capacities: [WorkClass: Int]) {
    self.threads = max(1, threads)
    state = Monitor(
      State(queues: WorkClass.allCases.map { Queue(capacity: capacities[$0] ?? 64) }))
  }

  func start() {
    for _ in 0..<threads { SystemThread.start { self.work() } }
  }

  /// Lets threads end once they have finished what they run; jobs that wait are dropped.
  func stop() {
    state.withLock {
      $0.isStopped = true
      for index in $0.queues.indices { $0.queues[index].jobs.removeAll() }
    }
    state.wakeAll()
  }

  /// Adds a job to the queue of its class.
  /// - Returns: nil, or if the queue is full, in how many seconds there should be room.
  func submit(_ kind: WorkClass, _ job: Job) -> Int? {
    let refused: Int? = state.withLock { state in
      let index = kind.rawValue
      let waiting = state.queues[index].count
      guard waiting < state.queues[index].capacity, !state.isStopped else {
        let share = kind == .reading || threads == 1 ? threads : threads - 1
        return min(max(waiting * state.queues[index].mean / share / 1_000_000 + 1, 1), 60)
      }
      state.queues[index].jobs.append(job)
      return nil
    }
    if refused == nil { state.wakeOne() }
    return refused
  }

  /// How many jobs wait, by class, how many run, and how many were dropped since nobody waited for them any more.
  func counts() -> (waiting: [WorkClass: Int], running: Int, cancelled: Int) {
    state.withLock { state in
      let waiting = WorkClass.allCases.map { ($0, state.queues[$0.rawValue].count) }
      return (Dictionary(uniqueKeysWithValues: waiting), state.running, state.cancelled)
    }
  }

  private func work() {
    while true {
      let next: (WorkClass, Job)?? = state.wait { state in
        if state.isStopped { return .some(nil) }
        return self.take(&state).map { .some($0) }
      }
      guard case .some(.some((let kind, let job))) = next else { return }
      let start = Clock.microseconds()
      job.run()
      let elapsed = Clock.microseconds() - start
      state.withLock { state in
        state.running -= 1
        if kind != .reading { state.heavy -= 1 }
        let mean = state.queues[kind.rawValue].mean
        state.queues[kind.rawValue].mean = mean == 0 ? elapsed : mean + (elapsed - mean) / 8
      }
      // Whoever waits may have been kept back by the share that is reserved for reading.
      state.wakeOne()
    }
  }

  /// The first job that may run now. One thread, if there are several, is kept free for reading.
  private func take(_ state: inout State) -> (WorkClass, Job)? {
    for kind in WorkClass.allCases {
      if kind != .reading, threads > 1, state.heavy >= threads - 1 { return nil }
      while let job = state.queues[kind.rawValue].take() {
        if job.cancellation.isCancelled {
          state.cancelled += 1
          continue
        }
        state.running += 1
        if kind != .reading { state.heavy += 1 }
        return (kind, job)
      }
    }
    return nil
  }
}
