package import HTTP
package import JSON

/// Reads the bodies that routes take.
package enum RequestBody {
  /// The JSON value of the body.
  /// - Throws: `Problem`: 415 unless the type is exactly `application/json` in UTF-8, 400 unless the body is JSON.
  package static func json(of request: Request) throws -> JSONValue {
    try require("application/json", request)
    do throws(JSONFault) { return try JSONParser.parse(request.body) } catch {
      throw Problem(
        .malformedJSON, "The body is not JSON. At byte \(error.offset): \(error.message)",
        errors: [Problem.Invalid(.pointer(""), error.message)])
    }
  }

  /// - Throws: `Problem` unless there is no body, or an empty object.
  package static func nothing(in request: Request) throws {
    if request.body.isEmpty { return }
    try BodyMembers(request).finish()
  }

  /// The pairs of a form.
  /// - Throws: `Problem`: 415 unless it is `application/x-www-form-urlencoded`, 400 if an escape is malformed.
  package static func form(of request: Request) throws -> Query {
    try require("application/x-www-form-urlencoded", request)
    guard let pairs = Query(encoded: request.body) else {
      throw Problem(.malformedRequest, "The form has a malformed percent escape, or one that is not UTF-8.")
    }
    return pairs
  }

  static func require(_ name: String, _ request: Request) throws {
    if let coding = request.headers["Content-Encoding"], coding != "identity" {
      throw Problem(
        .unsupportedMediaType, "The body must come without a Content-Encoding.",
        headers: ["Accept-Encoding": "identity"])
    }
    guard let type = MediaType(of: request), type.name == name, type.charset ?? "utf-8" == "utf-8" else {
      throw Problem(
        .unsupportedMediaType, "The body's Content-Type must be \(name), in UTF-8.", headers: ["Accept": name])
    }
  }
}
