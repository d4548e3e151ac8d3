/// What a connection is about, and what is to be done next: a value that is told what happens, and performs nothing.
///
/// Times are milliseconds of any clock that never goes back.
package struct ConnectionState: Sendable {
  package enum Phase: Sendable, Equatable {
    /// Between requests.
    case idle
    case head
    /// A head has come, and `admit` has not been called.
    case admitting
    case body
    /// A request was handed out, and `answered` has not been called.
    case answering
    /// The last answer is on its way out.
    case closing
    /// Our side is closed; what the peer still sends is thrown away, so that it reads the answer before it sees an error.
    case lingering
  }

  package enum Step: Sendable {
    /// All bytes given were used up.
    case needMore
    /// Say whether the body is wanted, by `admit` or `refuse`.
    case admit(Request)
    /// Answer, then call `answered`.
    case answer(Request)
    /// Answer with this refusal, as the last answer.
    case refuse(Refusal, Request?)
  }

  package enum Expiry: Sendable {
    /// The deadline has moved.
    case none
    case refuse(Refusal)
    /// Close without a word.
    case close
  }

  package private(set) var phase = Phase.idle
  /// When `expire` is to be called at the latest; nil for never.
  package private(set) var deadline: Int?
  /// Since when nothing has been asked, if the phase is `idle`.
  package private(set) var idleSince: Int
  /// No further requests are wanted.
  package private(set) var isDraining = false
  package private(set) var peerHasFinished = false
  /// Bytes of the body that is being received or was handed out last.
  package private(set) var bodyLength = 0
  /// True if what is being read, or was read last, is a HEAD: its answer has no content.
  package var isHead: Bool { parser.isHead }
  private var parser: RequestParser
  private let deadlines: Deadlines
  private let bodyLimit: Int
  /// The time at which the phase must be over.
  private var phaseDeadline: Int?
  /// Since when the peer has not taken all that was sent, and how much it took meanwhile.
  private var writeStart: Int?
  private var written = 0
  private var bodyStart = 0

  package init(limits: ParserLimits, deadlines: Deadlines, now: Int) {
    parser = RequestParser(limits: limits)
    bodyLimit = limits.body
    self.deadlines = deadlines
    idleSince = now
    phaseDeadline = now + deadlines.header
    deadline = phaseDeadline
  }

  /// Reads bytes from a position, which it moves. Nothing is read while a request is being answered.
  package mutating func read(_ input: Span<UInt8>, _ position: inout Int, now: Int) -> Step {
    switch phase {
    case .answering, .admitting: return .needMore
    case .closing, .lingering:
      position = input.count
      return .needMore
    case .idle, .head, .body: break
    }
    switch parser.read(input, &position) {
    case .needMore:
      if phase == .idle, !parser.isIdle {
        enter(.head, until: now + deadlines.header)
      } else if phase == .body {
        bodyLength = parser.bodyLength
        enter(.body, until: bodyStart + deadlines.body + bodyLength * 1000 / deadlines.slowest)
      }
      return .needMore
    case .head(let request):
      phase = .admitting
      return .admit(request)
    case .request(let request):
      bodyLength = request.body.count
      enter(.answering, until: nil)
      return .answer(request)
    case .refused(let refusal, let request):
      refuse()
      return .refuse(refusal, request)
    }
  }

  /// Wants the body of the request that `read` asked about.
  /// - Parameters:
  ///   - limit: the most bytes; nil for the usual limit.
  ///   - hasBytes: true if bytes of the body are there already.
  /// - Returns: whether the client has to be asked for the body.
  /// - Throws: a refusal if the head announces a larger body.
  package mutating func admit(
    _ request: Request, atMost limit: Int?, hasBytes: Bool, now: Int
  ) throws(Refusal) -> Bool {
    if let refusal = parser.receiveBody(atMost: limit ?? bodyLimit) {
      refuse()
      throw refusal
    }
    bodyStart = now
    enter(.body, until: now + deadlines.body)
    return !hasBytes && request.waitsWithBody
  }

  /// Whatever comes is refused: one more answer, then the connection closes.
  package mutating func refuse() { enter(.closing, until: nil) }

  /// The answer is complete, though perhaps not yet sent.
  package mutating func answered(closes: Bool, now: Int) {
    idleSince = now
    bodyLength = 0
    if closes { enter(.closing, until: nil) } else { enter(.idle, until: now + deadlines.idle) }
  }

  /// Bytes were given to the socket, and some or none are left over.
  package mutating func sent(_ count: Int, left: Int, now: Int) {
    if left == 0 {
      guard writeStart != nil else { return }
      if phase == .idle { phaseDeadline = now + deadlines.idle }
      writeStart = nil
      written = 0
    } else if writeStart == nil {
      writeStart = now
    } else {
      written += count
    }
    updateDeadline()
  }

  /// Our side was closed, all answers being sent.
  package mutating func linger(now: Int) { enter(.lingering, until: now + deadlines.linger) }

  /// The peer will send nothing more; it may still read.
  /// - Returns: what is left to do now. It is to be asked again once bytes that were held back have been read.
  package mutating func peerFinished() -> Expiry {
    peerHasFinished = true
    switch phase {
    case .idle: return writeStart == nil ? .close : .none
    case .lingering: return .close
    case .answering, .closing: return .none
    case .head, .admitting, .body:
      let refusal = parser.finish()
      refuse()
      return refusal.map { .refuse($0) } ?? .close
    }
  }

  /// - Returns: what to do if the deadline has passed.
  package mutating func expire(now: Int) -> Expiry {
    guard let deadline, deadline <= now else { return .none }
    switch phase {
    case .head, .admitting, .body:
      if let writeDeadline, writeDeadline <= now { return .close }
      let what = phase == .head ? "head" : "body"
      refuse()
      return .refuse(Refusal(.requestTimeout, "The request's \(what) took too long to come."))
    case .idle, .answering, .closing, .lingering: return .close
    }
  }

  /// No further requests are wanted.
  /// - Returns: true if the connection can be closed now.
  package mutating func drain() -> Bool {
    isDraining = true
    return phase == .idle && writeStart == nil
  }

  /// The time of a drain is over.
  /// - Returns: what to answer with if a request has begun to come.
  package mutating func giveUp() -> Refusal? {
    switch phase {
    case .head:
      refuse()
      return Refusal(.requestTimeout, "The server stops, and the request's head had not come in full.")
    case .admitting, .body:
      refuse()
      return Refusal(
        .serviceUnavailable, "The server stops, and the request's body had not come in full.",
        headers: ["Retry-After": "1"])
    case .idle, .answering, .closing, .lingering: return nil
    }
  }

  private mutating func enter(_ phase: Phase, until deadline: Int?) {
    self.phase = phase
    phaseDeadline = deadline
    updateDeadline()
  }

  private var writeDeadline: Int? {
    writeStart.map { $0 + deadlines.write + written * 1000 / deadlines.slowest }
  }

  private mutating func updateDeadline() {
    guard let writeDeadline else {
      deadline = phaseDeadline
      return
    }
    switch phase {
    // What the peer has not taken yet is what it is waited for; the time of idling begins after it.
    case .idle, .closing, .answering: deadline = writeDeadline
    case .head, .admitting, .body, .lingering: deadline = min(writeDeadline, phaseDeadline ?? writeDeadline)
    }
  }
}
