#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wakes a thread that waits in `poll`.
struct WakePipe: ~Copyable, Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(SocketFault) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SocketFault("pipe", errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    _ = close(readEnd)
    _ = close(writeEnd)
  }

  func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes as well.
    _ = Socket.retryingInterrupts { write(writeEnd, &byte, 1) }
  }

  func drain() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}
