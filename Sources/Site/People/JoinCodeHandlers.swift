internal import HTTP
internal import JSON
internal import Store

/// Answers what an instructor asks about join codes.
struct JoinCodeHandlers: Sendable {
  let context: SiteContext

  func list(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let answer: JSONValue = ["codes": .strings(try context.storage.joinCodes())]
    return try JSONResponse.negotiated(request, answer.bytes)
  }

  func open(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try RequestBody.nothing(in: request)
    let code = JoinCode.random()
    try context.storage.addJoinCode(code, at: context.time(), by: caller.actor)
    return shown(code)
  }

  func close(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try found {
      try context.storage.closeJoinCode(JoinCode.normal(parameters["code"]), at: context.time(), by: caller.actor)
    }
    return StudentHandlers.done
  }

  /// Closes a code and opens another in its place.
  func replace(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try RequestBody.nothing(in: request)
    let code = JoinCode.random()
    try found {
      try context.storage.replaceJoinCode(
        JoinCode.normal(parameters["code"]), by: code, at: context.time(), by: caller.actor)
    }
    return shown(code)
  }

  private func shown(_ code: String) -> Response {
    JSONResponse.response((["code": .string(code)] as JSONValue).bytes, .created)
  }

  /// A code in the path that is not open is an address with nothing at it.
  private func found(_ body: () throws -> Void) throws {
    do { try body() } catch StoreError.unknownJoinCode { throw Problem(.notFound, "This join code is not open.") }
  }
}
