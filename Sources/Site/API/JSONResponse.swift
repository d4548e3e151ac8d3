internal import HTTP
internal import JSON
internal import Store

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

  /// What may be changed by whoever has seen it: with its entity tag.
  /// - Throws: `Problem`: 406 if the client takes no JSON.
  static func negotiated(_ request: Request, tagged body: [UInt8]) throws -> Response {
    try negotiated(request)
    return response(tagged: body)
  }

  static func response(tagged body: [UInt8]) -> Response {
    var response = response(body)
    response.headers["ETag"] = entityTag(of: body)
    return response
  }

  /// A strong one, with its quotes. Whoever chooses a part of the content cannot make two contents of one tag.
  static func entityTag(of body: [UInt8]) -> String { "\"\(Digest(of: body).bytes.prefix(16).hex)\"" }

  static func response(_ body: [UInt8], _ status: Status = .ok) -> Response {
    Response(status, type: type, headers: headers, body: body)
  }

  private static let type = "application/json"
  private static let headers = SecurityHeaders.data.with("Cache-Control", "no-store")
}
