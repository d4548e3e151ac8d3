public import Foundation
public import Retry

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests through a URLSession under a retry policy, all of them under one budget.
///
///     let session = RetryingSession(policy: .careful)
///     let order = try await session.send(request, key: .random())
///
/// URLSession may send a GET or HEAD again on its own: on Apple systems after a lost connection (three sends in all were
/// measured), on Linux when a kept-alive connection turns out to be closed. Neither does so with a POST. So count at the
/// server, and keep to few attempts for GET.
///
/// On Linux (Swift 6.3) FoundationNetworking ends the process when a connection ends within a response's head.
public struct RetryingSession: Sendable {
  public let policy: RetryPolicy
  public let budget: SharedRetryBudget
  /// How an idempotency key is written.
  public let keyStyle: KeyStyle
  private let session: URLSession

  public enum KeyStyle: Sendable, Hashable {
    /// As the IETF draft has it.
    case quoted
    /// As most interfaces of today have it.
    case bare
  }

  /// - Parameters:
  ///   - budget: shared with other sessions; nil makes one of the policy's kind.
  public init(
    _ session: URLSession = .shared, policy: RetryPolicy = .careful, budget: SharedRetryBudget? = nil,
    keyStyle: KeyStyle = .quoted
  ) {
    self.session = session
    self.policy = policy
    self.budget = budget ?? SharedRetryBudget(policy.budget)
    self.keyStyle = keyStyle
  }

  /// Sends a request until there is a response that the policy takes for the last one.
  ///
  /// A request that has an `Idempotency-Key` field keeps it on every attempt. Each attempt takes no longer than the
  /// policy's attempt timeout or, where there is none, the request's `timeoutInterval`, and ends with the policy's
  /// deadline. Cancelling the task ends an attempt or a wait at once.
  /// - Parameters:
  ///   - key: made when the user acted and kept with the operation; left alone if the request has a key already.
  ///   - freshBody: makes the body's stream for each attempt. A request with an `httpBodyStream` and without this is
  ///     sent once, since a stream can be read once.
  ///   - clock: for the waits between attempts and the deadline.
  ///   - connectivity: returns once the device is online; without it the request fails when the device is offline.
  /// - Returns: the last response, whatever its status.
  /// - Throws: `SendFailure` if the last attempt had no HTTP response.
  public func send(
    _ request: URLRequest, key: IdempotencyKey? = nil, freshBody: (@Sendable () -> InputStream)? = nil,
    clock: some Clock<Duration> = ContinuousClock(), connectivity: (() async throws -> Void)? = nil
  ) async throws(SendFailure) -> FinalResponse {
    let (prepared, description) = prepare(request, key, isReplayable: freshBody != nil)
    var random = SystemRandomNumberGenerator()
    let sent = await policy.send(
      description, budget: budget, clock: clock, using: &random, connectivity: connectivity
    ) { attempt in
      var request = prepared
      if let freshBody { request.httpBodyStream = freshBody() }
      return await once(request, within: attempt.timeout)
    }
    switch sent.value {
    case .success(let (data, response)):
      return FinalResponse(data: data, response: response, attempts: sent.attempts, stopped: sent.stopped)
    case .failure(let error):
      let failure = Failure(error)
      throw SendFailure(
        failure: failure, classification: Classification(failure, of: description), underlying: error,
        attempts: sent.attempts, stopped: sent.stopped)
    }
  }

  private typealias Answer = Result<(Data, HTTPURLResponse), any Error>

  private func once(_ request: URLRequest, within timeout: Duration?) async -> (Outcome, Answer) {
    var request = request
    let limit = timeout.map { min($0, .seconds(86_400)) } ?? .seconds(max(1, min(request.timeoutInterval, 86_400)))
    request.timeoutInterval = Double(limit.components.seconds) + 1
    do {
      let (data, response) = try await AttemptTask.load(request, in: session, within: limit)
      guard let response = response as? HTTPURLResponse else { throw URLError(.unsupportedURL) }
      return (.response(response.statusCode, retryAfter: retryAfter(of: response)), .success((data, response)))
    } catch {
      return (.failure(Failure(error)), .failure(error))
    }
  }

  /// `allHeaderFields` finds a field in one spelling only on Linux; this finds it in any.
  private func retryAfter(of response: HTTPURLResponse) -> RetryAfter? {
    guard let value = response.value(forHTTPHeaderField: "Retry-After") else { return nil }
    let now = HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970.rounded(.down)))
    return try? RetryAfter(value, now: now)
  }

  private func prepare(
    _ request: URLRequest, _ key: IdempotencyKey?, isReplayable: Bool
  ) -> (URLRequest, RetryRequest) {
    let field = "Idempotency-Key"
    var prepared = request
    var used = key
    if let own = request.value(forHTTPHeaderField: field) {
      used = try? IdempotencyKey(fieldValue: own)
    } else if let key {
      prepared.setValue(keyStyle == .quoted ? key.quoted : key.value, forHTTPHeaderField: field)
    }
    let description = RetryRequest(
      RequestMethod(request.httpMethod ?? "GET"), key: used,
      bodyIsReplayable: isReplayable || request.httpBodyStream == nil)
    return (prepared, description)
  }
}
