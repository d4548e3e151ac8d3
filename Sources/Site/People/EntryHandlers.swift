internal import HTTP
internal import JSON
internal import Store

/// Answers requests to join, to sign in and to sign out.
struct EntryHandlers: Sendable {
  let context: SiteContext

  func enrol(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let key = try IdempotencyField.optional(request)
    var body = try BodyMembers(request, conditions: .now)
    let code = body.text("code", maxBytes: Enrolment.longestCode)
    let name = body.name()
    try body.finish()
    let (answer, isReplay) = try Enrolment(context: context).enrol(
      name, code: code, key: key, fingerprint: request.body)
    return Response(answer, isReplay: isReplay)
  }

  func signIn(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    var body = try BodyMembers(request, conditions: .now)
    let token = body.text("token", maxBytes: 200)
    try body.finish()
    let cookie = context.cookie(for: request)
    let now = context.time()
    guard let (person, session) = try context.sessions.signIn(token, replacing: cookie.token(in: request), at: now)
    else { throw Gate.unauthorized("The token is not valid.", error: "invalid_token") }
    var response = JSONResponse.response((["person": person.json] as JSONValue).bytes, .created)
    response.headers["Set-Cookie"] = cookie.set(session)
    return response
  }

  /// Signs out, whether or not somebody was signed in.
  func signOut(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    try Conditions.check(request)
    let cookie = context.cookie(for: request)
    if let token = cookie.token(in: request) { try context.sessions.signOut(token, at: context.time()) }
    var response = Response(.noContent, headers: SecurityHeaders.data.with("Cache-Control", "no-store"))
    response.headers["Set-Cookie"] = cookie.removed
    return response
  }
}
