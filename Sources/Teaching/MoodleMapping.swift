package import Store

/// Which column of its file Moodle is to tell the students by, and whom that leaves out. Moodle's import takes a line
/// whose value there is blank for one more of the student before it, and a value that two share for the same student:
/// no such line may be in the file.
package struct MoodleMapping: Sendable, Equatable {
  /// The file's columns about a student, in the order in which they are preferred.
  static let columns: [(title: String, field: PersonField)] = [
    ("username", .login), ("email", .email), ("idnumber", .schoolID),
  ]

  /// The title of the column; nil if none tells any student from the others.
  package let column: String?
  /// What stands in it.
  let field: PersonField
  /// The students of whom it holds nothing, or what another has as well.
  package let leftOut: [Person]

  /// The column that tells most of the gradebook's students; the first of those that tell equally many.
  package init(_ gradebook: Gradebook) {
    let people = gradebook.rows.map(\.person)
    var best = (column: MoodleMapping.columns[0], leftOut: MoodleMapping.untold(people, by: .login))
    for column in MoodleMapping.columns.dropFirst() {
      let leftOut = MoodleMapping.untold(people, by: column.field)
      if leftOut.count < best.leftOut.count { best = (column, leftOut) }
    }
    column = !people.isEmpty && best.leftOut.count == people.count ? nil : best.column.title
    field = best.column.field
    leftOut = best.leftOut
  }

  private static func untold(_ people: [Person], by field: PersonField) -> [Person] {
    let keys = people.map { NewPerson.key($0.details[field]) }
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(people, keys).filter { $1.isEmpty || counts[$1] != 1 }.map(\.0)
  }
}
