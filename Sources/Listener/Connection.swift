import HTTP

/// What a loop keeps of one peer.
///
/// What each request touches is not checked for overlapping access at run time, which took a sixth of a request's
/// instructions: its types are values that know of no connection, so while one is accessed nothing can reach it again.
final class Connection {
  let descriptor: Int32
  let token: UInt64
  let peer: PeerAddress
  @exclusivity(unchecked) var state: ConnectionState
  @exclusivity(unchecked) var output = OutputQueue()
  /// No request has been answered on it: whoever has just connected means to send one, and is waited for even in a drain.
  @exclusivity(unchecked) var isFresh = true
  /// The descriptor was closed, and its number may be another's by now.
  @exclusivity(unchecked) var isClosed = false
  /// What came while a request was being answered, or while the peer did not take its answers.
  @exclusivity(unchecked) var heldBack: [UInt8] = []
  /// Bytes of a body that the connection has taken from the server's budget.
  @exclusivity(unchecked) var bodyTaken = 0
  @exclusivity(unchecked) var interest = PollInterest.reading
  /// The request that is being answered by work or a stream, and since when, in microseconds.
  var request: Request?
  var requestStart = 0
  var work: Cancellation?
  var stream: StreamBuffer?
  var isSubscription = false
  /// The status and bytes of a stream so far.
  var streamStatus = Status.ok
  var streamed = 0
  /// When to find out whether a peer that sends nothing more still reads, in milliseconds.
  @exclusivity(unchecked) var probeDue: Int?
  /// Bytes of the answer's first line that were sent to find that out.
  @exclusivity(unchecked) var foretold = 0
  /// When to send a comment on a silent event stream, in milliseconds.
  @exclusivity(unchecked) var pingDue: Int?
  /// When the first of its entries in the loop's wheel fires.
  @exclusivity(unchecked) var wheelDue: Int?

  init(_ descriptor: Int32, _ token: UInt64, _ peer: PeerAddress, _ state: ConnectionState) {
    self.descriptor = descriptor
    self.token = token
    self.peer = peer
    self.state = state
  }

  /// Asked so often that the queue is not: it would be called with a copy of itself.
  var hasOutput: Bool { output.count > 0 }

  /// When the loop has to look at the connection, whatever happens.
  var deadline: Int? {
    var earliest = state.deadline
    if let probeDue { earliest = min(earliest ?? probeDue, probeDue) }
    if let pingDue { earliest = min(earliest ?? pingDue, pingDue) }
    return earliest
  }
}

extension ConnectionState.Phase {
  /// True while no further request is read. The comparison that comes with the type would be called through a table.
  var isAnswering: Bool { if case .answering = self { true } else { false } }
}
