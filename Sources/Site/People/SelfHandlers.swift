internal import Exercises
internal import HTTP
internal import JSON
internal import Store

/// Answers what people ask about themselves.
struct SelfHandlers: Sendable {
  let context: SiteContext

  func me(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let answer: JSONValue = ["person": caller.person.json, "means": .string(caller.means.rawValue)]
    return try JSONResponse.negotiated(request, answer.bytes)
  }

  /// A further token for the caller's programs.
  func addToken(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try TokenGrant(context: context).answer(request, to: caller.person.id, replacing: false, by: caller)
  }

  func tokens(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let tokens = try OwnTokens(context: context).list(of: caller)
    let answer: JSONValue = ["tokens": .array(tokens.map { $0.json(inUse: caller.token) })]
    return try JSONResponse.negotiated(request, answer.bytes)
  }

  func endToken(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let (tokens, name) = (OwnTokens(context: context), parameters["token"])
    try Conditions.check(request, where: try tokens.list(of: caller).contains { $0.name == name })
    _ = try tokens.end(name, of: caller)
    return StudentHandlers.done
  }

  /// Everything that is kept of the caller.
  func data(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try JSONResponse.negotiated(request, try PersonData.json(caller.person, context.storage, for: .student).bytes)
  }
}
