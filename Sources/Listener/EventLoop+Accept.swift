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

  /// Closes some of the connections that have been idle longest.
  /// - Returns: false if none is idle.
  private func makeRoom(for newcomer: Connection? = nil) -> Bool {
    let idle = connections.all.filter { $0 !== newcomer && $0.state.phase == .idle && !$0.hasOutput }
    guard !idle.isEmpty else { return false }
    let oldest = idle.sorted { $0.state.idleSince < $1.state.idleSince }
    for connection in oldest.prefix(max(1, idle.count / 32)) { drop(connection) }
    return true
  }

  /// Takes the next connection by giving up the descriptor kept in reserve, tells its peer, and closes it; then leaves the listener alone for a moment, which would otherwise be reported ready without end.
  private func descriptorsRanOut(_ listener: Int32) {
    statistics.descriptorsExhausted += 1
    if reserve >= 0 {
      close(reserve)
      if case .connection(let descriptor, _) = Socket.accept(listener) {
        statistics.turnedAway += 1
        Socket.sayBusy(descriptor)
        close(descriptor)
      }
      reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
    _ = makeRoom()
    for listener in context.listeners { poller.remove(listener) }
    listensAgainAt = now + 50
  }
}
