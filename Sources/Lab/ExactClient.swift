import HTTP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An HTTP/1.1 client that does what it is told and nothing else: one attempt is one request on the wire. It follows no
/// redirect, resends nothing, and takes no incomplete response for a whole one.
///
/// Calls block the calling thread, and end within 20 ms of nobody waiting any more.
package struct ExactClient: Sendable {
  /// How long one attempt may take from its connecting to the response's last byte.
  package let timeout: Duration
  private let patience: Patience

  package init(timeout: Duration, patience: Patience) {
    self.timeout = timeout
    self.patience = patience
  }

  /// Sends a request to that port of 127.0.0.1 on a connection of its own, and waits for the whole response.
  package func send(_ request: ExactRequest, to port: UInt16) -> ExactOutcome {
    var connection: ClientConnection? = nil
    return send(request, to: port, on: &connection)
  }

  /// The same, on an open connection if one is given. Leaves the connection there if both sides may use it again.
  func send(_ request: ExactRequest, to port: UInt16, on reused: inout ClientConnection?) -> ExactOutcome {
    let attempt = patience.upTo(timeout)
    do throws(ExactFailure) {
      let connection: ClientConnection
      switch reused.take() {
      case .some(let open): connection = open
      case .none: connection = try ClientConnection.opened(to: port, attempt)
      }
      try connection.send(request.bytes(port: port), attempt)
      let response = try connection.response(to: request.method, attempt)
      if response.keepsAlive { reused = consume connection }
      return .response(response)
    } catch {
      return .failure(error)
    }
  }
}

/// A client's open connection.
struct ClientConnection: ~Copyable {
  private let socket: Socket

  private init(_ socket: consuming Socket) { self.socket = socket }

  static func opened(to port: UInt16, _ patience: Patience) throws(ExactFailure) -> ClientConnection {
    let socket: Socket
    do throws(SocketFault) {
      socket = try Socket.connecting(to: port)
    } catch {
      throw failure(toConnect: error.number)
    }
    try wait(socket, Int32(POLLOUT), patience, arrival: .no)
    let error = socket.pendingError
    if error != 0 { throw failure(toConnect: error) }
    return ClientConnection(socket)
  }

  private static func failure(toConnect error: Int32) -> ExactFailure {
    switch error {
    case ECONNREFUSED: ExactFailure(.refused, .no)
    case ECONNRESET: ExactFailure(.reset, .no)
    default: ExactFailure(.system(error), .no)
    }
  }

  func send(_ bytes: [UInt8], _ patience: Patience) throws(ExactFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch socket.send(rest) {
      case .count(let count): rest.removeFirst(count)
      case .nothingYet: try ClientConnection.wait(socket, Int32(POLLOUT), patience, arrival: .perhaps)
      // What the server said before it left may still be there to read.
      case .failed: return
      }
    }
  }

  func response(to method: Method, _ patience: Patience) throws(ExactFailure) -> ExactResponse {
    var reader = ResponseReader(method: method)
    while true {
      let arrival: ExactFailure.Arrival = reader.received == 0 ? .perhaps : .yes
      try ClientConnection.wait(socket, Int32(POLLIN), patience, arrival: arrival)
      switch socket.receive() {
      case .bytes(let bytes):
        let progress: ResponseReader.Progress
        do throws(MalformedResponse) {
          progress = try reader.receive(bytes)
        } catch {
          throw ExactFailure(.malformed(error), .yes)
        }
        if case .complete(let response) = progress { return response }
      case .end:
        switch reader.ended() {
        case .empty: throw ExactFailure(.emptyReply, .perhaps)
        case .truncated: throw ExactFailure(.truncated, .yes)
        case .complete(let response): return response
        }
      case .failed: throw ExactFailure(.reset, arrival)
      case .nothingYet: break
      }
    }
  }

  private static func wait(
    _ socket: borrowing Socket, _ events: Int32, _ patience: Patience, arrival: ExactFailure.Arrival
  ) throws(ExactFailure) {
    switch patience.wait(for: socket.descriptor, events) {
    case .ready: break
    case .late: throw ExactFailure(.timedOut, arrival)
    case .cancelled: throw ExactFailure(.cancelled, arrival)
    }
  }
}
