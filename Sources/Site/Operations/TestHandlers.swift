internal import HTTP
internal import JSON

/// Answers the routes that exist for the conformance cases alone, when `COURSE_TEST_ROUTES=1`.
enum TestHandlers {
  /// Takes any body and sends it back.
  static func echo(_ request: Request, _ parameters: PathParameters) -> Reply {
    .response(
      Response(
        type: "application/octet-stream", headers: SecurityHeaders.data.with("Cache-Control", "no-store"),
        body: request.body))
  }

  /// The most bytes in a text of the JSON route.
  static let maximumBytes = 65_536

  /// Takes `{"title", "source", "attempt"}` and sends it back.
  static func json(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let body = try RequestBody.json(of: request, conditions: .now)
    guard case .object(let members) = body else {
      throw Problem(
        .invalidBody, "The body must be an object.", errors: [Problem.Invalid(.pointer(""), "must be an object")])
    }
    let faults =
      ["title", "source"].compactMap { text($0, body) } + [attempt(body)].compactMap(\.self)
      + members.filter { !["title", "source", "attempt"].contains($0.name) }.map {
        .member($0.name, "is unknown; the members are title, source and attempt")
      }
    guard faults.isEmpty else {
      throw Problem(.invalidBody, "The body is not what this address takes.", errors: faults)
    }
    return .response(JSONResponse.response(body.bytes))
  }

  private static func text(_ name: String, _ body: JSONValue) -> Problem.Invalid? {
    if case .string(let text)? = body[name], text.utf8.count <= maximumBytes { return nil }
    return .member(name, "must be text of at most \(maximumBytes) bytes")
  }

  private static func attempt(_ body: JSONValue) -> Problem.Invalid? {
    if case .integer(0...1_000_000)? = body["attempt"] { return nil }
    return .member("attempt", "must be a whole number from 0 to 1000000")
  }
}
