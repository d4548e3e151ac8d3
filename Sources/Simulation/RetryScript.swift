import Retry

/// What a scripted server does, outcome by outcome. The last one repeats for ever.
///
///     503;retry-after=1, 502, drop;times=3, 200;latencyMs=40
package struct RetryScript: Sendable, Equatable {
  /// In order, repetitions not spelled out; not empty.
  package let items: [Item]

  package struct Item: Sendable, Equatable {
    package var event: Event
    package var retryAfter: RetryAfterField?
    /// How long the answer takes; nil is the run's own latency.
    package var latencyMs: Int?
    package var times = 1
    /// True if a server on a socket leaves the connection open behind the response.
    package var keepsAlive = false
  }

  package enum Event: Sendable, Equatable {
    case status(Int)
    case fault(Fault)
  }

  /// What can happen instead of a response.
  package enum Fault: String, Sendable, CaseIterable {
    /// The request arrives; the connection ends before the response.
    case drop
    /// Nobody listens.
    case refuse
    /// The request arrives; no response in time.
    case timeout
    /// The device has no network until the latency has passed.
    case offline
    /// The name has no address.
    case unresolved
    /// The certificate is not trusted.
    case insecure
    /// A response arrives whose content cannot be read.
    case garbled
    /// The request arrives; the connection is reset before the response.
    case reset
    /// The request arrives; the server ends its side of the connection without a response, and listens on.
    case halfClose = "half-close"
    /// The response begins, and the connection ends within its body.
    case truncated
    /// The response comes in chunks, and one of them has no size.
    case malformedChunk = "malformed-chunk"
    /// A 200 comes byte by byte and takes as long as the latency says; without one, longer than an attempt may.
    case drip
  }

  /// A Retry-After field as the server sends it.
  package enum RetryAfterField: Sendable, Equatable {
    case seconds(String)
    /// A date so many seconds after the response.
    case date(Int)
    /// Anything, right or wrong.
    case raw(String)
  }

  /// The outcome of request number `index`, from 0.
  package func item(_ index: Int) -> Item {
    var rest = index
    for item in items {
      if rest < item.times { return item }
      rest -= item.times
    }
    return items[items.count - 1]
  }
}

extension RetryScript.Fault {
  var failure: Failure {
    switch self {
    case .drop, .reset, .halfClose, .truncated: .connectionLost
    case .refuse: .cannotConnect
    case .timeout, .drip: .timedOut
    case .offline: .notConnected
    case .unresolved: .hostNotFound
    case .insecure: .insecure
    case .garbled, .malformedChunk: .undecodable
    }
  }

  /// Whether the request came to the server, as one who sees both sides knows.
  var arrives: Bool {
    switch self {
    case .drop, .timeout, .garbled, .reset, .halfClose, .truncated, .malformedChunk, .drip: true
    case .refuse, .offline, .unresolved, .insecure: false
    }
  }

  /// Whether the client gets an answer, such as it is.
  var answers: Bool { self == .garbled || self == .malformedChunk }

  /// True for what happens on the device or on the way, where no server takes part.
  package var isBeforeServer: Bool {
    switch self {
    case .offline, .unresolved, .insecure: true
    default: false
    }
  }
}
