import Glibc
import Synchronization

/// A thread that is joined for what it returns. One that nobody joins runs on to its end by itself.
package struct WorkerThread<Value: Sendable>: ~Copyable, Sendable {
  private let handle: pthread_t
  private let slot: Slot

  package init(_ body: @escaping @Sendable () -> Value) throws(NoThread) {
    let slot = Slot()
    handle = try ThreadStart.thread {
      let value = body()
      slot.state.withLock { $0.value = value }
    }
    self.slot = slot
  }

  // The system keeps the stack of a thread until it is joined or let go.
  deinit {
    if !slot.state.withLock({ $0.isJoined }) { pthread_detach(handle) }
  }

  /// Blocks until the work has returned.
  package consuming func join() -> Value {
    pthread_join(handle, nil)
    let value = slot.state.withLock { state in
      state.isJoined = true
      return state.value.take()
    }
    guard let value else { preconditionFailure("a joined thread has returned") }
    return value
  }

  /// Where the thread leaves what it returns.
  private final class Slot: Sendable {
    let state = Mutex<(value: Value?, isJoined: Bool)>((nil, false))
  }
}
