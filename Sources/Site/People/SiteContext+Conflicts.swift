internal import Store
internal import Teaching

extension SiteContext {
  /// Carries out what says something of a person.
  /// - Throws: `Problem`: 409 that names whose it is already.
  func refusingTaken<Value>(
    _ given: (PersonField) -> String, for student: Person? = nil, _ body: () throws(StoreError) -> Value
  ) throws -> Value {
    do throws(StoreError) { return try body() } catch {
      guard let taken = try storage.taken(error, given) else { throw error }
      var detail = "That \(taken.field.words) \(taken.words)."
      if let student, let holder = taken.holder, holder.role == .student {
        detail += " If both are one person, POST /api/v1/students/\(student.id.rawValue)/merge with"
        detail += " {\"from\": \"\(holder.id.rawValue)\"} makes them one."
      }
      throw Problem(.conflict, detail, errors: [.member(taken.field.rawValue, taken.words)])
    }
  }
}
