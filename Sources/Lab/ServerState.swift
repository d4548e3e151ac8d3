#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a scripted server allows before it cuts short.
package struct ServerLimits: Sendable {
  /// Connections open at once; more wait to be accepted.
  package var connections = 64
  /// How long a connection may last, whatever is scripted for it.
  package var life = Duration.seconds(60)

  package init() {}
}

/// Everything that a scripted server's thread owns: its sockets, its connections' states, its service and its timers.
struct ServerState<Service: ScriptedService>: ~Copyable {
  var service: Service
  var isStopping = false

  private var listener: Socket?
  /// Holds the port that refuses.
  private var closed: Socket?
  private let limits: ServerLimits
  private let epoch: ContinuousClock.Instant
  private var connections: [OpenConnection] = []
  private var timers: [(due: Duration, token: Int)] = []
  private var connectionCount = 0
  private var requestCount = 0
  /// Before this nothing is accepted, since the system had no descriptor left a moment ago.
  private var acceptsFrom = Duration.zero

  /// How long to wait for the system to have a descriptor again.
  private static var exhaustionPause: Duration { .milliseconds(50) }

  private final class OpenConnection {
    let number: Int
    let socket: Socket
    var script: ScriptedConnection

    init(number: Int, socket: consuming Socket, script: ScriptedConnection) {
      self.number = number
      self.socket = socket
      self.script = script
    }
  }

  init(
    listener: consuming Socket, closed: consuming Socket, service: Service, limits: ServerLimits,
    epoch: ContinuousClock.Instant
  ) {
    self.listener = consume listener
    self.closed = consume closed
    self.service = service
    self.limits = limits
    self.epoch = epoch
  }

  private var now: Duration { .now - epoch }

  /// Does all that is due, and says what to wait for and how many milliseconds at most; nil once the server is to stop,
  /// with every socket closed. The listener's entry is the first, then one a connection, in their order.
  mutating func prepare() -> (entries: [pollfd], timeout: Int32)? {
    if isStopping {
      connections = []
      listener = nil
      closed = nil
      return nil
    }
    var wake = performDue()
    let isPaused = now < acceptsFrom
    if isPaused { wake = min(wake ?? acceptsFrom, acceptsFrom) }
    let accepting = !isPaused && connections.count < limits.connections ? listenerDescriptor : -1
    var entries = [pollfd(fd: accepting, events: Int16(POLLIN), revents: 0)]
    for connection in connections {
      var events = connection.script.clientFinished ? 0 : Int16(POLLIN)
      if connection.script.hasOutput { events |= Int16(POLLOUT) }
      entries.append(pollfd(fd: connection.socket.descriptor, events: events, revents: 0))
    }
    return (entries, wake.map { Int32(clamping: max(.zero, $0 - now).roundedUpMilliseconds) } ?? -1)
  }

  /// Takes what arrived, after everything that was due before. The entries are those that `prepare` made.
  mutating func handle(_ entries: ArraySlice<pollfd>) {
    guard !isStopping, let first = entries.first else { return }
    let waiting = connections
    performDue()
    for (connection, entry) in zip(waiting, entries.dropFirst())
    where entry.revents != 0 && connections.contains(where: { $0 === connection }) {
      read(connection)
    }
    if first.revents != 0 { accept() }
  }

  /// The listener's descriptor; -1, which `poll` passes over, if there is none.
  private var listenerDescriptor: Int32 {
    switch listener {
    case .some(let socket): socket.descriptor
    case .none: -1
    }
  }

  private mutating func accept() {
    do throws(SocketFault) {
      while connections.count < limits.connections, let socket = try listener?.accepted() {
        connectionCount += 1
        let script = ScriptedConnection(expiry: now + limits.life)
        connections.append(OpenConnection(number: connectionCount, socket: socket, script: script))
      }
    } catch {
      acceptsFrom = now + ServerState.exhaustionPause
    }
  }

  private func read(_ connection: OpenConnection) {
    // Whoever had finished sending is readable again only when it is gone altogether.
    if connection.script.clientFinished { return connection.script.fail() }
    switch connection.socket.receive() {
    case .bytes(let bytes): connection.script.receive(bytes)
    case .end: connection.script.receiveEnd()
    case .failed: connection.script.fail()
    case .nothingYet: break
    }
  }

  /// Performs timers, requests and cues until nothing is left that can be done now.
  /// - Returns: when the next thing is due, if any.
  @discardableResult
  private mutating func performDue() -> Duration? {
    while true {
      let time = now
      var progressed = false
      while let index = timers.indices.min(by: { timers[$0].due < timers[$1].due }), timers[index].due <= time {
        obey(service.woken(timers.remove(at: index).token, at: time), at: time)
      }
      var wake = timers.map(\.due).min()
      for connection in connections {
        switch advance(connection, at: time) {
        case .progressed: progressed = true
        case .rest(let until): wake = min(wake ?? until, until)
        }
      }
      if !progressed { return wake }
    }
  }

  private enum Advance {
    case progressed
    case rest(until: Duration)
  }

  /// Does the one thing that a connection has to do next.
  private mutating func advance(_ connection: OpenConnection, at time: Duration) -> Advance {
    if let request = connection.script.nextRequest() {
      requestCount += 1
      let received = ReceivedRequest(number: requestCount, connection: connection.number, request: request)
      obey(service.received(received, at: time), at: time)
      return .progressed
    }
    switch connection.script.next(at: time) {
    case .send(let bytes):
      switch connection.socket.send(bytes) {
      case .count(let count): connection.script.sent(count)
      case .nothingYet: return .rest(until: connection.script.expiry)
      case .failed: connection.script.fail()
      }
    case .finishSending: connection.socket.finishSending()
    case .readOn: break
    case .rest(let until): return .rest(until: until)
    case .end(let ending):
      if ending == .reset { connection.socket.resetOnClose() }
      connections.removeAll { $0 === connection }
      service.ended(connection.number, ending, at: time)
    }
    return .progressed
  }

  private mutating func obey(_ orders: [Order], at time: Duration) {
    for order in orders {
      switch order {
      case .perform(let cues, let number): connections.first { $0.number == number }?.script.perform(cues)
      case .wake(let token, let duration): timers.append((time + duration, token))
      }
    }
  }
}
