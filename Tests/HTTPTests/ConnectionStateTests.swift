import HTTP
import Testing

/// The rules of a connection, with times made up.
@Suite("What happens on a connection")
struct ConnectionStateTests {
  private var state: ConnectionState

  init() {
    state = ConnectionState(limits: ParserLimits(), deadlines: Deadlines(), now: 1000)
  }

  private mutating func read(_ text: String, now: Int) -> ConnectionState.Step {
    var position = 0
    return state.read(Array(text.utf8).span, &position, now: now)
  }

  private static let head = "GET / HTTP/1.1\r\nHost: localhost\r\n"
  private static let upload =
    "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n"

  private func isClose(_ expiry: ConnectionState.Expiry) -> Bool { if case .close = expiry { true } else { false } }

  private func status(_ expiry: ConnectionState.Expiry) -> Int? {
    if case .refuse(let refusal) = expiry { refusal.status.code } else { nil }
  }

  @Test mutating func silenceFromTheStartEndsAtTheHeaderDeadline() {
    #expect(state.deadline == 11_000)
    let outcome1 = state.expire(now: 10_999)
    #expect(!isClose(outcome1))
    let outcome2 = state.expire(now: 11_000)
    #expect(isClose(outcome2))
  }

  @Test mutating func aHeadHasOneDeadlineHoweverItDrips() {
    _ = read("G", now: 2000)
    for time in 3...11 { _ = read("E", now: time * 1000) }
    #expect(state.phase == .head)
    #expect(state.deadline == 12_000)
    let outcome3 = state.expire(now: 12_000)
    #expect(status(outcome3) == 408)
    #expect(state.phase == .closing)
  }

  @Test mutating func anAnswerHasNoDeadlineAndIdlingHas() {
    guard case .answer(let request) = read(Self.head + "\r\n", now: 2000) else {
      Issue.record("no request")
      return
    }
    #expect(state.deadline == nil)
    #expect(request.persists && !state.isDraining)
    state.answered(closes: false, now: 5000)
    state.sent(100, left: 0, now: 5000)
    #expect(state.deadline == 20_000)
    let outcome4 = state.expire(now: 20_000)
    #expect(isClose(outcome4))
  }

  @Test mutating func aBodyMayTakeLongerTheMoreOfItComes() throws {
    guard case .admit(let request) = read(Self.upload, now: 2000) else {
      Issue.record("no head")
      return
    }
    let invites = try state.admit(request, atMost: nil, hasBytes: false, now: 2000)
    #expect(invites)
    #expect(state.deadline == 12_000)
    _ = read(String(repeating: "x", count: 8192), now: 4000)
    #expect(state.deadline == 13_000)
    _ = read("x", now: 12_900)
    let outcome5 = state.expire(now: 13_001)
    #expect(status(outcome5) == 408)
  }

  @Test mutating func bytesThatAreThereNeedNoInvitation() throws {
    guard case .admit(let request) = read(Self.upload, now: 0) else {
      Issue.record("no head")
      return
    }
    let invites = try state.admit(request, atMost: nil, hasBytes: true, now: 0)
    #expect(!invites)
  }

  @Test mutating func aBodyOverTheLimitIsNeverInvited() throws {
    guard case .admit(let request) = read(Self.upload, now: 0) else {
      Issue.record("no head")
      return
    }
    do {
      _ = try state.admit(request, atMost: 99_999, hasBytes: false, now: 0)
      Issue.record("admitted")
    } catch {
      #expect(error.status == .contentTooLarge)
    }
    #expect(state.phase == .closing)
  }

  @Test mutating func aPeerThatReadsNothingIsDropped() {
    _ = read(Self.head + "\r\n", now: 0)
    state.answered(closes: false, now: 0)
    state.sent(1000, left: 5000, now: 0)
    #expect(state.deadline == 10_000)
    state.sent(8192, left: 400, now: 9000)
    #expect(state.deadline == 11_000)
    let outcome6 = state.expire(now: 11_000)
    #expect(isClose(outcome6))
  }

  @Test mutating func theIdleTimeBeginsWhenTheAnswerIsOut() {
    _ = read(Self.head + "\r\n", now: 0)
    state.answered(closes: false, now: 0)
    state.sent(1000, left: 5000, now: 0)
    state.sent(5000, left: 0, now: 9000)
    #expect(state.deadline == 24_000)
  }

  @Test mutating func nothingIsReadWhileAnswering() {
    _ = read(Self.head + "\r\n", now: 0)
    let bytes = Array("GET".utf8)
    var position = 0
    _ = state.read(bytes.span, &position, now: 0)
    #expect(position == 0)
  }

  @Test mutating func whatFollowsTheLastAnswerIsThrownAway() {
    guard case .answer(let request) = read(Self.head + "Connection: close\r\n\r\n", now: 0) else {
      Issue.record("no request")
      return
    }
    #expect(!request.persists)
    state.answered(closes: true, now: 0)
    let bytes = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    var position = 0
    _ = state.read(bytes.span, &position, now: 0)
    #expect(position == bytes.count)
    state.linger(now: 100)
    #expect(state.deadline == 5100)
    let outcome7 = state.expire(now: 5100)
    #expect(isClose(outcome7))
  }

  @Test mutating func theEndOfThePeersBytes() {
    let outcome8 = state.peerFinished()
    #expect(isClose(outcome8))
    _ = read("GET /", now: 0)
    let outcome9 = state.peerFinished()
    #expect(status(outcome9) == 400)
  }

  @Test mutating func aPeerThatHasFinishedStillGetsItsAnswer() {
    _ = read(Self.head + "\r\n", now: 0)
    let outcome10 = state.peerFinished()
    #expect(!isClose(outcome10))
    #expect(state.phase == .answering)
  }

  @Test mutating func drainingClosesWhatIsIdleAndEndsTheRestAfterItsAnswer() {
    var busy = state
    let closesAtOnce = state.drain()
    #expect(closesAtOnce)
    var position = 0
    guard case .answer = busy.read(Array((Self.head + "\r\n").utf8).span, &position, now: 0) else {
      Issue.record("no request")
      return
    }
    let closesBusy = busy.drain()
    #expect(!closesBusy)
    #expect(busy.isDraining)
  }

  @Test mutating func aRequestThatTheEndOfADrainCutsOffIsRefused() {
    let nothing = state.giveUp()
    #expect(nothing == nil)
    var half = state
    var position = 0
    _ = half.read(Array(Self.head.utf8).span, &position, now: 0)
    let head = half.giveUp()
    #expect(head?.status == .requestTimeout)
    #expect(half.phase == .closing)
    let again = half.giveUp()
    #expect(again == nil)

    position = 0
    guard case .admit(let request) = state.read(Array(Self.upload.utf8).span, &position, now: 0) else {
      Issue.record("no head")
      return
    }
    _ = try? state.admit(request, atMost: nil, hasBytes: false, now: 0)
    let body = state.giveUp()
    #expect(body?.status == .serviceUnavailable)
    #expect(body?.headers["Retry-After"] == "1")
    #expect(state.phase == .closing)
  }
}
