internal import HTTP
internal import JSON
internal import Retry
internal import Store

/// Lets students join by a code. For the API and for pages alike.
struct Enrolment: Sendable {
  let context: SiteContext

  static let longestCode = 64

  /// Adds a student. Blocks.
  /// - Parameters:
  ///   - name: One that `PersonRules` allow.
  ///   - key: Makes the request safe to be sent again; its answer is kept sealed.
  ///   - fingerprint: What was sent, to tell another request with the same key.
  /// - Returns: An answer in JSON with the members `person` and `token`, and whether it was given before.
  /// - Throws: `StoreError.unknownJoinCode`, or `Problem`.
  func enrol(_ name: String, code: String, key: IdempotencyKey?, fingerprint: [UInt8]) throws
    -> (answer: RecordedResponse, isReplay: Bool)
  {
    let now = context.time()
    let code = JoinCode.normal(code)
    // Nobody is known yet, so the code stands for the caller: whoever has none learns nothing of others' keys, and takes
    // none of them away.
    let sealed = SealedAnswer(key, scope: "POST /api/v1/enrolments \(code)", fingerprint: fingerprint, now: now)
    let token = Secret()
    let outcome = try context.storage.enrol(
      NewPerson(name: name), code: code, token: NewToken(token.digest, kind: .bearer),
      claim: sealed.claim, at: now
    ) { person in
      sealed.kept(RecordedResponse(.created, person.json(showing: token)))
    }
    return try sealed.given(outcome)
  }
}
