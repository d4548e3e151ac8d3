import Glibc

/// How long a disk takes to say that something is on it.
enum FlushTime {
  private static let flushes = 101

  /// Of so many flushes of 4 KiB each, one behind the other in a file.
  /// - Returns: Seconds.
  static func median(in folder: TemporaryFolder) throws(BenchFailure) -> Double {
    let file = try folder.write("flush", "")
    let descriptor = open(file, O_WRONLY)
    guard descriptor >= 0 else { throw BenchFailure(file, system: errno) }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 1, count: 4_096)
    var times: [Double] = []
    for _ in 0..<flushes {
      guard write(descriptor, block, block.count) == block.count else { throw BenchFailure(file, system: errno) }
      let start = ContinuousClock.now
      guard fdatasync(descriptor) == 0 else { throw BenchFailure(file, system: errno) }
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return Series.median(times)
  }
}
