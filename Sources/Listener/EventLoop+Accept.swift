import Glibc
import HTTP
import Synchronization

extension EventLoop {
  func listen() {
    for (index, listener) in context.listeners.enumerated() {
      poller.add(listener, Self.listenerToken(index), .reading, shared: true)
    }
  }

  /// Accepts what waits, up to a number that leaves time for those already here.
  func accept(_ listener: Int32) {
    for _ in 0..<64 {
      switch Socket.accept(listener) {
      case .connection(let descriptor, let peer): place(descriptor, peer)
      case .none: return
      case .exhausted:
        descriptorsRanOut(listener)
        return
      }
    }
  }

  /// Gives a connection to the loop that has the fewest.
  private func place(_ descriptor: Int32, _ peer: PeerAddress) {
    var best = index
    var least = mailbox.load.load(ordering: .relaxed)
    for other in context.mailboxes.indices {
      let load = context.mailboxes[other].load.load(ordering: .relaxed)
      if load < least { (best, least) = (other, load) }
    }
    context.mailboxes[best].load.add(1, ordering: .relaxed)
    if best == index { adopt(descriptor, peer) } else { context.mailboxes[best].post(.accepted(descriptor, peer)) }
  }

  func adopt(_ descriptor: Int32, _ peer: PeerAddress) {
    statistics.accepted += 1
    let verdict = context.ledger.add(peer)
    let configuration = context.configuration
    let connection = connections.add { token in
      Connection(
        descriptor, token, peer,
        ConnectionState(limits: configuration.limits, deadlines: configuration.deadlines, now: now))
    }
    poller.add(descriptor, connection.token, .reading, shared: false)
    schedule(connection)
    if isDraining { _ = connection.state.drain() }
    if verdict == .tooManyFromThere {
      turnAway(connection)
    } else if context.ledger.total > configuration.connections, !makeRoom(for: connection) {
      turnAway(connection)
    }
  }

  private func turnAway(_ connection: Connection) {
    statistics.turnedAway += 1
    connection.state.refuse()
    answerLast(
      connection,
      Refusal(.serviceUnavailable, "There are too many connections.", headers: ["Retry-After": "1"]), for: nil)
    flush(connection)
  }

  /// Closes some of the connections that have been idle longest, but for those who have just come: their first request is
  /// on its way.
  /// - Returns: false if none was closed.
  private func makeRoom(for newcomer: Connection? = nil) -> Bool {
    let idle = connections.all.filter { $0 !== newcomer && isIdle($0) }
    var isClosed = false
    for connection in idle.sorted(by: { $0.state.idleSince < $1.state.idleSince }).prefix(max(1, idle.count / 32)) {
      // A request may have come since the sockets were looked at last.
      if connection.interest.reads { receive(connection) }
      guard isIdle(connection) else { continue }
      drop(connection)
      isClosed = true
    }
    return isClosed
  }

  private func isIdle(_ connection: Connection) -> Bool {
    !connection.isClosed && connection.state.phase == .idle && !connection.hasOutput
      && (!connection.isFresh || now - connection.state.idleSince >= 1000)
  }

  /// Takes the connections that wait by giving up the descriptor kept in reserve, tells each peer, and closes it. Where
  /// more wait than that, leaves the listeners alone for a moment, which would otherwise be reported ready without end.
  private func descriptorsRanOut(_ listener: Int32) {
    var told = 0
    var areAllTold = false
    while reserve >= 0, told < 64, !areAllTold {
      close(reserve)
      reserve = -1
      switch Socket.accept(listener) {
      case .connection(let descriptor, _):
        told += 1
        Socket.sayBusy(descriptor)
        close(descriptor)
        keepReserve()
      // The system says that descriptors ran out before it says that nobody waits.
      case .none:
        keepReserve()
        areAllTold = reserve >= 0
      case .exhausted: break
      }
    }
    statistics.turnedAway += told
    if areAllTold, told == 0 { return }
    statistics.descriptorsExhausted += 1
    _ = makeRoom()
    if areAllTold { return }
    for listener in context.listeners { poller.remove(listener) }
    listensAgainAt = now + 50
  }

  /// Another thread may have taken the descriptor while it was given up.
  func keepReserve() {
    if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }
}
