internal import Store
internal import Teaching

/// The fields of a form that say what is known of a student, by the names that the API gives them.
enum PersonRows {
  static func html(_ values: [String: String], _ faults: [String: String]) -> HTML {
    let rows: [HTML] = PersonField.allCases.map { field in
      TextRow(
        name: field.rawValue, label: label(field), value: values[field.rawValue] ?? "", hint: hint(field),
        fault: faults[field.rawValue], maxLength: PersonRules.longest, isRequired: field == .name
      ).html
    }
    return "\(rows)"
  }

  private static func label(_ field: PersonField) -> String {
    switch field {
    case .name: "Name"
    case .login: "Login"
    case .email: "E-mail address"
    case .schoolID: "School's number"
    case .section: "Section"
    }
  }

  private static func hint(_ field: PersonField) -> HTML? {
    switch field {
    case .login: "In your school's system; the gradebook's files need it."
    case .schoolID: "Canvas calls it SIS User ID."
    case .name, .email, .section: nil
    }
  }
}
