import Foundation
import Synchronization
import Testing
import Threads

@Suite struct `Threads that are joined` {
  @Test func `hand over what they return`() throws { #expect(try WorkerThread { 6 * 7 }.join() == 42) }

  /// The stack of a thread that is neither joined nor let go stays mapped for ever: two maps for each.
  @Test func `leave nothing behind if nobody joins them`() throws {
    let count = 2_000
    let ended = Atomic<Int>(0)
    let before = try maps()
    for _ in 0..<count {
      let thread = try WorkerThread { _ = ended.add(1, ordering: .relaxed) }
      _ = consume thread
    }
    while ended.load(ordering: .relaxed) < count { usleep(1000) }
    // Other tests have threads too, and the last of these are about to end.
    var after = try maps()
    for _ in 0..<1000 where after >= before + count {
      usleep(10_000)
      after = try maps()
    }
    #expect(after < before + count)
  }

  private func maps() throws -> Int {
    try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).utf8.count { $0 == UInt8(ascii: "\n") }
  }
}
