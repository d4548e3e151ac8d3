import HTTP

extension EventLoop {
  func admit(_ connection: Connection, _ head: Request, hasBytes: Bool) {
    var head = head
    head.peer = connection.peer
    context.configuration.proxies.apply(to: &head)
    head.id = takeID()
    let limit: Int?
    switch context.application.admit(head) {
    case .receive: limit = nil
    case .receiveAtMost(let bytes): limit = bytes
    case .refuse(let response):
      connection.state.refuse()
      respond(connection, response, for: head, id: head.id, closes: true)
      return
    }
    do {
      if try connection.state.admit(head, atMost: limit, hasBytes: hasBytes, now: now) {
        connection.output.append(ResponseSerialiser.goOn)
      }
    } catch {
      statistics.refused += 1
      answerLast(connection, error, for: head)
    }
  }

  /// Asks the application, and sends what is ready at once.
  /// - Parameter isLast: True if no byte of a further request is there.
  func answer(_ connection: Connection, _ request: Request, isLast: Bool) {
    var request = request
    request.peer = connection.peer
    context.configuration.proxies.apply(to: &request)
    request.id = takeID()
    if isLast, giveStanding(connection, request) { return }
    carryOut(context.application.reply(to: request), connection, request, isLast: isLast)
  }

  /// Gives again, at once, what others were given who asked for the same.
  /// - Returns: false if nothing was given, and the application is to be asked.
  private func giveStanding(_ connection: Connection, _ request: Request) -> Bool {
    standing.give(to: request) { ready in sendAtOnce(connection, ready, for: request) }
  }

  private func carryOut(_ reply: Reply, _ connection: Connection, _ request: Request, isLast: Bool) {
    switch reply {
    case .ready(let ready): send(connection, ready, for: request, isLast: isLast)
    case .standing(let answer):
      standing.keep(answer, to: request)
      send(connection, answer.ready, for: request, isLast: isLast)
    case .response(let response): send(connection, response, for: request)
    case .work(let demand, let body):
      submit(connection, request, demand) { cancellation, completion in completion.send(try body(cancellation)) }
    case .deferred(let demand, let body): submit(connection, request, demand, body)
    case .found(let demand, let body): find(connection, request, demand, body)
    case .stream(_, let head, _) where !serialiser.isWanted(head, by: request),
      .subscription(let head, _) where !serialiser.isWanted(head, by: request):
      send(connection, head, for: request)
    case .stream(let demand, let head, let body): beginStream(connection, request, demand, head, body)
    case .subscription(let head, let body): beginSubscription(connection, request, head, body)
    }
  }

  private func takeID() -> UInt64 {
    nextRequest &+= 1
    return nextRequest
  }

  /// Sends the last answer of a connection whose state has refused what came.
  func answerLast(_ connection: Connection, _ refusal: Refusal, for request: Request?) {
    var request = request
    request?.peer = connection.peer
    if var read = request {
      context.configuration.proxies.apply(to: &read)
      request = read
    }
    let id = request.flatMap { $0.id == 0 ? nil : $0.id } ?? takeID()
    request?.id = id
    respond(
      connection, response(to: refusal, for: request, id: id), for: request, id: id, closes: true,
      hasContent: !connection.state.isHead)
  }

  private func response(to refusal: Refusal, for request: Request?, id: UInt64) -> Response {
    var response = context.application.response(to: refusal, for: request, id: id)
    for index in 0..<refusal.headers.count {
      let (name, value) = refusal.headers.field(at: index)
      if !response.headers.contains(name) { response.headers.add(name, value) }
    }
    return response
  }

  /// The work of a connection's request is done.
  func finish(_ connection: Connection, _ response: Response) {
    guard let request = connection.request, connection.stream == nil else { return }
    connection.request = nil
    connection.work = nil
    connection.probeDue = nil
    send(connection, response, for: request, since: connection.requestStart)
    settle(connection)
  }

  /// - Parameter isLast: True if no further request waits whose answer could go with this one.
  private func send(_ connection: Connection, _ ready: ReadyResponse, for request: Request, isLast: Bool) {
    if isLast, sendAtOnce(connection, ready, for: request) { return }
    let closes = closes(connection, request)
    let before = connection.output.count
    do {
      let status = try serialiser.append(ready, for: request, persistence(request, closes), to: &connection.output)
      answered(connection, request, status, connection.output.count - before, closes, roundStart)
    } catch {
      refuse(connection, request, error)
    }
  }

  /// Gives the socket a plain answer without a way through the queue, which takes only what is left over.
  /// - Returns: false if the answer is not plain, or others go before it; nothing was sent then.
  private func sendAtOnce(_ connection: Connection, _ ready: ReadyResponse, for request: Request) -> Bool {
    guard !connection.hasOutput, connection.foretold == 0,
      serialiser.isPlain(ready, for: request, persistence(request, closes(connection, request)))
    else { return false }
    var outcome = Socket.Sent.wouldBlock
    var whole = 0
    serialiser.withPieces(of: ready, for: request) { head, rest in
      outcome = Socket.send(connection.descriptor, head, rest)
      whole = head.count + rest.count
    }
    let sent: Int
    switch outcome {
    case .bytes(let count): sent = count
    case .wouldBlock: sent = 0
    case .failed:
      drop(connection)
      return true
    }
    statistics.bytesSent += sent
    if sent < whole { serialiser.appendRest(of: ready, for: request, behind: sent, to: &connection.output) }
    answered(connection, request, .ok, whole, false, roundStart)
    return true
  }

  func send(_ connection: Connection, _ response: Response, for request: Request, since start: Int? = nil) {
    let closes = closes(connection, request)
    let before = connection.output.count
    do {
      let status = try serialiser.append(response, for: request, persistence(request, closes), to: &connection.output)
      answered(connection, request, status, connection.output.count - before, closes, start ?? roundStart)
    } catch {
      refuse(connection, request, error)
    }
  }

  /// Answers a request that was well formed with a refusal; the connection stays.
  func refuse(_ connection: Connection, _ request: Request, _ refusal: Refusal) {
    respond(
      connection, response(to: refusal, for: request, id: request.id), for: request, id: request.id,
      closes: closes(connection, request))
  }

  private func respond(
    _ connection: Connection, _ response: Response, for request: Request?, id: UInt64, closes: Bool,
    hasContent: Bool = true
  ) {
    let before = connection.output.count
    serialiser.appendPlain(
      response, for: request, request.map { persistence($0, closes) } ?? .closes, to: &connection.output,
      hasContent: hasContent)
    answered(connection, request, response.status, connection.output.count - before, closes, roundStart, id: id)
  }

  /// True if the connection ends with the answer to this request.
  func closes(_ connection: Connection, _ request: Request) -> Bool {
    connection.state.isDraining || !request.persists
  }

  func persistence(_ request: Request, _ closes: Bool) -> ResponseSerialiser.Persistence {
    closes ? .closes : request.isOld ? .staysForOld : .stays
  }

  /// Notes that an answer is complete, whose bytes stand last in the output.
  func answered(
    _ connection: Connection, _ request: Request?, _ status: Status, _ bytes: Int, _ closes: Bool, _ start: Int,
    id: UInt64? = nil
  ) {
    if connection.foretold > 0 {
      connection.output.cut(connection.foretold, at: connection.output.count - bytes)
      connection.foretold = 0
    }
    connection.isFresh = false
    connection.state.answered(closes: closes, now: now)
    statistics.count(status)
    if start == roundStart {
      answersOfRound += 1
    } else {
      statistics.count(microseconds: Clock.microseconds() - start)
    }
    if let log = context.configuration.log {
      log(
        Exchange(
          request: request, id: id ?? request?.id ?? 0, peer: request?.peer ?? connection.peer, status: status,
          bytes: bytes, start: start))
    }
  }

  private func find(
    _ connection: Connection, _ request: Request, _ demand: WorkDemand,
    _ body: @escaping @Sendable (Cancellation) throws -> Reply
  ) {
    let cancellation = Cancellation()
    let (application, mailbox, token) = (context.application, self.mailbox, connection.token)
    enter(
      connection, request, demand,
      WorkPool.Job(cancellation: cancellation) {
        let reply: Reply
        do { reply = try body(cancellation) } catch {
          reply = .response(EventLoop.response(to: error, for: request, application))
        }
        mailbox.post(.found(token, reply))
      })
  }

  /// Answers a request once it is known how.
  func go(on connection: Connection, with reply: Reply) {
    guard let request = connection.request, connection.stream == nil else { return }
    let start = connection.requestStart
    connection.request = nil
    connection.work = nil
    if case .response(let response) = reply {
      connection.probeDue = nil
      send(connection, response, for: request, since: start)
    } else {
      carryOut(reply, connection, request, isLast: false)
      connection.requestStart = start
    }
    if !connection.isClosed { settle(connection) }
  }

  /// What an application makes of what its work threw.
  private static func response(to error: any Error, for request: Request, _ application: any Application) -> Response {
    if let refusal = error as? Refusal { return application.response(to: refusal, for: request, id: request.id) }
    return application.response(toThrown: error, for: request)
  }

  private func submit(
    _ connection: Connection, _ request: Request, _ demand: WorkDemand,
    _ body: @escaping @Sendable (Cancellation, Completion) throws -> Void
  ) {
    let cancellation = Cancellation()
    let (application, mailbox, token) = (context.application, self.mailbox, connection.token)
    enter(
      connection, request, demand,
      WorkPool.Job(cancellation: cancellation) {
        let completion = Completion { result in
          let response: Response
          do { response = try result.get() } catch {
            response = EventLoop.response(to: error, for: request, application)
          }
          mailbox.post(.finished(token, response))
        }
        do { try body(cancellation, completion) } catch { completion.fail(error) }
      })
  }

  /// Has a worker thread do a job for a request, unless it would have to wait for too long.
  private func enter(_ connection: Connection, _ request: Request, _ demand: WorkDemand, _ job: WorkPool.Job) {
    if let seconds = context.pool.submit(demand, job) {
      shed(connection, request, demand, seconds)
    } else {
      connection.request = request
      connection.requestStart = roundStart
      connection.work = job.cancellation
    }
  }

  func shed(_ connection: Connection, _ request: Request, _ demand: WorkDemand, _ seconds: Int) {
    statistics.shed += 1
    demand.whenRefused?()
    refuse(
      connection, request,
      Refusal(
        .serviceUnavailable, "There is more to do than can be done in time. Try again later.",
        headers: ["Retry-After": String(seconds)]))
  }
}
