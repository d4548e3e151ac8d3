import Glibc
import Testing
import Threads

/// Linux lets a thread ask for its slice from 6.12 on, and tells of it if it was built to.
@Suite(
  "How much of the processor a thread gets",
  .enabled(if: !release().lexicographicallyPrecedes([6, 12]) && slice() != nil))
struct ThreadPriorityTests {
  @Test func `one that answers at once takes short turns, and so do those that it starts`() throws {
    let (own, started) = try WorkerThread {
      ThreadPriority.answerAtOnce()
      return (slice(), try? WorkerThread { slice() }.join())
    }.join()
    #expect(own == 100_000)
    #expect(started == 100_000)
  }

  @Test func `one that gives way takes the system's turns, after everybody else`() throws {
    let usual = slice()
    let (own, niceness) = try WorkerThread {
      ThreadPriority.answerAtOnce()
      ThreadPriority.giveWay()
      ThreadPriority.letOthersRun()
      return (slice(), getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
    }.join()
    #expect(own == usual)
    #expect(niceness == 10)
  }
}

/// The numbers that the system's version begins with.
private func release() -> [Int] {
  var system = utsname()
  uname(&system)
  let text = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  return text.split(whereSeparator: { $0 == "." || $0 == "-" }).prefix(2).compactMap { Int($0) }
}

/// How long the calling thread may keep the processor, in nanoseconds; nil where the system does not tell.
private func slice() -> Int? {
  guard let stream = fopen("/proc/thread-self/sched", "r") else { return nil }
  defer { fclose(stream) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), stream) != nil {
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    if words.first == "se.slice" { return words.last.flatMap { Int($0) } }
  }
  return nil
}
