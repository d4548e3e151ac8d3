internal import HTTP
internal import Store

/// The page of one student: what is known of them, to be changed.
extension StudentPageHandlers {
  func one(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return StudentPageHandlers.signIn }
    var form = StudentPageHandlers.form(of: try context.student(parameters["id"]))
    form.notice = request.query["done"] == "changed" ? "Saved." : nil
    return page(form)
  }

  func change(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let student = try context.student(parameters["id"])
    let sent = try RequestBody.form(of: request)
    var fields = FormFields(sent)
    var given: [PersonField: String] = [:]
    for field in PersonField.allCases where sent[field.rawValue] != nil { given[field] = fields.text(field) }
    func refused(_ faults: [String: String]) -> Response {
      var form = StudentPageHandlers.form(of: student)
      for (field, text) in given { form.values[field.rawValue] = text }
      form.faults = faults
      return page(form, .unprocessableContent)
    }
    guard fields.faults.isEmpty else { return refused(fields.faults) }
    do throws(StoreError) {
      _ = try context.storage.change(student.id, at: context.time(), by: instructor.actor) { [given] details in
        for (field, text) in given { details[field] = text }
      }
    } catch {
      guard let faults = StudentPageHandlers.faults(error) else { throw error }
      return refused(faults)
    }
    return PageResponse.redirect(to: "/students/\(student.id.rawValue)?done=changed")
  }

  /// By its field, what belongs to somebody else; nil for any other error.
  static func faults(_ error: StoreError) -> [String: String]? {
    guard case .conflict(let words) = error, let field = PersonField(words: words) else { return nil }
    return [field.rawValue: "belongs to somebody else"]
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
