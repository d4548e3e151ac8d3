package import Glibc

/// What the system tells of processes; see proc(5).
package enum ProcessTable {
  /// Processor time that the processes of a group have used, with those of their children that have ended, in seconds.
  package static func processorTime(ofGroup group: pid_t) -> Double {
    var ticks = 0
    for name in FolderNames.of("/proc") {
      guard let id = pid_t(name), let text = text(of: "/proc/\(id)/stat"), let stat = ProcessStat(text),
        stat.group == group
      else { continue }
      ticks += stat.ticks
    }
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Resident memory in bytes; nil once the process is gone.
  package static func residentMemory(of process: pid_t) -> Int? {
    // The figures of `status` may be behind by some pages for each processor; these are not.
    text(of: "/proc/\(process)/smaps_rollup").flatMap { kibibytes("Rss", in: $0) }.map { $0 * 1_024 }
  }

  /// A figure of a file such as `smaps_rollup`, whose lines are `Rss:    1234 kB`.
  package static func kibibytes(_ name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      if words.count == 3, words[0] == "\(name):" { return Int(words[1]) }
    }
    return nil
  }

  package static func text(of file: String) -> String? {
    guard let stream = fopen(file, "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

/// A line of `/proc/PID/stat`.
package struct ProcessStat: Equatable {
  package let group: pid_t
  /// Of its own and of its children that have ended, in user and system mode.
  package let ticks: Int

  package init?(_ text: String) {
    // The name, in parentheses, may hold anything.
    guard let close = text.lastIndex(of: ")") else { return nil }
    let words = text[text.index(after: close)...].split(whereSeparator: { $0 == " " || $0 == "\n" })
    // The first is the third field.
    guard words.count > 14, let group = pid_t(words[2]) else { return nil }
    let times = words[11...14].compactMap { Int($0) }
    guard times.count == 4 else { return nil }
    self.group = group
    ticks = times.reduce(0, +)
  }
}
