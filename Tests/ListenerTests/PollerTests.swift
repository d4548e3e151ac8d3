import Glibc
import Listener
import Testing

@Suite("Waiting for sockets, by either system call")
struct PollerTests {
  private func pollers() throws -> [any Poller] {
    #if os(Linux)
      [try EpollPoller(), try PollPoller()]
    #else
      [try PollPoller()]
    #endif
  }

  /// Two ends of a connection.
  private func pair() -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }

  @Test func readinessComesWithTheToken() throws {
    for poller in try pollers() {
      let (near, far) = pair()
      defer { close(near) }
      var events: [PollEvent] = []
      poller.add(near, 1 << 40 | 5, .reading, shared: false)
      poller.wait(milliseconds: 0, into: &events)
      #expect(events.isEmpty)

      send(far, "x", 1, 0)
      poller.wait(milliseconds: 1000, into: &events)
      #expect(events.map(\.token) == [1 << 40 | 5])
      #expect(events.first?.isReadable == true)
      #expect(events.first?.isGone == false)

      poller.change(near, 6, PollInterest(reads: false, writes: true))
      poller.wait(milliseconds: 1000, into: &events)
      #expect(events.map(\.token) == [6])
      #expect(events.first?.isWritable == true)
      #expect(events.first?.isReadable == false)

      // Nothing is asked for, and yet the other end's going away is told.
      poller.change(near, 7, PollInterest(reads: false, writes: false))
      poller.wait(milliseconds: 0, into: &events)
      #expect(events.isEmpty)
      close(far)
      poller.wait(milliseconds: 1000, into: &events)
      #expect(events.map(\.isGone) == [true])

      poller.remove(near)
      poller.wait(milliseconds: 0, into: &events)
      #expect(events.isEmpty)
    }
  }

  @Test func removingOneLeavesTheOthers() throws {
    for poller in try pollers() {
      let pairs = (0..<10).map { _ in pair() }
      for (index, one) in pairs.enumerated() { poller.add(one.0, UInt64(index), .reading, shared: false) }
      for one in pairs { send(one.1, "x", 1, 0) }
      for index in [0, 4, 9] { poller.remove(pairs[index].0) }
      var events: [PollEvent] = []
      poller.wait(milliseconds: 1000, into: &events)
      #expect(events.map(\.token).sorted() == [1, 2, 3, 5, 6, 7, 8])
      for one in pairs {
        close(one.0)
        close(one.1)
      }
    }
  }
}
