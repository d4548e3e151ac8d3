import HTTP

extension EventLoop {
  func beginStream(
    _ connection: Connection, _ request: Request, _ demand: WorkDemand, _ head: Response,
    _ body: @escaping @Sendable (any StreamWriter) throws -> Void
  ) {
    guard request.method != .head else {
      sendStreamHead(connection, request, head, isWhole: true)
      return
    }
    let stream = makeStream(connection, request)
    let cancellation = Cancellation()
    let job = WorkPool.Job(cancellation: cancellation) {
      do {
        try body(stream)
        stream.finish()
      } catch {
        stream.breakOff()
      }
    }
    if let seconds = context.pool.submit(demand, job) {
      shed(connection, request, demand, seconds)
    } else {
      begin(connection, request, head, stream)
      connection.work = cancellation
      settle(connection)
    }
  }

  func beginSubscription(
    _ connection: Connection, _ request: Request, _ head: Response,
    _ body: @Sendable (any StreamWriter) -> Void
  ) {
    guard request.method != .head else {
      sendStreamHead(connection, request, head, isWhole: true)
      return
    }
    let stream = makeStream(connection, request)
    begin(connection, request, head, stream)
    connection.isSubscription = true
    body(stream)
  }

  private func makeStream(_ connection: Connection, _ request: Request) -> StreamBuffer {
    StreamBuffer(
      mailbox, token: connection.token, backlog: context.configuration.streamBacklog,
      framing: request.isOld ? .byClosing : .chunked)
  }

  private func begin(_ connection: Connection, _ request: Request, _ head: Response, _ stream: StreamBuffer) {
    connection.request = request
    connection.requestStart = roundStart
    connection.stream = stream
    statistics.openStreams += 1
    if let type = head.headers["Content-Type"], type.hasPrefix("text/event-stream") {
      connection.pingDue = now + context.configuration.pingInterval
    }
    sendStreamHead(connection, request, head, isWhole: false)
  }

  private func sendStreamHead(_ connection: Connection, _ request: Request, _ head: Response, isWhole: Bool) {
    let framing: ResponseSerialiser.Framing = request.isOld ? .byClosing : .chunked
    let closes = closes(connection, request) || framing == .byClosing
    let before = connection.output.count
    serialiser.appendStreamHead(
      head, framing, persistence(request, closes), to: &connection.output, isSecure: request.isSecure)
    let bytes = connection.output.count - before
    if isWhole {
      answered(connection, request, head.status, bytes, closes, roundStart)
    } else {
      if connection.foretold > 0 {
        connection.output.cut(connection.foretold, at: before)
        connection.foretold = 0
      }
      connection.streamed = bytes
      connection.streamStatus = head.status
    }
  }

  /// Sends what a stream has, once what it had before is gone.
  func forward(_ connection: Connection) {
    guard let stream = connection.stream, let request = connection.request else { return }
    if stream.isTooSlow {
      statistics.slowReaders += 1
      drop(connection)
      return
    }
    while !connection.hasOutput {
      let portion = stream.take()
      switch portion.ending {
      case .open, .finished: break
      case .tooSlow, .failed:
        drop(connection)
        return
      }
      guard !portion.bytes.isEmpty || portion.ending == .finished else { break }
      connection.output.append(portion.bytes)
      connection.streamed += portion.bytes.count
      if connection.pingDue != nil { connection.pingDue = now + context.configuration.pingInterval }
      if portion.ending == .finished {
        connection.stream = nil
        connection.work = nil
        connection.request = nil
        connection.isSubscription = false
        connection.probeDue = nil
        connection.pingDue = nil
        statistics.openStreams -= 1
        let closes = closes(connection, request) || request.isOld
        answered(
          connection, request, connection.streamStatus, connection.streamed, closes, connection.requestStart)
        break
      }
      flushOutput(connection)
      guard !connection.isClosed else { return }
    }
    settle(connection)
  }

  /// Keeps a silent event stream alive.
  func ping(_ connection: Connection) {
    connection.pingDue = now + context.configuration.pingInterval
    _ = connection.stream?.write(ServerSentEvent.ping)
  }

  /// Sends a peer that has finished the next byte of what its answer begins with, whatever it will be: a peer that is
  /// gone replies with a reset, which ends its work, and one that only sends nothing more is none the wiser. TCP has no
  /// other way to tell the two apart.
  func probe(_ connection: Connection) {
    guard connection.request != nil else {
      connection.probeDue = nil
      return
    }
    if connection.stream != nil {
      connection.probeDue = now + 1000
      if connection.pingDue != nil { ping(connection) }
      return
    }
    let opening = ResponseSerialiser.opening
    connection.probeDue = now + 250 << connection.foretold
    guard connection.foretold < opening.count, !connection.hasOutput else { return }
    connection.output.append(opening, connection.foretold, connection.foretold + 1)
    connection.foretold += 1
    flushOutput(connection)
    if !connection.isClosed { updateInterest(connection) }
  }
}
