// Whichever of the two the compiler reads first declares the types of time.
import CLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long work takes.
enum Stopwatch {
  /// The shortest times of several pieces of work in seconds, each done so many times, by turns: so that what else the
  /// machine does disturbs all of them alike, and the best of each the least.
  static func race(rounds: Int, _ works: [() throws -> Void]) throws -> [Times] {
    var best = works.map { _ in Times(wall: .infinity, processor: .infinity) }
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() {
        let before = processorTime()
        best[index].wall = min(best[index].wall, try once(work))
        best[index].processor = min(best[index].processor, processorTime() - before)
      }
    }
    return best
  }

  /// Times in seconds.
  struct Times {
    /// By the clock on the wall.
    var wall: Double
    /// What the process took of all processors: hardly disturbed by what else runs, so the fairer measure of growth.
    var processor: Double
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static func once(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let seconds = try clock.measure(work) / .seconds(1)
    return max(seconds, 1e-9)
  }

  /// Processors that this process may use.
  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// How much memory work needs.
enum Memory {
  /// By how much the resident memory rose above its start while the work ran, in bytes. Nil where the system does not
  /// tell (it does on Linux).
  static func rise(_ work: () throws -> Void) rethrows -> Double? {
    #if os(Linux)
      // Writing 5 resets the high-water mark to what is resident now.
      guard let file = fopen("/proc/self/clear_refs", "w") else { return nil }
      fputs("5", file)
      fclose(file)
      guard let before = status("VmHWM:") else { return nil }
      try work()
      guard let after = status("VmHWM:") else { return nil }
      return (after - before) * 1_024
    #else
      try work()
      return nil
    #endif
  }

  #if os(Linux)
    /// A figure of `/proc/self/status` in KiB.
    private static func status(_ name: String) -> Double? {
      guard let file = fopen("/proc/self/status", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix(name) else { continue }
        return text.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) }
      }
      return nil
    }
  #endif
}
