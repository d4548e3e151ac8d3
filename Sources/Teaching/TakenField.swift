package import Store

/// What was to be said of a person, and belongs to another already.
package struct TakenField: Sendable, CustomStringConvertible {
  package let field: PersonField
  /// Nil if they are gone meanwhile.
  package let holder: Person?

  /// Whose it is, for a form's field or a member of a body.
  package var words: String { "belongs to \(holder?.identity ?? "somebody else")" }

  package var description: String { "that \(field.words) \(words)" }
}

extension Storage {
  /// What an error says that somebody else has; nil for any other error.
  /// - Parameter given: What was to be said.
  package func taken(_ error: StoreError, _ given: (PersonField) -> String) throws(StoreError) -> TakenField? {
    guard case .conflict(let words) = error, let field = PersonField(words: words) else { return nil }
    let key = NewPerson.key(given(field))
    return TakenField(field: field, holder: try everybody().first { NewPerson.key($0.details[field]) == key })
  }
}
