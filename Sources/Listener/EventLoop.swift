import Glibc
import HTTP
import Synchronization
import Threads

/// What all loops of a server share.
struct LoopContext: Sendable {
  let configuration: Configuration
  let application: any Application
  let pool: WorkPool
  let ledger: ConnectionLedger
  let bodies: ByteBudget
  let mailboxes: [Mailbox]
  let listeners: [Int32]
  /// What each loop shows of its statistics, renewed each round.
  let statistics: [StatisticsCell]
  /// How many connections each loop still has, once a drain has begun.
  let draining: Monitor<[Int]>
}

/// One thread's connections. Everything here happens on that thread; others reach it through its mailbox.
///
/// As with `Connection`, what each request touches is not checked for overlapping access.
final class EventLoop<Backend: Poller> {
  let context: LoopContext
  let index: Int
  let mailbox: Mailbox
  var poller: Backend
  @exclusivity(unchecked) var connections = ConnectionTable()
  var wheel: DeadlineWheel
  let serialiser = ResponseSerialiser()
  @exclusivity(unchecked) var standing = StandingAnswers()
  @exclusivity(unchecked) var statistics = Statistics()
  @exclusivity(unchecked) var isDraining = false
  var isStopped = false
  /// Answers given in this round, whose time is that of the round.
  @exclusivity(unchecked) var answersOfRound = 0
  private var lagNow = 0
  private var lagBefore = 0
  private var lagSpan = 0
  /// What the monotonic clock lacks to the time of day, in microseconds, and when that was looked up.
  private var wallOffset = 0
  private var wallOffsetTime = 0
  /// Milliseconds, as of the round's beginning.
  @exclusivity(unchecked) var now: Int
  /// Microseconds, as of the round's beginning.
  @exclusivity(unchecked) var roundStart: Int
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  /// Given up to accept and close a connection when no descriptor is left.
  var reserve: Int32
  /// When to listen again after the descriptors ran out.
  var listensAgainAt: Int?
  @exclusivity(unchecked) var nextRequest: UInt64

  /// The tokens of descriptors that are no connections.
  static var wakeToken: UInt64 { .max }
  static func listenerToken(_ index: Int) -> UInt64 { .max - 1 - UInt64(index) }

  init(_ context: LoopContext, index: Int) throws(ListenError) {
    self.context = context
    self.index = index
    mailbox = context.mailboxes[index]
    poller = try Backend()
    roundStart = Clock.microseconds()
    now = roundStart / 1000
    wheel = DeadlineWheel(now: now)
    reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
    // Unlike the ids of other loops, and of the process before this one.
    nextRequest = UInt64(index) << 56 | UInt64(UInt32(truncatingIfNeeded: Clock.wallMicroseconds() / 1_000_000)) << 24
    poller.add(mailbox.readingEnd, Self.wakeToken, .reading, shared: false)
  }

  deinit {
    buffer.deallocate()
    if reserve >= 0 { close(reserve) }
  }

  func run() {
    var events: [PollEvent] = []
    while !isStopped {
      publish()
      poller.wait(milliseconds: delay(), into: &events)
      beginRound()
      let due = wheel.advance(to: now)
      for event in events { handle(event) }
      if let again = listensAgainAt, again <= now {
        listensAgainAt = nil
        keepReserve()
        listen()
      }
      // What has come in time counts before its time is over.
      for token in due { expire(token) }
      if isDraining { reportDrain() }
      if !events.isEmpty { endRound() }
    }
    for connection in connections.all { drop(connection) }
    publish()
    context.draining.withLock { $0[index] = -1 }
    context.draining.wakeAll()
  }

  private func beginRound() {
    roundStart = Clock.microseconds()
    now = roundStart / 1000
    if roundStart - wallOffsetTime > 100_000 {
      wallOffset = Clock.wallMicroseconds() - roundStart
      wallOffsetTime = roundStart
    }
    serialiser.setTime((roundStart + wallOffset) / 1_000_000)
  }

  private func endRound() {
    let round = Clock.microseconds() - roundStart
    statistics.rounds += 1
    statistics.roundSum += round
    if round > statistics.longestRound { statistics.longestRound = round }
    noteLag(round)
    standing.report(UInt64(round * 1000 / max(answersOfRound, 1)))
    if answersOfRound > 0 {
      statistics.count(microseconds: round, times: answersOfRound)
      answersOfRound = 0
    }
  }

  /// Keeps the longest round of this span of ten seconds and of the one before.
  private func noteLag(_ round: Int) {
    if now - lagSpan >= 10_000 {
      lagBefore = now - lagSpan >= 20_000 ? 0 : lagNow
      lagNow = 0
      lagSpan = now
    }
    lagNow = max(lagNow, round)
    statistics.lag = max(lagNow, lagBefore)
  }

  private func delay() -> Int {
    var delay = wheel.delay(now: now)
    if let again = listensAgainAt { delay = min(delay ?? Int.max, max(0, again - now)) }
    return delay ?? -1
  }

  /// Shows the statistics to other threads.
  private func publish() {
    statistics.openConnections = connections.count
    context.statistics[index].value.withLock { $0 = statistics }
  }

  private func reportDrain() {
    // Those that another loop has accepted for this one count before they come.
    let count = max(connections.count, mailbox.load.load(ordering: .relaxed))
    context.draining.withLock { $0[index] = count }
    context.draining.wakeAll()
  }

  private func handle(_ event: PollEvent) {
    if let connection = connections[event.token] {
      if event.isGone, !event.isReadable {
        drop(connection)
        return
      }
      if event.isWritable { flush(connection) }
      if event.isReadable, !connection.isClosed { receive(connection) }
    } else if event.token == Self.wakeToken {
      for message in mailbox.take() { handle(message) }
    } else if event.token > .max - 64 {
      accept(context.listeners[Int(.max - 1 - event.token)])
    }
  }

  private func handle(_ message: Mailbox.Message) {
    switch message {
    case .listen: listen()
    case .accepted(let descriptor, let peer): adopt(descriptor, peer)
    case .finished(let token, let response): if let connection = connections[token] { finish(connection, response) }
    case .found(let token, let reply): if let connection = connections[token] { go(on: connection, with: reply) }
    case .stream(let token): if let connection = connections[token] { forward(connection) }
    case .drain: beginDrain()
    case .endSubscriptions:
      for connection in connections.all {
        if connection.isSubscription { connection.stream?.finish() }
        guard connection.isFresh, connection.state.phase == .idle else { continue }
        // Its first request may have come since the sockets were looked at last.
        if connection.interest.reads { receive(connection) }
        if !connection.isClosed, connection.isFresh, connection.state.phase == .idle { drop(connection) }
      }
    case .giveUp: for connection in connections.all { giveUp(connection) }
    case .stop: isStopped = true
    }
  }

  private func beginDrain() {
    // Whoever has connected already is still served: here, or where the socket lives on, by whoever has it next.
    if context.configuration.inherited.isEmpty { for listener in context.listeners { accept(listener) } }
    isDraining = true
    listensAgainAt = nil
    for listener in context.listeners { poller.remove(listener) }
    for connection in connections.all {
      // A request that has come and was not read yet is answered too.
      if connection.state.drain(), connection.interest.reads { receive(connection) }
      if !connection.isClosed, connection.state.drain(), !connection.isFresh { drop(connection) }
    }
  }

  /// The time of a drain is over: whoever still waits for work is told so, and whose request has not come in full.
  private func giveUp(_ connection: Connection) {
    // The rest may have come since the sockets were looked at last.
    if [.head, .body].contains(connection.state.phase), connection.interest.reads { receive(connection) }
    if connection.isClosed { return }
    if let refusal = connection.state.giveUp() {
      statistics.refused += 1
      answerLast(connection, refusal, for: nil)
      return settle(connection)
    }
    guard let request = connection.request else { return }
    connection.work?.cancel()
    if let stream = connection.stream {
      statistics.cancelled += 1
      connection.work = nil
      if connection.pingDue != nil, !stream.end(with: context.application.lastWords(to: request)) { return }
      stream.breakOff()
    } else {
      statistics.cancelled += 1
      connection.work = nil
      connection.request = nil
      refuse(
        connection, request,
        Refusal(
          .serviceUnavailable, "The server stops, and the work was not done in time.", headers: ["Retry-After": "1"]))
      settle(connection)
    }
  }

  /// Puts the connection's deadline into the wheel, unless an earlier entry will look at it anyway.
  func schedule(_ connection: Connection) {
    guard let deadline = connection.deadline else { return }
    if let due = connection.wheelDue, due <= deadline { return }
    connection.wheelDue = wheel.add(connection.token, due: deadline)
  }

  /// Waits for what the connection needs now.
  func updateInterest(_ connection: Connection) {
    let interest = PollInterest(
      reads: !connection.state.peerHasFinished && connection.heldBack.count < Limits.heldBack,
      writes: connection.hasOutput)
    guard interest != connection.interest else { return }
    connection.interest = interest
    poller.change(connection.descriptor, connection.token, interest)
  }

  /// Closes at once.
  func drop(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    if connection.work != nil || connection.stream != nil { statistics.cancelled += 1 }
    if let work = connection.work {
      work.cancel()
      context.pool.withdraw(work)
    }
    if let stream = connection.stream {
      stream.peerLeft()
      statistics.openStreams -= 1
    }
    poller.remove(connection.descriptor)
    close(connection.descriptor)
    connections.remove(connection.token)
    context.ledger.remove(connection.peer)
    _ = context.bodies.take(-connection.bodyTaken)
    mailbox.load.subtract(1, ordering: .relaxed)
  }
}

/// Sizes that have no reason to be set.
enum Limits {
  /// Bytes kept of what a peer sends while a request of its is being answered.
  static let heldBack = 16 * 1024
  /// Bytes of answers not sent yet at which no further request of the peer is read.
  static let output = 256 * 1024
}
