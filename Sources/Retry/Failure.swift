/// What went wrong with an attempt.
public enum Failure: Sendable, Hashable, CustomStringConvertible {
  /// The connection ended before the whole response was there: a reset, an empty reply, a truncated body.
  case connectionLost
  /// No response within the time allowed.
  case timedOut
  /// No connection was made, such as when it is refused.
  case cannotConnect
  /// The name has no address, or the name service did not answer.
  case hostNotFound
  /// The device is offline.
  case notConnected
  /// The caller gave up.
  case cancelled
  /// TLS failed or the certificate is not trusted.
  case insecure
  /// The response arrived, but its content could not be read.
  case undecodable
  /// A response with this status, 400…599.
  case status(Int)
  /// Anything else.
  case other

  /// Whether the request came to a server.
  public enum Reach: String, Sendable, Hashable, CaseIterable {
    case surely
    case surelyNot = "surely-not"
    case perhaps
  }

  /// What the failure says about whether the request came, whole, to the server that acts on it. A gateway that answers
  /// for that server (502, 504) leaves it open, as a timeout does; 408 says that the server did not get the whole
  /// request (RFC 9110 §15.5.9).
  public var reachedServer: Reach {
    switch self {
    case .cannotConnect, .hostNotFound, .notConnected, .insecure, .status(408): .surelyNot
    case .connectionLost, .timedOut, .cancelled, .other, .status(502), .status(504): .perhaps
    case .undecodable, .status: .surely
    }
  }

  /// The failure's name in words and hyphens, or the status in digits.
  public var description: String {
    switch self {
    case .connectionLost: "connection-lost"
    case .timedOut: "timed-out"
    case .cannotConnect: "cannot-connect"
    case .hostNotFound: "host-not-found"
    case .notConnected: "not-connected"
    case .cancelled: "cancelled"
    case .insecure: "insecure"
    case .undecodable: "undecodable"
    case .status(let code): String(code)
    case .other: "other"
    }
  }
}
