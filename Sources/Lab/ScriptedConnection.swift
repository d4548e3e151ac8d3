package import HTTP

/// One connection of a scripted server as a value: bytes and cues go in, and it says which act is next.
package struct ScriptedConnection: Sendable {
  package enum Act: Equatable {
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

  /// What has come and is not read yet: a request waits until the one before is answered.
  private var input: [UInt8] = []
  private var parser = RequestParser()
  private var mode = Mode.reading
  private var cues: ArraySlice<Cue> = []
  private var output: ArraySlice<UInt8> = []
  private var pausedUntil: Duration?
  package private(set) var clientFinished = false
  private var ending: ConnectionEnding?
  /// When it ends, whatever is scripted.
  package let expiry: Duration

  private static let longestBody = 1 << 20
  /// What a client may send ahead.
  private static let mostInput = 1 << 21

  package init(expiry: Duration) { self.expiry = expiry }

  /// True if bytes wait to be sent.
  package var hasOutput: Bool { !output.isEmpty }

  package mutating func receive(_ bytes: [UInt8]) {
    input.append(contentsOf: bytes)
    if input.count > ScriptedConnection.mostInput { ending = .malformed }
  }

  /// The client will send nothing more. It may still read.
  package mutating func receiveEnd() { clientFinished = true }

  /// The client cannot be reached any more.
  package mutating func fail() { ending = .clientLeft }

  package mutating func perform(_ more: [Cue]) { cues.append(contentsOf: more) }

  /// The request that has come whole, once, if one may come.
  package mutating func nextRequest() -> Request? {
    guard case .reading = mode, ending == nil else { return nil }
    let arrived = input
    var position = 0
    defer { input.removeFirst(position) }
    while true {
      switch parser.read(arrived.span, &position) {
      case .needMore: return nil
      case .head:
        guard parser.receiveBody(atMost: ScriptedConnection.longestBody) == nil else {
          ending = .malformed
          return nil
        }
      case .request(let request):
        mode = .answering
        return request
      case .refused:
        ending = .malformed
        return nil
      }
    }
  }

  /// So many of the bytes to send have been taken.
  package mutating func sent(_ count: Int) { output.removeFirst(count) }

  package mutating func next(at time: Duration) -> Act {
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
