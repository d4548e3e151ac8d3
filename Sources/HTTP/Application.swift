/// What a server serves. Every function but the closures of a `Reply` is called on an event loop and must not block.
package protocol Application: Sendable {
  /// Asked once a head has come whose body is still to come, so that what will be refused anyway is refused before the
  /// body is read. The request's body is empty.
  func admit(_ head: Request) -> Admission

  func reply(to request: Request) -> Reply

  /// The response to what the server itself refuses: 400, 408, 413, 414, 417, 431, 501, 503, 505.
  /// - Parameters:
  ///   - request: nil when its head could not be read.
  ///   - id: the request's, as in `Request.id`, also when it could not be read.
  func response(to refusal: Refusal, for request: Request?, id: UInt64) -> Response

  /// The response to an error that a router, a handler or work threw; a thrown `Refusal` goes to `response(to:for:id:)`.
  /// Called on a worker thread for work, and for a deferred reply on the thread that gave it up.
  func response(toThrown error: any Error, for request: Request) -> Response

  /// What an event stream ends with that is cut off, since the server stops: such as an event that says so, with the time
  /// after which to connect again.
  func lastWords(to request: Request) -> [UInt8]

  /// The server is about to stop: it accepts nothing more, and after this ends its subscriptions. Called on the thread
  /// that drains it. Here is the time to fail readiness and to tell live streams to reconnect.
  func willDrain()
}

/// Whether a request's body is wanted.
package enum Admission: Sendable {
  /// Receive up to the server's limit.
  case receive
  /// Receive up to so many bytes; more is answered with 413.
  case receiveAtMost(Int)
  /// Answer at once; the body is not read, and the connection closes.
  case refuse(Response)
}

extension Application {
  package func admit(_ head: Request) -> Admission { .receive }

  package func willDrain() {}

  package func lastWords(to request: Request) -> [UInt8] { [] }

  package func response(toThrown error: any Error, for request: Request) -> Response {
    if let refusal = error as? Refusal { return response(to: refusal, for: request, id: request.id) }
    return response(to: Refusal(.internalServerError, "An unexpected error occurred."), for: request, id: request.id)
  }
}
