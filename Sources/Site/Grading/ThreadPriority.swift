internal import Glibc

/// How much of a busy processor a thread gets.
enum ThreadPriority {
  /// Lets every other thread go first from now on; it cannot be undone without rights. Linux counts niceness by thread,
  /// see sched(7). Where that fails the thread is as any other.
  static func giveWay() {
    #if os(Linux)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}
