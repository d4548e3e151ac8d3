internal import HTTP
internal import Store

/// Deleting a student: a page that asks and says what goes, and the form on it.
extension StudentPageHandlers {
  func askDeletion(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return StudentPageHandlers.signIn }
    let student = try context.student(parameters["id"])
    let holdings = try context.storage.holdings(of: student.id, at: context.time())
    return PageResponse.response(
      Pages.deletion(of: student, holdings, in: context.shelf.outline), isStored: false)
  }

  func delete(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let form = try RequestBody.form(of: request, conditions: .now)
    guard form[StudentDeletionPage.field] == parameters["id"] else {
      throw Problem(.malformedRequest, "The form does not say that the page which asks was read. Nobody was deleted.")
    }
    let student: Person
    do {
      student = try context.student(parameters["id"])
    } catch let problem as Problem where problem.type == .notFound {
      // As after a second click: that nobody is there is what was wanted.
      return done(.absent)
    }
    try context.storage.delete(student.id, at: context.time(), by: instructor.actor)
    return done(.deleted)
  }
}
