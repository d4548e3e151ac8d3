internal import Store
internal import Teaching

/// What was to be said of a person, and belongs to another already.
struct TakenField: Sendable {
  let field: PersonField
  /// Nil if they are gone meanwhile.
  let holder: Person?

  /// Whose it is, for a form's field or a member of a body.
  var words: String { "belongs to \(holder.map { TakenField.name($0) } ?? "somebody else")" }

  static func name(_ person: Person) -> String {
    person.role == .student ? "\(person.name) (student \(person.id.rawValue))" : "\(person.name), an instructor"
  }
}

extension SiteContext {
  /// What an error of the store says that somebody else has; nil for any other error. Blocks.
  /// - Parameter given: What was to be said.
  func taken(_ error: StoreError, _ given: (PersonField) -> String) throws(StoreError) -> TakenField? {
    guard case .conflict(let words) = error, let field = PersonField(words: words) else { return nil }
    let key = NewPerson.key(given(field))
    return TakenField(field: field, holder: try storage.everybody().first { NewPerson.key($0.details[field]) == key })
  }

  /// Carries out what says something of a person.
  /// - Throws: `Problem`: 409 that names whose it is already.
  func refusingTaken<Value>(
    _ given: (PersonField) -> String, for student: Person? = nil, _ body: () throws(StoreError) -> Value
  ) throws -> Value {
    do throws(StoreError) { return try body() } catch {
      guard let taken = try taken(error, given) else { throw error }
      var detail = "That \(taken.field.words) \(taken.words)."
      if let student, let holder = taken.holder, holder.role == .student {
        detail += " If both are one person, POST /api/v1/students/\(student.id.rawValue)/merge with"
        detail += " {\"from\": \"\(holder.id.rawValue)\"} makes them one."
      }
      throw Problem(.conflict, detail, errors: [.member(taken.field.rawValue, taken.words)])
    }
  }
}
