package import HTTP
internal import JSON
package import Simulation
internal import Synchronization

/// Runs experiments on the caller's thread, keeps the latest results of pure ones, and lets equal requests share a run.
package final class ExperimentRunner: Sendable {
  /// What has been done since the start.
  package struct Counts: Sendable, Equatable {
    /// Runs that began.
    package var started = 0
    /// Runs that came to their end.
    package var finished = 0
    /// Runs that stopped because nobody waited any more.
    package var cancelled = 0
    /// Runs that reached a stated bound or failed.
    package var stopped = 0
    /// Requests that were answered from an earlier run.
    package var cached = 0
    /// Requests that joined a run of another.
    package var shared = 0

    package init() {}
  }

  private struct State {
    var cache: RunCache
    var running: [String: SharedRun] = [:]
    var counts = Counts()
  }

  /// The most threads for one run.
  package let threads: Int
  private let state: Mutex<State>

  /// - Parameter cacheBytes: How many bytes of results are kept.
  package init(threads: Int, cacheBytes: Int = 64 << 20) {
    self.threads = threads
    state = Mutex(State(cache: RunCache(capacity: cacheBytes)))
  }

  package var counts: Counts { state.withLock { $0.counts } }

  /// The counts for operators.
  package var readings: @Sendable () -> [Metrics.Reading] {
    { [self] in
      let counts = counts
      return [
        Metrics.Reading(
          "course_runs_total", .counter, "Runs of experiments by how they ended.",
          [
            ("outcome=\"finished\"", Double(counts.finished)), ("outcome=\"cancelled\"", Double(counts.cancelled)),
            ("outcome=\"stopped\"", Double(counts.stopped)),
          ]),
        Metrics.Reading(
          "course_runs_spared_total", .counter, "Requests that needed no run of their own.",
          [("by=\"cache\"", Double(counts.cached)), ("by=\"sharing\"", Double(counts.shared))]),
      ]
    }
  }

  /// The result of an earlier run of a pure experiment, if it is kept.
  package func cached(_ experiment: any Experiment, _ arguments: Arguments) -> RunResult? {
    let key = ExperimentRunner.key(experiment, arguments)
    return state.withLock { state in
      let result = state.cache.result(key)
      if result != nil { state.counts.cached += 1 }
      return result
    }
  }

  /// Has the outcome of an equal run in progress told once it is there.
  /// - Returns: False if there is no such run.
  package func follow(
    _ experiment: any Experiment, _ arguments: Arguments, isCancelled: @escaping @Sendable () -> Bool,
    _ tell: @escaping @Sendable (Result<RunResult, any Error>) -> Void
  ) -> Bool {
    if experiment.isLive { return false }
    let key = ExperimentRunner.key(experiment, arguments)
    let run = state.withLock { state in
      let run = state.running[key]
      if run != nil { state.counts.shared += 1 }
      return run
    }
    run?.follow(isCancelled: isCancelled, tell)
    return run != nil
  }

  /// What there is of a run that somebody asks for.
  enum Standing {
    case kept(RunResult)
    /// An equal run is in progress.
    case running
    case new
  }

  /// Looks a pure experiment's run up once, which is most of what a refusal costs.
  func standing(_ experiment: any Experiment, _ arguments: Arguments) -> Standing {
    let key = ExperimentRunner.key(experiment, arguments)
    return state.withLock { state in
      if let result = state.cache.result(key) {
        state.counts.cached += 1
        return .kept(result)
      }
      return state.running[key] == nil ? .new : .running
    }
  }

  /// What a run asks of the threads. Whoever waits for the run of another keeps no processor busy.
  package func demand(_ experiment: any Experiment, _ arguments: Arguments) -> WorkDemand {
    let seconds = experiment.expectedSeconds(arguments)
    if experiment.isLive { return .live(seconds: seconds) }
    let key = ExperimentRunner.key(experiment, arguments)
    return state.withLock { state in
      if state.running[key] != nil { return .live(seconds: seconds / 2) }
      return state.cache.has(key) ? .interactive(seconds: 0) : .interactive(seconds: seconds)
    }
  }

  /// Blocks until there is a result: an earlier one, that of an equal request in progress, or that of a new run. A live
  /// experiment always runs anew.
  /// - Throws: What the experiment throws, `RunStopped` above all.
  package func run(
    _ experiment: any Experiment, _ arguments: Arguments,
    isCancelled: @escaping @Sendable () -> Bool = { false }, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> RunResult {
    let monitor = RunMonitor(threads: threads, isCancelled: isCancelled, progress: progress)
    if experiment.isLive { return try counted { try ExperimentRunner.result(experiment, arguments, monitor) } }
    let key = ExperimentRunner.key(experiment, arguments)
    while true {
      switch place(key, monitor) {
      case .cached(let result): return result
      case .mine(let run):
        defer { state.withLock { $0.running[key] = nil } }
        let result = try counted {
          try run.run(first: monitor) { try ExperimentRunner.result(experiment, arguments, $0) }
        }
        state.withLock { $0.cache.insert(key, result) }
        return result
      case .shared(let run):
        do { return try run.join(monitor) } catch RunStopped.cancelled where !isCancelled() {
          // The others had all left before this reader joined. It begins again.
          continue
        }
      }
    }
  }

  private enum Place {
    case cached(RunResult)
    case mine(SharedRun)
    case shared(SharedRun)
  }

  private func place(_ key: String, _ monitor: RunMonitor) -> Place {
    state.withLock { state in
      if let result = state.cache.result(key) {
        state.counts.cached += 1
        return .cached(result)
      }
      if let run = state.running[key] {
        state.counts.shared += 1
        return .shared(run)
      }
      let run = SharedRun(first: monitor)
      state.running[key] = run
      return .mine(run)
    }
  }

  private func counted(_ body: () throws -> RunResult) throws -> RunResult {
    state.withLock { $0.counts.started += 1 }
    do {
      let result = try body()
      state.withLock { $0.counts.finished += 1 }
      return result
    } catch {
      state.withLock { state in
        if error as? RunStopped == .cancelled { state.counts.cancelled += 1 } else { state.counts.stopped += 1 }
      }
      throw error
    }
  }

  private static func result(
    _ experiment: any Experiment, _ arguments: Arguments, _ monitor: RunMonitor
  ) throws -> RunResult {
    let report = try experiment.run(arguments, monitor)
    return RunResult(experiment: experiment.id, arguments: arguments, report: report, isKept: !experiment.isLive)
  }

  /// What makes two requests equal. The engine is the same for as long as this process lives.
  private static func key(_ experiment: any Experiment, _ arguments: Arguments) -> String {
    experiment.id + String(decoding: arguments.json.bytes, as: UTF8.self)
  }
}
