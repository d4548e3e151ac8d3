import CLinux
import Dispatch
import Glibc
import Synchronization

/// The least that a server on this system can do: loops that wait by epoll, receive, and send the same bytes whatever
/// came. What it answers a second is what the system calls leave.
final class BareServer: Contender {
  static let name = "a bare epoll loop"

  var name: String { BareServer.name }
  let port: Int
  private let isStopped: Flag

  /// Lets threads see that they should end.
  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// - Parameters:
  ///   - answer: Head and all.
  ///   - threads: One of them also accepts.
  init(_ answer: [UInt8], threads: Int) throws(BenchFailure) {
    let flag = Flag()
    isStopped = flag
    let (listener, port) = try LocalPort.listen()
    self.port = port
    let polls = (0..<threads).map { _ in epoll_create1(Int32(EPOLL_CLOEXEC)) }
    guard polls.allSatisfy({ $0 >= 0 }) else { throw BenchFailure("epoll", system: errno) }
    for index in polls.indices {
      DispatchQueue(label: "bare-\(index)").async {
        var loop = BareLoop(answer, listener: index == 0 ? listener : nil, polls: polls, index: index)
        while !flag.value.load(ordering: .relaxed) { loop.turn() }
        loop.close()
      }
    }
  }

  deinit { isStopped.value.store(true, ordering: .relaxed) }

  /// That of the whole program, which does nothing else meanwhile.
  var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// One thread's share of the connections.
private struct BareLoop {
  let answer: [UInt8]
  let listener: Int32?
  let polls: [Int32]
  let index: Int
  private var events = [epoll_event](repeating: epoll_event(), count: 256)
  private var input = [UInt8](repeating: 0, count: 64 * 1024)
  /// How much of the answer has been sent, for connections that did not take all of it.
  private var unfinished: [Int32: Int] = [:]
  private var open: Set<Int32> = []
  private var next = 0

  init(_ answer: [UInt8], listener: Int32?, polls: [Int32], index: Int) {
    self.answer = answer
    self.listener = listener
    self.polls = polls
    self.index = index
    if let listener { control(polls[index], EPOLL_CTL_ADD, listener, EPOLLIN.rawValue) }
  }

  mutating func turn() {
    let count = epoll_wait(polls[index], &events, Int32(events.count), 100)
    guard count > 0 else { return }
    for place in 0..<Int(count) {
      let descriptor = events[place].data.fd
      if descriptor == listener {
        accept(descriptor)
      } else if let sent = unfinished[descriptor] {
        send(descriptor, from: sent)
      } else {
        receive(descriptor)
      }
    }
  }

  /// Takes one connection, and gives each loop the next in turn.
  private mutating func accept(_ listener: Int32) {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    control(polls[next], EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue)
    next = (next + 1) % polls.count
  }

  private mutating func receive(_ descriptor: Int32) {
    let count = recv(descriptor, &input, input.count, 0)
    if count > 0 {
      open.insert(descriptor)
      send(descriptor, from: 0)
    } else if count == 0 || errno != EAGAIN {
      drop(descriptor)
    }
  }

  private mutating func send(_ descriptor: Int32, from start: Int) {
    let count = answer.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start, Int32(MSG_NOSIGNAL))
    }
    if count < 0, errno != EAGAIN { return drop(descriptor) }
    let sent = start + max(0, count)
    if sent < answer.count {
      if unfinished.updateValue(sent, forKey: descriptor) == nil {
        control(polls[index], EPOLL_CTL_MOD, descriptor, EPOLLOUT.rawValue)
      }
    } else if start > 0 {
      unfinished[descriptor] = nil
      control(polls[index], EPOLL_CTL_MOD, descriptor, EPOLLIN.rawValue)
    }
  }

  private mutating func drop(_ descriptor: Int32) {
    unfinished[descriptor] = nil
    open.remove(descriptor)
    Glibc.close(descriptor)
  }

  private func control(_ poll: Int32, _ operation: Int32, _ descriptor: Int32, _ flags: UInt32) {
    var event = epoll_event()
    event.events = flags
    event.data.fd = descriptor
    epoll_ctl(poll, operation, descriptor, &event)
  }

  func close() {
    for descriptor in open { Glibc.close(descriptor) }
    if let listener { Glibc.close(listener) }
    Glibc.close(polls[index])
  }
}
