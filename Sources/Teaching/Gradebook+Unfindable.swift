package import Store

extension GradebookFormat {
  /// Those of a gradebook whose line the other system cannot tell whose it is.
  package func unfindable(in gradebook: Gradebook) -> [Person] {
    switch self {
    case .json, .csv: []
    case .canvas:
      gradebook.rows.map(\.person).filter { $0.details.login.isEmpty && $0.details.schoolID.isEmpty }
    case .moodle: MoodleMapping(gradebook).leftOut
    }
  }

  /// What is said of them, but who they are; nil if there is nobody.
  package func lead(in gradebook: Gradebook) -> String? {
    let count = unfindable(in: gradebook).count
    guard count > 0 else { return nil }
    let who = count == 1 ? "1 student has" : "\(count) students have"
    switch self {
    case .json, .csv: return nil
    case .canvas: return "\(who) neither a login nor the school's number, so Canvas cannot tell whose line it is"
    case .moodle:
      let mapping = MoodleMapping(gradebook)
      guard let column = mapping.column else {
        return "\(who) no login, e-mail address or school's number that no other student has, so the file for Moodle "
          + "leaves \(count == 1 ? "them" : "all of them") out"
      }
      let whom = count == 1 ? "this one" : "them"
      return "\(who) no \(mapping.field.words) that no other student has, so the file for Moodle, which is to be "
        + "mapped by \(column), leaves \(whom) out"
    }
  }

  /// What whoever imports the file has to choose there; nil if there is nothing to choose.
  package func advice(in gradebook: Gradebook) -> String? {
    guard self == .moodle, let column = MoodleMapping(gradebook).column else { return nil }
    return "Map by \(column)"
  }

  /// How many of them are named.
  package static let mostNamed = 20

  /// All this with who they are, for the command line.
  package func remarks(on gradebook: Gradebook) -> [String] {
    let advice = advice(in: gradebook).map { [$0 + " when you import it."] } ?? []
    guard let lead = lead(in: gradebook) else { return advice }
    let people = unfindable(in: gradebook)
    let names = people.prefix(GradebookFormat.mostNamed).map { "\($0.name) (student \($0.id.rawValue))" }
    let more = people.count > names.count ? ", and \(people.count - names.count) more" : ""
    return advice + ["\(lead): \(names.joined(separator: ", "))\(more)"]
  }
}
