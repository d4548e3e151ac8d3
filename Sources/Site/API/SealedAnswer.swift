internal import HTTP
internal import Retry
internal import Store

/// Makes a request that creates something and shows a secret safe to be sent again: if it has an idempotency key, the
/// answer is kept for seven days, sealed.
struct SealedAnswer: Sendable {
  let claim: Claim?
  private let seal: Seal?

  static let keptFor = 7 * 24 * 3_600_000

  /// Blocks for some milliseconds where there is a key.
  /// - Parameters:
  ///   - scope: The caller and the route.
  ///   - fingerprint: What was sent.
  init(_ key: IdempotencyKey?, scope: String, fingerprint: [UInt8], now: Timestamp) {
    let seal = key.map { Seal($0, scope: scope) }
    self.seal = seal
    claim = seal.map { seal in
      Claim(
        scope: scope, key: seal.name, body: Digest(of: fingerprint), expiresAt: now + SealedAnswer.keptFor)
    }
  }

  /// For what somebody asks of an address, where the request's own key counts. Blocks as above.
  /// - Throws: `Problem`: 400 unless its key is one.
  init(_ request: Request, by caller: Caller, at now: Timestamp) throws {
    self.init(
      try IdempotencyField.optional(request), scope: Claim.scope(of: caller.person.id, "POST \(request.path)"),
      fingerprint: request.body, now: now)
  }

  /// The answer as it is kept.
  func kept(_ answer: RecordedResponse) -> RecordedResponse {
    guard let seal else { return answer }
    return RecordedResponse(status: answer.status, headers: answer.headers, body: seal.close(answer.body))
  }

  /// The answer as it is given.
  /// - Throws: `Problem`: 422 if the key was used for something else, 410 if what it made was deleted since.
  func given(_ outcome: ClaimOutcome) throws -> (answer: RecordedResponse, isReplay: Bool) {
    switch outcome {
    case .otherBody: throw Problem(.keyReused, "This key was used for another request.")
    case .gone: throw Problem(.gone, "What was made with this key has been deleted since. It is not made again.")
    case .done(let kept): return (try opened(kept), false)
    case .replayed(let kept): return (try opened(kept), true)
    }
  }

  /// The answer as the client gets it.
  /// - Throws: As above.
  func response(_ outcome: ClaimOutcome) throws -> Response {
    let (answer, isReplay) = try given(outcome)
    return Response(answer, isReplay: isReplay)
  }

  private func opened(_ kept: RecordedResponse) throws -> RecordedResponse {
    guard let seal else { return kept }
    guard let body = seal.open(kept.body) else { throw Broken() }
    return RecordedResponse(status: kept.status, headers: kept.headers, body: body)
  }

  /// The record was changed by something else than this program.
  struct Broken: Error {}
}
