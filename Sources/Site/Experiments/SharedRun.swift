internal import Dispatch
internal import Simulation
internal import Synchronization

/// One run that several readers wait for: equal requests at the same time are computed once. It stops only when every
/// reader has left.
final class SharedRun: Sendable {
  private struct State {
    /// Who waits, each with how it tells that it has left.
    var readers: [@Sendable () -> Bool]
    /// One for each reader but the first, which runs.
    var waiting: [DispatchSemaphore] = []
    /// Who waits without a thread.
    var followers: [@Sendable (Result<RunResult, any Error>) -> Void] = []
    var fraction = 0.0
    var outcome: Result<RunResult, any Error>?
  }

  private let state: Mutex<State>

  /// - Parameter first: The reader on whose thread it will run.
  init(first: RunMonitor) { state = Mutex(State(readers: [first.isCancelled])) }

  /// Runs on the calling thread and tells everyone who joined.
  func run(first: RunMonitor, _ body: (RunMonitor) throws -> RunResult) throws -> RunResult {
    let monitor = RunMonitor(threads: first.threads) {
      self.state.withLock { state in state.readers.allSatisfy { $0() } }
    } progress: { fraction in
      self.state.withLock { $0.fraction = fraction }
      first.progress(fraction)
    }
    let outcome = Result { try body(monitor) }
    let (waiting, followers) = state.withLock { state in
      state.outcome = outcome
      return (state.waiting, state.followers)
    }
    for semaphore in waiting { semaphore.signal() }
    for follower in followers { follower(outcome) }
    return try outcome.get()
  }

  /// Has the outcome of the run told to whoever waits for it without a thread of their own.
  func follow(
    isCancelled: @escaping @Sendable () -> Bool, _ tell: @escaping @Sendable (Result<RunResult, any Error>) -> Void
  ) {
    let outcome: Result<RunResult, any Error>? = state.withLock { state in
      if state.outcome == nil {
        state.readers.append(isCancelled)
        state.followers.append(tell)
      }
      return state.outcome
    }
    if let outcome { tell(outcome) }
  }

  /// Waits on the calling thread for the run that another began.
  /// - Throws: Also `RunStopped.cancelled` when this reader has left.
  func join(_ monitor: RunMonitor) throws -> RunResult {
    let finished = DispatchSemaphore(value: 0)
    state.withLock { state in
      state.readers.append(monitor.isCancelled)
      state.waiting.append(finished)
    }
    while true {
      let (outcome, fraction) = state.withLock { ($0.outcome, $0.fraction) }
      if let outcome { return try outcome.get() }
      if monitor.isCancelled() { throw RunStopped.cancelled }
      monitor.progress(fraction)
      _ = finished.wait(timeout: .now() + .milliseconds(50))
    }
  }
}
