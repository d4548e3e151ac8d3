import Glibc

/// Listening sockets that a service manager has opened and passes on, as systemd does: the sockets stay open while the
/// process is replaced, so that nobody who connects meanwhile is refused. See sd_listen_fds(3).
package enum SocketActivation {
  /// The sockets passed to this process; none if it was started in another way.
  /// - Parameters:
  ///   - variable: looks up an environment variable.
  ///   - process: this process's number.
  package static func sockets(
    _ variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
    process: Int32 = getpid()
  ) -> [Int32] {
    guard variable("LISTEN_PID") == String(process), let count = variable("LISTEN_FDS").flatMap({ Int32($0) }),
      (1...64).contains(count)
    else { return [] }
    // What this process starts has no business with them.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    return Array(3..<(3 + count))
  }
}
