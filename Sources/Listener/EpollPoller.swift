#if os(Linux)
  import CLinux
  import Glibc

  /// Waits by epoll, level-triggered.
  package final class EpollPoller: Poller {
    private let descriptor: Int32
    private var ready = [epoll_event](repeating: epoll_event(), count: 256)

    package init() throws(ListenError) {
      descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
      if descriptor < 0 { throw ListenError("epoll", 0, errno) }
    }

    deinit { close(descriptor) }

    package func add(_ target: Int32, _ token: UInt64, _ interest: PollInterest, shared: Bool) {
      control(EPOLL_CTL_ADD, target, token, events(interest) | (shared ? EPOLLEXCLUSIVE.rawValue : 0))
    }

    package func change(_ target: Int32, _ token: UInt64, _ interest: PollInterest) {
      control(EPOLL_CTL_MOD, target, token, events(interest))
    }

    package func remove(_ target: Int32) { control(EPOLL_CTL_DEL, target, 0, 0) }

    package func wait(milliseconds: Int, into events: inout [PollEvent]) {
      events.removeAll(keepingCapacity: true)
      let count = epoll_wait(descriptor, &ready, Int32(ready.count), Int32(clamping: milliseconds))
      guard count > 0 else { return }
      for event in ready[..<Int(count)] {
        let flags = event.events
        events.append(
          PollEvent(
            token: event.data.u64, isReadable: flags & EPOLLIN.rawValue != 0,
            isWritable: flags & EPOLLOUT.rawValue != 0, isGone: flags & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0))
      }
    }

    private func events(_ interest: PollInterest) -> UInt32 {
      (interest.reads ? EPOLLIN.rawValue : 0) | (interest.writes ? EPOLLOUT.rawValue : 0)
    }

    private func control(_ operation: Int32, _ target: Int32, _ token: UInt64, _ flags: UInt32) {
      var event = epoll_event()
      event.events = flags
      event.data.u64 = token
      epoll_ctl(descriptor, operation, target, &event)
    }
  }
#endif
