import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of its own for work that blocks, so that the shared pool never does. It must be joined.
package struct WorkerThread<Value: Sendable>: ~Copyable, Sendable {
  private let handle: pthread_t
  private let slot: Slot

  package init(_ body: @escaping @Sendable () -> Value) throws(SocketFault) {
    let slot = Slot()
    let box = Unmanaged.passRetained(
      ThreadWork {
        let value = body()
        slot.value.withLock { $0 = value }
      })
    #if canImport(Darwin)
      var handle: pthread_t?
      let result = pthread_create(&handle, nil, { ThreadWork.run($0) }, box.toOpaque())
    #else
      var handle = pthread_t()
      let result = pthread_create(&handle, nil, { $0.flatMap(ThreadWork.run) }, box.toOpaque())
    #endif
    guard result == 0 else {
      box.release()
      throw SocketFault("pthread_create", result)
    }
    #if canImport(Darwin)
      guard let handle else { throw SocketFault("pthread_create", EAGAIN) }
    #endif
    self.handle = handle
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

/// Work as C hands it on.
private final class ThreadWork: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadWork>.fromOpaque(box).takeRetainedValue().body()
    return nil
  }
}
