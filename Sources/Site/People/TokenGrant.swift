internal import HTTP
internal import JSON
internal import Store

/// Gives people tokens, once for the key of a request. For the API and for pages alike.
struct TokenGrant: Sendable {
  let context: SiteContext

  func answer(_ request: Request, to id: PersonID, replacing: Bool, by caller: Caller) throws -> Response {
    try given(request, caller) { token, claim, now, respond in
      try context.storage.grant(
        token, to: id, replacing: replacing, claim: claim, at: now, by: caller.actor, respond: respond)
    }
  }

  /// Lets somebody in again whose access ended.
  func readmission(_ request: Request, of id: PersonID, by caller: Caller) throws -> Response {
    try given(request, caller) { token, claim, now, respond in
      try context.storage.readmit(id, token: token, claim: claim, at: now, by: caller.actor, respond: respond)
    }
  }

  private func given(
    _ request: Request, _ caller: Caller,
    _ grant: (NewToken, Claim?, Timestamp, @escaping @Sendable (Person) -> RecordedResponse) throws -> ClaimOutcome
  ) throws -> Response {
    let now = context.time()
    let sealed = try SealedAnswer(request, by: caller, at: now)
    try RequestBody.nothing(in: request, conditions: .now)
    let token = Secret()
    let outcome = try grant(NewToken(token.digest, kind: .bearer), sealed.claim, now) { person in
      sealed.kept(RecordedResponse(.created, person.json(showing: token)))
    }
    return try sealed.response(outcome)
  }
}
