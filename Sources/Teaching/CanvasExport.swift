package import Store

/// An instructor's own export of Canvas's gradebook, to be filled in: its columns, rows, line ends and byte order mark stay
/// as they are; only cells of exercises that have a grade here change, and nothing but points is written into them.
///
/// All other cells stay byte for byte. One that a spreadsheet would take for a formula is not neutralised: it is the
/// instructor's own file, and Canvas must find in it what it wrote.
package struct CanvasExport: Sendable {
  private let document: CSVDocument
  private let columns: CanvasColumns
  /// The records of students.
  private let students: [CSVDocument.Record]
  /// The record with the points possible, if there is one.
  private let points: CSVDocument.Record?

  /// - Throws: what keeps the file from being read as an export.
  package init(_ bytes: [UInt8]) throws(CSVFaults) {
    document = try CSVDocument(bytes)
    guard let header = document.records.first, let columns = CanvasColumns(header) else {
      throw CSVFaults([
        CSVFault(
          line: 1, "This is no gradebook of Canvas: its first line begins with Student, ID and has a column Section.")
      ])
    }
    self.columns = columns
    let body = document.records.dropFirst()
    points = body.first { $0.text(0).contains("Points Possible") }
    students = body.filter { !CanvasExport.isRemark($0) }
  }

  /// Fills in the best grades.
  package func filled(from gradebook: Gradebook) -> CanvasFilling {
    var filling = CanvasFilling()
    var changes: [Int: [UInt8]] = [:]
    let targets = columns.targets(
      of: gradebook.columns, points: points, separator: document.separator, in: &filling)
    let roster = CanvasRoster(gradebook)
    var lines: [PersonID: Int] = [:]
    for record in students {
      let name = columns.name(of: record)
      let row: Gradebook.Row
      do throws(CanvasRoster.Mismatch) {
        row = try roster.row(of: record, columns)
        if let line = lines[row.person.id] { throw CanvasRoster.Mismatch("the same student as in line \(line)") }
      } catch {
        if !columns.isTestStudent(record) {
          filling.unmatchedLines.append(.init(line: record.line, student: name, reason: error.reason))
        }
        continue
      }
      lines[row.person.id] = record.line
      for target in targets {
        guard let cell = row.cells[target.column] else { continue }
        guard record.fields.indices.contains(target.place) else {
          filling.unmatchedLines.append(
            .init(line: record.line, student: name, reason: "the line ends before the column \(target.header)"))
          break
        }
        let field = record.fields[target.place]
        let held = field.text.trimmed
        if held.uppercased() == "EX" {
          filling.excused += 1
          continue
        }
        let score = target.score(cell.score)
        if CanvasPoints.hundredths(held, separator: document.separator) == score {
          filling.unchanged += 1
        } else {
          filling.filled += 1
          if !held.isEmpty { filling.replaced += 1 }
          changes[field.range.lowerBound] = CSVWriter.bytes(of: .points(score), separator: document.separator)
        }
      }
    }
    filling.students = lines.count
    filling.missingStudents = gradebook.rows.filter { row in
      lines[row.person.id] == nil && row.cells.contains { $0 != nil }
    }.map(\.person)
    filling.file = replaced(changes)
    return filling
  }

  /// The file with other bytes for the fields that begin at these places.
  private func replaced(_ changes: [Int: [UInt8]]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(document.bytes.count + changes.count * 4)
    var copied = 0
    for record in students {
      for field in record.fields {
        guard let change = changes[field.range.lowerBound] else { continue }
        output += document.bytes[copied..<field.range.lowerBound]
        output += change
        copied = field.range.upperBound
      }
    }
    return output + document.bytes[copied...]
  }

  /// A line about the assignments, not about a student.
  private static func isRemark(_ record: CSVDocument.Record) -> Bool {
    if record.text(0).contains("Points Possible") { return true }
    return record.fields.allSatisfy { field in
      let text = field.text.trimmed
      return text.isEmpty || text == "Muted" || text.hasPrefix("Manual Posting")
    }
  }
}

/// What came of filling in an export.
package struct CanvasFilling: Sendable, Equatable {
  /// A line of the export that got nothing.
  package struct Line: Sendable, Equatable {
    package let line: Int
    package let student: String
    package let reason: String
  }

  /// An exercise and what is to be said of its column.
  package struct Remark: Sendable, Equatable {
    package let exercise: String
    package let text: String
  }

  package var file: [UInt8] = []
  /// Students of the export who are known here.
  package var students = 0
  /// Cells that changed.
  package var filled = 0
  /// Those of them that held something else before, such as a grade given by hand.
  package var replaced = 0
  /// Cells that held the grade already, and that were left since the student is excused.
  package var unchanged = 0
  package var excused = 0
  package var unmatchedLines: [Line] = []
  /// Students with grades whom the export does not have.
  package var missingStudents: [Person] = []
  /// Exercises without a column that can be filled.
  package var missingColumns: [Remark] = []
  /// Columns whose points are others than the exercise's, or are not told.
  package var scaled: [Remark] = []
}
