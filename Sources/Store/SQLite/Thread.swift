import Glibc
import Synchronization

/// A thread of its own, for work that blocks.
enum Thread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    precondition(code == 0, "the system refuses a thread")
    pthread_detach(thread)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// Wakes one waiter, now or when it comes to wait. Raising it again before that changes nothing.
final class Signal: @unchecked Sendable {
  // Unchecked: the pointers are set once, and what they point to is guarded by the mutex itself.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRaised = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func raise() {
    pthread_mutex_lock(mutex)
    isRaised = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func wait() {
    pthread_mutex_lock(mutex)
    while !isRaised { pthread_cond_wait(condition, mutex) }
    isRaised = false
    pthread_mutex_unlock(mutex)
  }
}

/// Carries a value that is not Sendable to the one thread that uses it from then on.
final class Handover<Value>: @unchecked Sendable {
  // Unchecked: whoever makes it gives the value up (`sending`), and one thread takes it.
  private var value: Value?

  init(_ value: sending Value) { self.value = value }

  func take(_ body: (Value) -> Void) {
    guard let taken = value else { return }
    value = nil
    body(taken)
  }
}

/// A value that one thread sets and another takes later.
final class Box<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? { content.withLock { $0 } }
  func set(_ value: Value) { content.withLock { $0 = value } }
}
