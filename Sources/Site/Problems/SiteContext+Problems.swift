internal import HTTP
internal import JSON
internal import Lab
internal import Simulation
internal import Store
internal import Threads

extension SiteContext {
  /// What a thrown error tells the client. An error that nobody foresaw tells nothing: it goes to the log.
  func problem(of error: any Error, _ request: Request) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case let refusal as Refusal: return Problem(refusal)
    case let invalid as InvalidParameters:
      return Problem(
        .invalidParameters, "The query has parameters that are not allowed.",
        errors: invalid.faults.map { Problem.Invalid(.parameter($0.parameter), $0.message) })
    case RunStopped.bound(let reason): return Problem(.tooMuchWork, reason)
    case RunStopped.cancelled:
      return Problem(.overloaded, "The run was stopped before its end.", headers: ["Retry-After": "1"])
    case is SocketFault, is NoThread:
      log.write("error", "nothing left", [("id", request.idText), ("path", request.path), ("error", "\(error)")])
      return Problem(.overloaded, "No socket or thread is left for this run.", headers: ["Retry-After": "1"])
    case let failure as StoreError: return problem(of: failure, request)
    default:
      log.write("error", "unexpected", [("id", request.idText), ("path", request.path), ("error", "\(error)")])
      return Problem(.internalError, "Something unforeseen went wrong.")
    }
  }

  /// What the store could not do, where the handler has nothing better to say. Nothing was changed then.
  private func problem(of failure: StoreError, _ request: Request) -> Problem {
    switch failure {
    case .conflict(let words):
      let member = PersonField(words: words).map { Problem.Invalid.member($0.rawValue, "belongs to somebody else") }
      return Problem(.conflict, "That \(words) belongs to somebody else.", errors: member.map { [$0] } ?? [])
    case .personHasAccess: return Problem(.conflict, "This person's access has not ended.")
    case .revokedPerson: return Problem(.conflict, "This person's access was ended.")
    case .unknownPerson: return Problem(.notFound, "There is no such person.")
    case .unknownSubmission: return Problem(.notFound, "There is no such submission.")
    case .unknownJoinCode: return Problem(.unknownJoinCode, "This join code is not open.")
    case .changedMeanwhile(let id):
      return Problem(.preconditionFailed, "The grade of submission \(id.rawValue) has changed meanwhile.")
    case .notAsSupposed: return Conditions.failed
    case .closed: return Problem(.overloaded, "The server is about to stop.", headers: ["Retry-After": "5"])
    case .full, .locked, .readOnly, .cannotOpen:
      log.write("error", "storage", [("id", request.idText), ("path", request.path), ("error", "\(failure)")])
      return Problem(
        .storageUnavailable, "The database cannot be written at the moment. Nothing was done.",
        headers: ["Retry-After": "10"])
    case .corrupt, .foreign, .unsoundBackup, .newer, .exists, .failed:
      log.write("error", "storage", [("id", request.idText), ("path", request.path), ("error", "\(failure)")])
      return Problem(.internalError, "Something unforeseen went wrong.")
    }
  }

  /// A problem as a page for a reader in a browser, as JSON for everyone else.
  /// - Parameters:
  ///   - request: Nil if it could not be read.
  ///   - id: The request's id, if it could not be read.
  func response(_ problem: Problem, _ request: Request?, id: String? = nil) -> Response {
    let id = request?.idText ?? id
    var response: Response
    if let request, isPage(request.path), Accept.names(request, "text/html") {
      let failure = Failure(
        status: problem.type.status, title: problem.type.title, detail: problem.detail, requestId: request.idText)
      response = PageResponse.response(
        Pages.failure(failure, in: shelf.outline), Status(problem.type.status), isStored: false)
    } else {
      response = Response(
        Status(problem.type.status), type: "application/problem+json",
        headers: SecurityHeaders.data.with("Cache-Control", "no-store"), body: problem.json(requestId: id).bytes)
    }
    response.headers.set(problem.headers)
    if let id { response.headers["X-Request-Id"] = id }
    return response
  }

  /// False for what only programs ask for.
  private func isPage(_ path: String) -> Bool { !path.hasPrefix("/api/") && !path.hasPrefix("/__") }
}
