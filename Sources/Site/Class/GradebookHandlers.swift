internal import Exercises
internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// Answers with the gradebook and its files.
struct GradebookHandlers: Sendable {
  let context: SiteContext

  /// JSON by pages, or a whole file.
  func read(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let query = try PageQuery(request, others: ["format"])
    let names = GradebookFormat.allCases.map(\.rawValue)
    let given = request.query["format"] ?? GradebookFormat.json.rawValue
    guard let format = GradebookFormat(rawValue: given) else {
      throw Problem(
        .invalidParameters, "The query has parameters that are not allowed.",
        errors: [Problem.Invalid(.parameter("format"), "must be one of \(names.joined(separator: ", "))")])
    }
    let gradebook = try context.gradebook()
    let file = GradebookFile(format, of: gradebook)
    if let bytes = file.bytes {
      var response = GradebookHandlers.file(bytes, "gradebook-\(format.rawValue).csv")
      if let mapping = file.mapping { GradebookHandlers.tell(mapping, in: &response) }
      return response
    }
    let rows = gradebook.rows.indices.filter { gradebook.rows[$0].person.id.rawValue > query.cursor ?? 0 }
    let shown = rows.prefix(query.limit)
    let next = rows.count > shown.count ? shown.last.map { String(gradebook.rows[$0].person.id.rawValue) } : nil
    let range = (shown.first ?? 0)..<((shown.last ?? -1) + 1)
    return try JSONResponse.negotiated(request, gradebook.json(rows: range, next: next).bytes)
  }

  /// Fills in an instructor's own export of Canvas.
  func fill(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let type = Accept.best(request, of: ["application/json", "text/csv"])
    guard let type else { throw Problem(.notAcceptable, "The answer is JSON or CSV.") }
    let bytes = try RequestBody.csv(of: request, conditions: .now)
    let filling = try CSVProblem.checked { () throws(CSVFaults) in try CanvasExport(bytes) }
      .filled(from: try context.gradebook())
    guard type == "application/json" else {
      return GradebookHandlers.file(filling.file, "canvas-filled.csv")
    }
    guard case .object(let members) = filling.json else { return Response(.internalServerError) }
    let file = JSONMember("file", .string(String(decoding: filling.file, as: UTF8.self)))
    return JSONResponse.response(JSONValue.object(members + [file]).bytes)
  }

  /// The file has no place for how it is to be imported, and for how many it leaves out.
  private static func tell(_ mapping: MoodleMapping, in response: inout Response) {
    if let column = mapping.column { response.headers["Course-Map-By"] = column }
    response.headers["Course-Left-Out"] = String(mapping.leftOut.count)
  }

  /// A file to be kept under that name.
  static func file(_ bytes: [UInt8], _ name: String) -> Response {
    Response(
      .ok, type: "text/csv; charset=utf-8",
      headers: SecurityHeaders.data.with("Cache-Control", "no-store")
        .with("Content-Disposition", "attachment; filename=\"\(name)\""), body: bytes)
  }
}

extension SiteContext {
  /// Everybody's best grades now.
  func gradebook() throws -> Gradebook {
    try Gradebook(
      storage,
      columns: grader.exercises.map {
        Gradebook.Column(exercise: $0.id, title: $0.title, maxScore: $0.maxScore)
      })
  }
}
