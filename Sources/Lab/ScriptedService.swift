package import HTTP

/// What decides how a scripted server behaves: a value that is told what happened and says what to do. It never does
/// I/O, so each rule is tested without a socket.
package protocol ScriptedService: Sendable {
  /// A request has come whole. Time counts from the server's start.
  mutating func received(_ request: ReceivedRequest, at time: Duration) -> [Order]
  /// A time that an order `.wake` asked for has come.
  mutating func woken(_ token: Int, at time: Duration) -> [Order]
  /// A connection is over.
  mutating func ended(_ connection: Int, _ ending: ConnectionEnding, at time: Duration)
}

extension ScriptedService {
  package mutating func woken(_ token: Int, at time: Duration) -> [Order] { [] }
  package mutating func ended(_ connection: Int, _ ending: ConnectionEnding, at time: Duration) {}
}

/// What a service asks its server to do.
package enum Order: Sendable, Equatable {
  /// Perform these on that connection, after whatever is still to be performed there.
  case perform([Cue], on: Int)
  /// Call `woken` with that token after that time, whatever becomes of any connection.
  case wake(Int, after: Duration)
}

/// One act on one connection. Cues are performed in their order.
package enum Cue: Sendable, Equatable {
  /// Exactly these bytes, whether they make sense or not.
  case send([UInt8])
  case pause(Duration)
  /// Ends the server's side of the stream and goes on listening to the client's.
  case finishSending
  /// Waits for another request on the same connection.
  case next
  /// Says nothing more until the client has left.
  case hold
  /// Ends the connection; the client finds the end of the stream.
  case close
  /// Ends the connection by a reset; the client's next call fails.
  case reset
}

/// How a connection ended.
package enum ConnectionEnding: Sendable, Equatable {
  case closed
  case reset
  case clientLeft
  /// What came was no request, or too large a one.
  case malformed
  /// It had lasted as long as one may.
  case expired
}

/// A request as the server saw it.
package struct ReceivedRequest: Sendable {
  /// Counts the server's requests from 1, over all connections.
  package let number: Int
  /// Counts the server's connections from 1.
  package let connection: Int
  package let request: Request

  package init(number: Int, connection: Int, request: Request) {
    self.number = number
    self.connection = connection
    self.request = request
  }
}
