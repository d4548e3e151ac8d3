import HTTP
import Synchronization

/// A stream between whoever writes it, on any thread, and the loop that sends it.
final class StreamBuffer: StreamWriter {
  /// What the loop takes at once.
  struct Portion {
    var bytes: [UInt8]
    var ending: Ending
  }

  enum Ending {
    case open
    case finished
    /// The reader fell too far behind.
    case tooSlow
    /// The writer failed, so that the stream must not look complete.
    case failed
  }

  private struct State {
    var bytes: [UInt8] = []
    var isOpen = true
    var ending = Ending.open
    /// True from a message to the loop until it takes what there is.
    var isAnnounced = false
  }

  private let state = Mutex(State())
  private let mailbox: Mailbox
  private let token: UInt64
  private let backlog: Int
  private let framing: ResponseSerialiser.Framing

  init(_ mailbox: Mailbox, token: UInt64, backlog: Int, framing: ResponseSerialiser.Framing) {
    self.mailbox = mailbox
    self.token = token
    self.backlog = backlog
    self.framing = framing
  }

  var isOpen: Bool { state.withLock { $0.isOpen && $0.ending == .open } }

  func write(_ bytes: [UInt8]) -> Bool {
    guard isOpen else { return false }
    return change { state in
      guard state.isOpen, state.ending == .open else { return false }
      guard !bytes.isEmpty else { return true }
      // What waits is what the reader is behind: one large event does not make it slow.
      guard state.bytes.count <= backlog else {
        state.ending = .tooSlow
        return false
      }
      switch framing {
      case .chunked: state.bytes += ResponseSerialiser.chunk(bytes)
      case .byClosing: state.bytes += bytes
      }
      return true
    }
  }

  func finish() {
    guard isOpen else { return }
    _ = change { state in
      guard state.isOpen, state.ending == .open else { return false }
      state.ending = .finished
      if framing == .chunked { state.bytes += ResponseSerialiser.lastChunk }
      return true
    }
  }

  /// Writes last bytes and ends the stream in order, whatever its writer still does.
  /// - Returns: false if it had ended already.
  func end(with bytes: [UInt8]) -> Bool {
    change { state in
      guard state.isOpen, state.ending == .open else { return false }
      state.ending = .finished
      switch framing {
      case .chunked:
        if !bytes.isEmpty { state.bytes += ResponseSerialiser.chunk(bytes) }
        state.bytes += ResponseSerialiser.lastChunk
      case .byClosing: state.bytes += bytes
      }
      return true
    }
  }

  /// Ends the stream so that the peer can tell that something is missing.
  func breakOff() {
    _ = change { state in
      guard state.isOpen, state.ending == .open else { return false }
      state.ending = .failed
      return true
    }
  }

  /// The peer is gone.
  func peerLeft() { state.withLock { $0.isOpen = false } }

  /// True once the reader has fallen too far behind.
  var isTooSlow: Bool { state.withLock { $0.ending == .tooSlow } }

  /// Called by the loop once it has sent what it took before.
  func take() -> Portion {
    state.withLock { state in
      let portion = Portion(bytes: state.bytes, ending: state.ending)
      state.bytes = []
      state.isAnnounced = false
      return portion
    }
  }

  private func change(_ body: (inout State) -> Bool) -> Bool {
    let (result, announces) = state.withLock { state in
      let result = body(&state)
      // That it has ended is told even if the loop is about to take what came before.
      let announces = state.isOpen && (state.ending != .open || (result && !state.isAnnounced))
      if announces { state.isAnnounced = true }
      return (result, announces)
    }
    if announces { mailbox.post(.stream(token)) }
    return result
  }
}
