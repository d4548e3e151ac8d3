import Glibc
import Synchronization

/// A thread that is joined for what it returns.
package struct WorkerThread<Value: Sendable>: ~Copyable, Sendable {
  private let handle: pthread_t
  private let slot: Slot

  package init(_ body: @escaping @Sendable () -> Value) throws(NoThread) {
    let slot = Slot()
    handle = try ThreadStart.thread {
      let value = body()
      slot.value.withLock { $0 = value }
    }
    self.slot = slot
  }

  /// Blocks until the work has returned.
  package consuming func join() -> Value {
    pthread_join(handle, nil)
    guard let value = slot.value.withLock({ $0.take() }) else { preconditionFailure("a joined thread has returned") }
    return value
  }

  /// Where the thread leaves what it returns.
  private final class Slot: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
