package import HTTP
package import JSON

/// Reads the bodies that routes take. Each route says when the conditions of the request are looked at.
package enum RequestBody {
  /// The JSON value of the body.
  /// - Throws: `Problem`: 411 if there is no body at all, 415 unless the type is exactly `application/json` in UTF-8, 412,
  ///   400 unless the body is JSON.
  package static func json(of request: Request, conditions: Conditions.Time) throws -> JSONValue {
    try require("application/json", request)
    try conditions.beforeContent(of: request)
    guard !request.body.isEmpty else { throw malformed("The body is empty; it must be JSON.") }
    do throws(JSONFault) { return try JSONParser.parse(request.body) } catch {
      let rest = error.offset == request.body.count ? "its end" : "byte \(error.offset + 1)"
      throw malformed("The body is not JSON. At \(rest): \(error.message)")
    }
  }

  private static func malformed(_ detail: String) -> Problem {
    Problem(.malformedJSON, detail, errors: [Problem.Invalid(.pointer(""), detail)])
  }

  /// - Throws: `Problem` unless there is no body, or an empty object.
  package static func nothing(in request: Request, conditions: Conditions.Time) throws {
    if !request.body.isEmpty { return try BodyMembers(request, conditions: conditions).finish() }
    try conditions.beforeContent(of: request)
  }

  /// The pairs of a form.
  /// - Parameter mayRepeat: Which names may stand more than once, such as those of boxes to tick. For the others no
  ///   browser sends two values, and nobody could say which one is meant.
  /// - Throws: `Problem`: 411 if there is no body at all, 415 unless it is `application/x-www-form-urlencoded`, 412, 400 if
  ///   an escape is malformed or a field is given more than once.
  package static func form(
    of request: Request, conditions: Conditions.Time, mayRepeat: (String) -> Bool = { _ in false }
  ) throws -> Query {
    try require("application/x-www-form-urlencoded", request)
    try conditions.beforeContent(of: request)
    guard let pairs = Query(encoded: request.body) else {
      throw Problem(.malformedRequest, "The form has a malformed percent escape, or one that is not UTF-8.")
    }
    try once(pairs, except: mayRepeat)
    return pairs
  }

  /// - Throws: `Problem`: 400 if a name stands more than once that may not.
  static func once(_ pairs: Query, except mayRepeat: (String) -> Bool) throws {
    var names: Set<String> = []
    for pair in pairs.pairs where !names.insert(pair.name).inserted && !mayRepeat(pair.name) {
      throw Problem(.malformedRequest, "The form gives the field \(pair.name.prefix(100)) more than once.")
    }
  }

  /// - Throws: `Problem`: 411 if the request neither has a body nor says that it is empty, 415 unless the body is of that
  ///   media type, in UTF-8.
  static func require(_ name: String, _ request: Request) throws {
    guard
      !request.body.isEmpty || request.headers.contains("Content-Length")
        || request.headers.contains("Transfer-Encoding")
    else {
      throw Problem(.lengthRequired, "The request has no body. It needs one, \(name), and its Content-Length.")
    }
    let codings = request.headers.values(of: "Content-Encoding").flatMap { MediaType.parts(of: $0, separator: ",") }
    guard codings.allSatisfy({ $0 == "identity" || $0.isEmpty }) else {
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
