/// How one attempt ended for the client.
package enum ExactOutcome: Sendable, Equatable {
  case response(ExactResponse)
  case failure(ExactFailure)
}

/// Why an attempt brought no whole response, and what the client knows of its request.
package struct ExactFailure: Error, Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    /// Nobody listened.
    case refused
    /// The connection ended before the response began.
    case emptyReply
    /// The connection was reset.
    case reset
    /// The connection ended within the response.
    case truncated
    case timedOut
    /// What came is not HTTP.
    case malformed(MalformedResponse)
    /// The client itself gave up.
    case cancelled
    /// The system refused a call: no descriptor left, say. An error number.
    case system(Int32)
  }

  /// Whether the request reached the server, as far as the client can know.
  package enum Arrival: String, Sendable, Equatable {
    case no
    case perhaps
    case yes
  }

  package let cause: Cause
  package let arrival: Arrival

  package init(_ cause: Cause, _ arrival: Arrival) {
    self.cause = cause
    self.arrival = arrival
  }
}
