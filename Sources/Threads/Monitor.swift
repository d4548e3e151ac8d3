// Threads of the system's and waiting between them, for what blocks and so must not run on Swift's shared pool.
//
//   Monitor        a value behind a lock, and a way to wait until it changes
//   SystemThread   a thread that nobody waits for
//   WorkerThread   a thread that is joined for what it returns
//   ThreadPriority how much of a busy processor a thread gets
//   Inheritance    what a program that is started gets of this one's

import Glibc

/// A value behind a lock, with a way to wait until it changes; `Mutex` has none.
///
/// Unchecked: `value` is touched only while `mutex` is held, and the two pointers never change.
package final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  package func wakeOne() { pthread_cond_signal(condition) }

  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// Waits until `body` gives something, asking again at each wake.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Waits until `body` is true, until a time of the monotonic clock, in microseconds, at most.
  /// - Returns: false if the time has passed.
  package func wait(until microseconds: Int, _ body: (inout Value) -> Bool) -> Bool {
    var time = timespec(tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if body(&value) { return true }
      if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return body(&value) }
    }
  }
}
