import HTTP

extension EventLoop {
  func receive(_ connection: Connection) {
    // Of what will be held back, only so much is taken off the peer.
    let isBusy = connection.state.phase.isAnswering || connection.output.count > Limits.output
    let room = isBusy ? max(1, Limits.heldBack - connection.heldBack.count) : buffer.count
    switch Socket.receive(connection.descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])) {
    case .bytes(let count):
      let input = UnsafeBufferPointer(rebasing: UnsafeRawBufferPointer(buffer).bindMemory(to: UInt8.self)[..<count])
      process(connection, Span(_unsafeElements: input))
      settle(connection)
    case .end:
      peerFinished(connection)
    case .wouldBlock: break
    case .failed: drop(connection)
    }
  }

  /// Feeds bytes to the connection and answers each request that is complete, until the bytes are used up or have to be
  /// held back.
  private func process(_ connection: Connection, _ input: Span<UInt8>) {
    var position = 0
    while position < input.count, !connection.isClosed {
      if connection.state.phase.isAnswering || connection.output.count > Limits.output {
        input.extracting(position...).withUnsafeBufferPointer { connection.heldBack.append(contentsOf: $0) }
        return
      }
      switch connection.state.read(input, &position, now: now) {
      case .needMore: break
      case .admit(let head): admit(connection, head, hasBytes: position < input.count)
      case .answer(let request): answer(connection, request, isLast: position == input.count)
      case .refuse(let refusal, let request):
        statistics.refused += 1
        answerLast(connection, refusal, for: request)
      }
    }
  }

  /// Takes what has come of a body from the budget that all connections share, and refuses it if that is used up.
  private func accountForBody(_ connection: Connection) {
    let more = connection.state.bodyLength - connection.bodyTaken
    guard more != 0, !connection.isClosed else { return }
    connection.bodyTaken += more
    guard !context.bodies.take(more), connection.state.phase == .body else { return }
    connection.state.refuse()
    statistics.refused += 1
    answerLast(
      connection,
      Refusal(.serviceUnavailable, "Too many bodies are being received at once.", headers: ["Retry-After": "1"]),
      for: nil)
    _ = context.bodies.take(-connection.bodyTaken)
    connection.bodyTaken = 0
  }

  /// Reads on with what was held back.
  private func resume(_ connection: Connection) {
    while !connection.heldBack.isEmpty, !connection.isClosed, !connection.state.phase.isAnswering,
      connection.output.count <= Limits.output
    {
      let bytes = connection.heldBack
      connection.heldBack = []
      process(connection, bytes.span)
      flushOutput(connection)
    }
  }

  /// Sends what there is to send, reads on with what was held back, and brings the connection's place in the poller and
  /// the wheel up to date. To be called after anything has happened to a connection.
  func settle(_ connection: Connection) {
    flushOutput(connection)
    resume(connection)
    accountForBody(connection)
    guard !connection.isClosed else { return }
    if !connection.hasOutput {
      switch connection.state.phase {
      case .closing:
        Socket.finish(connection.descriptor)
        connection.state.linger(now: now)
        if connection.state.peerHasFinished {
          drop(connection)
          return
        }
      case .idle, .head, .body:
        // The end of the peer's bytes counts once those before it have been read.
        if connection.state.peerHasFinished, connection.heldBack.isEmpty {
          peerFinished(connection)
          return
        }
        if isDraining, connection.state.phase == .idle, connection.heldBack.isEmpty, !connection.isFresh {
          drop(connection)
          return
        }
      case .answering:
        // It may be gone, or may still read. A moment later, if the answer is not there yet, a byte will tell.
        if connection.state.peerHasFinished, connection.request != nil, connection.probeDue == nil {
          connection.probeDue = now + 100
        }
      case .admitting, .lingering: break
      }
    }
    updateInterest(connection)
    schedule(connection)
  }

  func flush(_ connection: Connection) {
    flushOutput(connection)
    guard !connection.isClosed else { return }
    if !connection.hasOutput, connection.stream != nil { forward(connection) } else { settle(connection) }
  }

  /// Gives the socket what it takes.
  func flushOutput(_ connection: Connection) {
    while connection.hasOutput, !connection.isClosed {
      switch Socket.send(connection.descriptor, connection.output) {
      case .bytes(let count):
        connection.output.drop(count)
        connection.state.sent(count, left: connection.output.count, now: now)
        statistics.bytesSent += count
      case .wouldBlock:
        connection.state.sent(0, left: connection.output.count, now: now)
        return
      case .failed:
        drop(connection)
        return
      }
    }
  }

  private func peerFinished(_ connection: Connection) {
    switch connection.state.peerFinished() {
    case .close:
      drop(connection)
      return
    case .refuse(let refusal):
      statistics.refused += 1
      answerLast(connection, refusal, for: nil)
    // What was held back belongs before the end, and `settle` comes here again once it has been read.
    case .none: break
    }
    settle(connection)
  }

  /// The connection's deadline may have come.
  func expire(_ token: UInt64) {
    guard let connection = connections[token] else { return }
    if let due = connection.wheelDue, due > now { return }
    connection.wheelDue = nil
    if let due = connection.probeDue, due <= now { probe(connection) }
    guard !connection.isClosed else { return }
    if let due = connection.pingDue, due <= now { ping(connection) }
    guard !connection.isClosed else { return }
    switch connection.state.expire(now: now) {
    case .none: schedule(connection)
    case .close: drop(connection)
    case .refuse(let refusal):
      statistics.refused += 1
      answerLast(connection, refusal, for: nil)
      settle(connection)
    }
  }
}
