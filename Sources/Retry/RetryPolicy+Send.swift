#if !hasFeature(Embedded)
  /// One attempt of a request, as `send` hands it to the transport.
  public struct Attempt: Sendable, Hashable {
    /// From 1.
    public let number: Int
    public let request: RetryRequest
    /// The time that this attempt may take; nil is any time.
    public let timeout: Duration?
    /// True if the request must not go into TLS early data.
    public let avoidsEarlyData: Bool
  }

  /// What came of a request in the end.
  public struct Sent<Value> {
    /// What the last attempt gave.
    public let value: Value
    /// How often the request was sent.
    public let attempts: Int
    public let stopped: StopReason
  }

  extension Sent: Sendable where Value: Sendable {}

  extension RetryPolicy {
    /// Sends a request until it succeeds or this policy stops.
    ///
    /// Cancelling the task ends a wait at once, and no further attempt is made.
    /// - Parameters:
    ///   - budget: shared by all requests of a client.
    ///   - clock: monotonic. Tests hand in one that needs no time.
    ///   - generator: from which this request's jitter is drawn.
    ///   - connectivity: returns once the device is online; without it the loop stops when the device is offline.
    ///   - attempt: sends the request once, within the attempt's timeout, and says how it ended.
    public func send<Value>(
      _ request: RetryRequest, budget: SharedRetryBudget?, clock: some Clock<Duration> = ContinuousClock(),
      using generator: inout some RandomNumberGenerator, connectivity: (() async throws -> Void)? = nil,
      attempt: (Attempt) async -> (Outcome, Value)
    ) async -> Sent<Value> {
      var policy = self
      if connectivity == nil { policy.maxConnectivityWaits = 0 }
      let start = clock.now
      var loop = RetryLoop(policy, for: request, budget: budget, using: &generator)
      while true {
        let timeout = loop.begin(at: start.duration(to: clock.now))
        let number = loop.attempt
        let (outcome, value) = await attempt(
          Attempt(number: number, request: request, timeout: timeout, avoidsEarlyData: loop.avoidsEarlyData))
        do {
          switch loop.next(outcome, at: start.duration(to: clock.now)) {
          case .stop: break
          case .wait(let wait, _): try await clock.sleep(for: wait)
          case .waitForConnectivity: try await connectivity?()
          }
          if loop.stopped == nil { try Task.checkCancellation() }
        } catch {
          loop.cancel()
        }
        if let stopped = loop.stopped { return Sent(value: value, attempts: number, stopped: stopped) }
      }
    }
  }
#endif
