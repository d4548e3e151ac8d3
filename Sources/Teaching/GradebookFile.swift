package import Store

/// The gradebook in one of its forms, with what whoever imports it elsewhere has to know.
package struct GradebookFile: Sendable {
  package let format: GradebookFormat
  private let gradebook: Gradebook
  /// How Moodle is to import it; nil for every other form.
  package let mapping: MoodleMapping?

  package init(_ format: GradebookFormat, of gradebook: Gradebook) {
    self.format = format
    self.gradebook = gradebook
    mapping = format == .moodle ? MoodleMapping(gradebook) : nil
  }

  /// The file; nil for JSON.
  package var bytes: [UInt8]? {
    switch format {
    case .json: nil
    case .csv: GradebookCSV.bytes(of: gradebook)
    case .canvas: CanvasGradebook.bytes(of: gradebook)
    case .moodle: mapping.map { MoodleGradebook.bytes(of: gradebook, $0) }
    }
  }

  /// Those whose line the other system cannot tell whose it is.
  package var unfindable: [Person] {
    switch format {
    case .json, .csv: []
    case .canvas:
      gradebook.rows.map(\.person).filter { $0.details.login.isEmpty && $0.details.schoolID.isEmpty }
    case .moodle: mapping?.leftOut ?? []
    }
  }

  /// What is said of them, but who they are; nil if there is nobody.
  package var lead: String? {
    let count = unfindable.count
    guard count > 0 else { return nil }
    let who = count == 1 ? "1 student has" : "\(count) students have"
    guard let mapping else {
      return "\(who) neither a login nor the school's number, so Canvas cannot tell whose line it is"
    }
    guard let column = mapping.column else {
      return "\(who) no login, e-mail address or school's number that no other student has, so the file for Moodle "
        + "leaves \(count == 1 ? "them" : "all of them") out"
    }
    let whom = count == 1 ? "this one" : "them"
    return "\(who) no \(mapping.field.words) that no other student has, so the file for Moodle, which is to be "
      + "mapped by \(column), leaves \(whom) out"
  }

  /// What whoever imports the file has to choose there; nil if there is nothing to choose.
  package var advice: String? { mapping?.column.map { "Map by \($0)" } }

  /// How many of them are named.
  package static let mostNamed = 20

  /// All this with who they are, for the command line.
  package var remarks: [String] {
    let advice = advice.map { [$0 + " when you import it."] } ?? []
    guard let lead else { return advice }
    let people = unfindable
    let names = people.prefix(GradebookFile.mostNamed).map { "\($0.name) (student \($0.id.rawValue))" }
    let more = people.count > names.count ? ", and \(people.count - names.count) more" : ""
    return advice + ["\(lead): \(names.joined(separator: ", "))\(more)"]
  }
}
