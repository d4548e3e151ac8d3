/// What is known of a person beside their role, by the name that it has in the API, in forms and in the audit trail.
package enum PersonField: String, Sendable, CaseIterable {
  case name, login, email
  case schoolID = "schoolId"
  case section

  /// As a sentence calls it.
  package var words: String {
    switch self {
    case .name: "name"
    case .login: "login"
    case .email: "e-mail address"
    case .schoolID: "school's number"
    case .section: "section"
    }
  }

  /// The field that a sentence calls so.
  package init?(words: String) {
    guard let field = PersonField.allCases.first(where: { $0.words == words }) else { return nil }
    self = field
  }
}

extension NewPerson {
  package subscript(field: PersonField) -> String {
    get {
      switch field {
      case .name: name
      case .login: login
      case .email: email
      case .schoolID: schoolID
      case .section: section
      }
    }
    set {
      switch field {
      case .name: name = newValue
      case .login: login = newValue
      case .email: email = newValue
      case .schoolID: schoolID = newValue
      case .section: section = newValue
      }
    }
  }

  /// What logins and e-mail addresses are told apart by: `Ada@Example.org` is `ada@example.org`. ASCII letters alone
  /// lose their case, which is what every engine can do alike. Bytes, as the engines compare them: to Swift two texts
  /// are equal already if they are canonically equivalent.
  package static func key(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// What is known of one person after a merge with another: the own, and the other's where nothing is known.
  package func merged(with other: NewPerson) -> NewPerson {
    var merged = self
    for field in PersonField.allCases where merged[field].isEmpty { merged[field] = other[field] }
    return merged
  }

  /// What a merge gives up of the other.
  package func dropped(of other: NewPerson) -> [PersonField] {
    PersonField.allCases.filter { field in
      guard !self[field].isEmpty, !other[field].isEmpty else { return false }
      return switch field {
      case .login, .email: NewPerson.key(self[field]) != NewPerson.key(other[field])
      case .name, .schoolID, .section: self[field] != other[field]
      }
    }
  }

  /// The same in words, such as `the login bob, the section B`; nil if nothing is given up.
  package func droppedWords(of other: NewPerson) -> String? {
    let fields = dropped(of: other)
    return fields.isEmpty ? nil : fields.map { "the \($0.words) \(other[$0])" }.joined(separator: ", ")
  }
}
