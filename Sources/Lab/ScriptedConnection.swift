/// One connection of a scripted server as a value: bytes and cues go in, and it says which act is next.
struct ScriptedConnection: Sendable {
  enum Act: Equatable {
    case send(ArraySlice<UInt8>)
    case finishSending
    case end(ConnectionEnding)
    /// Look for another request, which may have come already.
    case readOn
    /// Nothing before that time, or before something happens.
    case rest(until: Duration)
  }

  private enum Mode {
    /// A request may come.
    case reading
    /// A request is being answered.
    case answering
    /// Nothing will be sent until the client leaves.
    case holding
  }

  private var reader = RequestReader()
  private var mode = Mode.reading
  private var cues: ArraySlice<Cue> = []
  private var output: ArraySlice<UInt8> = []
  private var pausedUntil: Duration?
  private(set) var clientFinished = false
  private var ending: ConnectionEnding?
  /// When it ends, whatever is scripted.
  let expiry: Duration

  init(expiry: Duration) { self.expiry = expiry }

  /// True if bytes wait to be sent.
  var hasOutput: Bool { !output.isEmpty }

  mutating func receive(_ bytes: [UInt8]) {
    if !reader.receive(bytes) { ending = .malformed }
  }

  /// The client will send nothing more. It may still read.
  mutating func receiveEnd() { clientFinished = true }

  /// The client cannot be reached any more.
  mutating func fail() { ending = .clientLeft }

  mutating func perform(_ more: [Cue]) { cues.append(contentsOf: more) }

  /// The request that has come whole, once, if one may come.
  mutating func nextRequest() -> RequestReader.Progress {
    guard case .reading = mode else { return .needsMore }
    let progress = reader.next()
    switch progress {
    case .needsMore: break
    case .complete: mode = .answering
    case .malformed: ending = .malformed
    }
    return progress
  }

  /// So many of the bytes to send have been taken.
  mutating func sent(_ count: Int) { output.removeFirst(count) }

  mutating func next(at time: Duration) -> Act {
    if let ending { return .end(ending) }
    if time >= expiry { return .end(.expired) }
    while true {
      if !output.isEmpty { return .send(output) }
      if let pausedUntil {
        if time < pausedUntil { return .rest(until: min(pausedUntil, expiry)) }
        self.pausedUntil = nil
      }
      guard let cue = cues.popFirst() else {
        // A client that ends its side without a request, or while nothing is left to say, has left.
        if clientFinished, mode != .answering { return .end(.clientLeft) }
        return .rest(until: expiry)
      }
      switch cue {
      case .send(let bytes): output = bytes[...]
      case .pause(let duration): pausedUntil = time + duration
      case .finishSending: return .finishSending
      case .next:
        mode = .reading
        return .readOn
      case .hold: mode = .holding
      case .close: return .end(.closed)
      case .reset: return .end(.reset)
      }
    }
  }
}
