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

  /// Everything that is kept of the caller.
  func data(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try JSONResponse.negotiated(request, try PersonData.json(caller.person, context.storage, for: .student).bytes)
  }
}
