import CLinux

/// What a program that is to be started gets of this one's.
package enum Inheritance {
  /// Leaves it no descriptor from this one on. An end of somebody's pipe that it kept would never be seen to close.
  /// - Parameter actions: A `posix_spawn_file_actions_t`.
  package static func close(from first: Int32, in actions: UnsafeMutableRawPointer) {
    #if os(Linux)
      _ = course_close_from(actions, first)
    #endif
  }
}
