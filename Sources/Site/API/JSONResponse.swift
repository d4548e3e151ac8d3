internal import HTTP
internal import JSON

/// Answers of the API that are neither a run's nor a problem's.
enum JSONResponse {
  /// - Throws: `Problem`: 406 if the client takes no JSON.
  static func negotiated(_ request: Request, _ body: [UInt8]) throws -> Response {
    guard Accept.best(request, of: ["application/json"]) != nil else {
      throw Problem(.notAcceptable, "The answer comes as application/json.")
    }
    return response(body)
  }

  static func response(_ body: [UInt8], _ status: Status = .ok) -> Response {
    Response(
      status, type: "application/json", headers: SecurityHeaders.data.with("Cache-Control", "no-store"), body: body)
  }
}
