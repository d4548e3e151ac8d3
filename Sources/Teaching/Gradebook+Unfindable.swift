package import Store

extension GradebookFormat {
  /// Those of a gradebook whose line the other system cannot tell whose it is, since nothing that it goes by is known of
  /// them.
  package func unfindable(in gradebook: Gradebook) -> [Person] {
    let fields: [PersonField]
    switch self {
    case .json, .csv: return []
    case .canvas: fields = [.login, .schoolID]
    case .moodle: fields = [.login, .email, .schoolID]
    }
    return gradebook.rows.map(\.person).filter { person in fields.allSatisfy { person.details[$0].isEmpty } }
  }

  /// What is said of them, but who they are; nil if there is nobody.
  package func lead(on count: Int) -> String? {
    guard count > 0 else { return nil }
    let who = count == 1 ? "1 student has" : "\(count) students have"
    switch self {
    case .json, .csv: return nil
    case .canvas: return "\(who) neither a login nor the school's number, so Canvas cannot tell whose line it is"
    case .moodle:
      return "\(who) no login, e-mail address or school's number, so Moodle cannot tell whose line it is"
    }
  }

  /// How many of them are named.
  package static let mostNamed = 20

  /// The same with who they are, for the command line.
  package func remark(on gradebook: Gradebook) -> String? {
    let people = unfindable(in: gradebook)
    guard let lead = lead(on: people.count) else { return nil }
    let names = people.prefix(GradebookFormat.mostNamed).map { "\($0.name) (student \($0.id.rawValue))" }
    let more = people.count > names.count ? ", and \(people.count - names.count) more" : ""
    return "\(lead): \(names.joined(separator: ", "))\(more)"
  }
}
