internal import HTTP
internal import JSON

/// Answers of the API that are neither a run's nor a problem's.
enum JSONResponse {
  /// - Throws: `Problem`: 406 if the client takes no JSON.
  static func negotiated(_ request: Request, _ body: [UInt8]) throws -> Response {
    try negotiated(request)
    return response(body)
  }

  /// - Throws: `Problem`: 406 if the client takes no JSON.
  static func negotiated(_ request: Request, _ ready: ReadyResponse) throws -> ReadyResponse {
    try negotiated(request)
    return ready
  }

  private static func negotiated(_ request: Request) throws {
    guard Accept.best(request, of: ["application/json"]) != nil else {
      throw Problem(.notAcceptable, "The answer comes as application/json.")
    }
  }

  /// An answer that is the same for everyone, with its compressed form.
  static func ready(_ body: [UInt8]) -> ReadyResponse {
    ReadyResponse(type: type, headers: headers, body: body, gzip: Gzip.compressed(body))
  }

  static func response(_ body: [UInt8], _ status: Status = .ok) -> Response {
    Response(status, type: type, headers: headers, body: body)
  }

  private static let type = "application/json"
  private static let headers = SecurityHeaders.data.with("Cache-Control", "no-store")
}
