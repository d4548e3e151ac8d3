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
    try open(request, caller, replacing: nil)
  }

  func close(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let code = JoinCode.normal(parameters["code"])
    try Conditions.check(request, where: try isOpen(code))
    try found { try context.storage.closeJoinCode(code, at: context.time(), by: caller.actor) }
    return StudentHandlers.done
  }

  /// Closes a code and opens another in its place.
  func replace(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try open(request, caller, replacing: JoinCode.normal(parameters["code"]))
  }

  private func open(_ request: Request, _ caller: Caller, replacing former: String?) throws -> Response {
    let now = context.time()
    let sealed = try SealedAnswer(request, by: caller, at: now)
    try RequestBody.nothing(in: request, conditions: .later)
    try Conditions.check(request, where: try former.map(isOpen) ?? true)
    let code = JoinCode.random()
    let outcome = try found {
      try context.storage.openJoinCode(
        code, replacing: former, claim: sealed.claim, at: now, by: caller.actor
      ) { sealed.kept(RecordedResponse(.created, ["code": .string(code)])) }
    }
    return try sealed.response(outcome)
  }

  private func isOpen(_ code: String) throws -> Bool { try context.storage.joinCodes().contains(code) }

  /// A code in the path that is not open is an address with nothing at it.
  private func found<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch StoreError.unknownJoinCode {
      throw Problem(.notFound, "This join code is not open.")
    }
  }
}
