internal import Store
internal import Synchronization

/// A submission on its way to a grade, and whoever waits for the answer.
final class GradingJob: Sendable {
  let submission: Submission
  /// When it was queued, in nanoseconds of the queue's clock.
  let queuedAt: UInt64

  private struct State {
    var waiter: (@Sendable (Result<RecordedResponse, StoreError>) -> Void)?
    var isDone = false
  }

  private let state: Mutex<State>

  init(
    _ submission: Submission, queuedAt: UInt64,
    waiter: (@Sendable (Result<RecordedResponse, StoreError>) -> Void)?
  ) {
    self.submission = submission
    self.queuedAt = queuedAt
    state = Mutex(State(waiter: waiter))
  }

  /// True once it is graded or given up.
  var isDone: Bool { state.withLock { $0.isDone } }

  /// Ends it.
  /// - Returns: false if it had ended before.
  func end() -> Bool {
    state.withLock { state in
      defer { state.isDone = true }
      return !state.isDone
    }
  }

  /// Gives whoever waits the answer, once.
  func answer(_ result: Result<RecordedResponse, StoreError>) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?(result)
  }

  var isAwaited: Bool { state.withLock { $0.waiter != nil } }
}
