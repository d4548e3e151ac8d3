internal import HTTP
internal import Store
internal import Teaching

/// The page of one student: what is known of them, to be changed.
extension StudentPageHandlers {
  func one(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return StudentPageHandlers.signIn }
    let student = try context.student(parameters["id"])
    var form = StudentPageHandlers.form(of: student)
    form.shared = try context.storage.sharedNumber(of: student)
    switch request.query["done"] {
    case "changed": form.notice = "Saved."
    case "merged":
      form.notice = "Merged. What both handed in is \(form.name)'s now, and what let them in. Below is what is kept."
    default: break
    }
    return page(form)
  }

  func change(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let student = try context.student(parameters["id"])
    let sent = try RequestBody.form(of: request, conditions: .now)
    var fields = FormFields(sent)
    var given: [PersonField: String] = [:]
    for field in PersonField.allCases where sent[field.rawValue] != nil { given[field] = fields.text(field) }
    func refused(_ faults: [String: String], double: Person? = nil) -> Response {
      var form = StudentPageHandlers.form(of: student)
      for (field, text) in given { form.values[field.rawValue] = text }
      form.faults = faults
      form.double = double.map { ($0.id.rawValue, $0.name) }
      return page(form, .unprocessableContent)
    }
    guard fields.faults.isEmpty else { return refused(fields.faults) }
    do throws(StoreError) {
      _ = try context.storage.change(student.id, at: context.time(), by: instructor.actor) { [given] details in
        for (field, text) in given { details[field] = text }
      }
    } catch {
      guard let taken = try context.storage.taken(error, { given[$0] ?? "" }) else { throw error }
      return refused(
        [taken.field.rawValue: taken.words], double: taken.holder.flatMap { $0.role == .student ? $0 : nil })
    }
    return PageResponse.redirect(to: "/students/\(student.id.rawValue)?done=changed")
  }

  /// By its field, what a problem says of the members of a body.
  static func faults(_ problem: Problem) -> [String: String] {
    let faults = problem.errors.compactMap { error -> (String, String)? in
      guard case .pointer(let pointer) = error.place else { return nil }
      return (String(pointer.dropFirst()), error.detail)
    }
    return Dictionary(faults) { first, _ in first }
  }

  private static func form(of student: Person) -> StudentForm {
    let values = PersonField.allCases.map { ($0.rawValue, student.details[$0]) }
    return StudentForm(
      id: student.id.rawValue, name: student.name, values: Dictionary(uniqueKeysWithValues: values))
  }

  private func page(_ form: StudentForm, _ status: Status = .ok) -> Response {
    PageResponse.response(Pages.student(form, in: context.shelf.outline), status, isStored: false)
  }
}
