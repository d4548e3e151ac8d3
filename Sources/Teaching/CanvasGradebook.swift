internal import Store

/// The gradebook as a file that Canvas imports. Columns that Canvas does not know become new assignments there.
package enum CanvasGradebook {
  package static func bytes(of gradebook: Gradebook) -> [UInt8] {
    var writer = CSVWriter()
    let titles = titles(of: gradebook.columns)
    writer.row(
      ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map { .exact($0) } + titles.map { .text($0) })
    writer.row(
      [.exact("    Points Possible"), .empty, .empty, .empty, .empty]
        + gradebook.columns.map { .points($0.maxScore) })
    for row in gradebook.rows {
      let details = row.person.details
      writer.row(
        [.text(details.name), .empty, .text(details.schoolID), .text(details.login), .text(details.section)]
          + row.cells.map { .points($0?.score) })
    }
    return writer.bytes
  }

  /// `Title (exercise)` of each column: unique, in one line, without the words that make Canvas pass a column over.
  static func titles(of columns: [Gradebook.Column]) -> [String] {
    var taken: Set<String> = []
    return columns.map { column in
      // Canvas takes a number in brackets for the number of an assignment of its own.
      let isNumber = column.exercise.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      let id = isNumber ? "exercise \(column.exercise)" : column.exercise
      let base = withoutReservedWords("\(oneLine(column.title)) (\(id))")
      var title = base
      var number = 2
      while !taken.insert(title).inserted {
        title = "\(base) no. \(number)"
        number += 1
      }
      return title
    }
  }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
  }

  private static let reservedStarts: Set<String> = ["current", "final", "override"]
  private static let reservedEnds = ["score", "grade", "points", "status"]

  /// `Final Score` becomes `Final-Score`: columns of that name are Canvas's sums.
  static func withoutReservedWords(_ title: String) -> String {
    let words = title.split(separator: " ")
    var output = ""
    for (index, word) in words.enumerated() {
      if index > 0 {
        let before = words[index - 1].lowercased().filter(\.isLetter)
        let after = word.lowercased().filter(\.isLetter)
        let isReserved =
          reservedStarts.contains { before.hasSuffix($0) } && reservedEnds.contains { after.hasPrefix($0) }
        output += isReserved ? "-" : " "
      }
      output += word
    }
    return output
  }
}
