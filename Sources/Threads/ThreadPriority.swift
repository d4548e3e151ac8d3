import CLinux
import Glibc

/// How much of a busy processor a thread gets, see sched(7).
package enum ThreadPriority {
  /// From now on this thread, and those that it starts, take the processor from a thread that gives way as soon as they
  /// have something to do, and for a tenth of a millisecond at a time. Linux otherwise lets whoever runs finish a slice of
  /// about three. Before Linux 6.12 nothing changes.
  package static func answerAtOnce() {
    #if os(Linux)
      _ = course_set_time_slice(100_000)
    #endif
  }

  /// Lets every other thread go first from now on; it cannot be undone without rights. Linux counts niceness by thread.
  /// Where that fails the thread is as any other.
  package static func giveWay() {
    #if os(Linux)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      _ = course_set_time_slice(0)
    #endif
  }

  /// Lets others have this thread's processor if they wait for it.
  package static func letOthersRun() { sched_yield() }
}
