internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// Making one of two students: a page that finds the other, one that says what becomes of both, and the form on it.
extension StudentPageHandlers {
  func askMerge(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return StudentPageHandlers.signIn }
    let student = try context.student(parameters["id"])
    if let from = request.query["from"] {
      let other = try context.student(from)
      guard other.id != student.id else { throw Problem(.notFound, "There is no such student beside this one.") }
      let now = context.time()
      let page = MergeQuestion(
        kept: student, keptHoldings: try context.storage.holdings(of: student.id, at: now), other: other,
        otherHoldings: try context.storage.holdings(of: other.id, at: now), key: Secret().text)
      return PageResponse.response(Pages.merge(page, in: context.shelf.outline), isStored: false)
    }
    let search = StudentSearch(students: try context.storage.everybody(.student))
    let words = request.query["q"]?.split(separator: " ").joined(separator: " ") ?? ""
    let found = words.isEmpty ? search.doubles(of: student) : search.matches(words).filter { $0.id != student.id }
    return PageResponse.response(
      Pages.mergeSearch(for: student, words, found: found, in: context.shelf.outline), isStored: false)
  }

  func merge(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let form = try RequestBody.form(of: request, conditions: .now)
    let id = parameters["id"]
    _ = try StudentHandlers(context: context).merge(
      try InnerRequest.post(
        "/api/v1/students/\(Percent.encode(id))/merge", body: ["from": .string(form["from"] ?? "")],
        FormFields(form).key,
        for: request), parameters, instructor)
    return PageResponse.redirect(to: "/students/\(Percent.encode(id))?done=merged")
  }
}
