internal import Store

/// The gradebook as a file that Moodle imports: who, then a mark and a remark for each exercise. `-` stands for no grade,
/// as in Moodle's own exports. Whom the column to map by does not tell is left out.
package enum MoodleGradebook {
  /// - Parameter mapping: Of the same gradebook.
  package static func bytes(of gradebook: Gradebook, _ mapping: MoodleMapping) -> [UInt8] {
    var writer = CSVWriter()
    let items = items(of: gradebook.columns)
    let leftOut = Set(mapping.leftOut.map(\.id))
    writer.row(
      MoodleMapping.columns.map { .exact($0.title) }
        + items.flatMap { [CSVWriter.Cell.text($0), .text("\($0) feedback")] })
    for row in gradebook.rows where !leftOut.contains(row.person.id) {
      let details = row.person.details
      writer.row(
        MoodleMapping.columns.map { .text(details[$0.field]) }
          + row.cells.flatMap { cell -> [CSVWriter.Cell] in
            guard let cell else { return [.exact("-"), .empty] }
            return [.points(cell.score), .exact(remark(cell))]
          })
    }
    return writer.bytes
  }

  private static func remark(_ cell: Gradebook.Cell) -> String {
    let day = LocalTime(secondsSince1970: cell.submittedAt / 1000).date
    return cell.attempts == 1 ? "1 attempt, of \(day)" : "best of \(cell.attempts) attempts, of \(day)"
  }

  /// The columns' titles, each different from every other and from its remark.
  private static func items(of columns: [Gradebook.Column]) -> [String] {
    var taken = Set(MoodleMapping.columns.map(\.title))
    return columns.map { column in
      var item = CanvasGradebook.oneLine(column.title)
      if taken.contains(item) || taken.contains("\(item) feedback") { item += " (\(column.exercise))" }
      taken.insert(item)
      taken.insert("\(item) feedback")
      return item
    }
  }
}
