import Retry

/// What a scripted server does, outcome by outcome. The last one repeats for ever.
///
///     503;retry-after=1, 502, drop;times=3, 200;latencyMs=40
struct RetryScript: Sendable, Equatable {
  /// In order, repetitions not spelled out; not empty.
  let items: [Item]

  struct Item: Sendable, Equatable {
    var event: Event
    var retryAfter: RetryAfterField?
    /// How long the answer takes; nil is the run's own latency.
    var latencyMs: Int?
    var times = 1
  }

  enum Event: Sendable, Equatable {
    case status(Int)
    case fault(Fault)
  }

  /// What can happen instead of a response.
  enum Fault: String, Sendable, CaseIterable {
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
  }

  /// A Retry-After field as the server sends it.
  enum RetryAfterField: Sendable, Equatable {
    case seconds(String)
    /// A date so many seconds after the response.
    case date(Int)
    /// Anything, right or wrong.
    case raw(String)
  }

  /// The outcome of request number `index`, from 0.
  func item(_ index: Int) -> Item {
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
    case .drop: .connectionLost
    case .refuse: .cannotConnect
    case .timeout: .timedOut
    case .offline: .notConnected
    case .unresolved: .hostNotFound
    case .insecure: .insecure
    case .garbled: .undecodable
    }
  }

  /// Whether the request came to the server, as one who sees both sides knows.
  var arrives: Bool {
    switch self {
    case .drop, .timeout, .garbled: true
    case .refuse, .offline, .unresolved, .insecure: false
    }
  }
}
