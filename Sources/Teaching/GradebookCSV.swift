internal import Store

/// The gradebook as the course's own CSV: one line a student, one column an exercise, and the sum.
package enum GradebookCSV {
  /// The file, CRLF at the end of each line, UTF-8 without a byte order mark. It can be read back as a roster.
  package static func bytes(of gradebook: Gradebook) -> [UInt8] {
    var writer = CSVWriter()
    let people = ["name", "login", "email", "id", "section"].map { CSVWriter.Cell.exact($0) }
    writer.row(people + gradebook.columns.map { .text($0.exercise) } + [.exact("total"), .exact("maximum")])
    for row in gradebook.rows {
      let details = row.person.details
      writer.row(
        [details.name, details.login, details.email, details.schoolID, details.section].map { .text($0) }
          + row.cells.map { .points($0?.score) } + [.points(row.total), .points(gradebook.maxScore)])
    }
    return writer.bytes
  }
}
