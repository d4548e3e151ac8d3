package import JSON
import Store

extension Gradebook {
  /// For programs: the columns, the students of these rows with their grades, and where to go on.
  /// - Parameter next: The cursor of the rows behind these; nil if there are none.
  package func json(rows range: Range<Int>? = nil, next: String? = nil) -> JSONValue {
    let members: [JSONMember] = [
      JSONMember("exercises", .array(columns.map(\.json))), JSONMember("maxScore", .number(Double(maxScore) / 100)),
      JSONMember("students", .array((range ?? rows.indices).map { json(of: rows[$0]) })),
      JSONMember("moodle", moodle(range ?? rows.indices)),
      JSONMember("next", next.map { .string($0) } ?? .null),
    ]
    return .object(members)
  }

  /// How the file for Moodle is to be imported, and which of these rows are not in it.
  private func moodle(_ range: Range<Int>) -> JSONValue {
    let mapping = MoodleMapping(self)
    let shown = Set(rows[range].map(\.person.id))
    return [
      "mapBy": mapping.column.map { .string($0) } ?? .null,
      "leftOut": .strings(mapping.leftOut.map(\.id).filter(shown.contains).map { String($0.rawValue) }),
    ]
  }

  private func json(of row: Row) -> JSONValue {
    let details = row.person.details
    let grades = zip(columns, row.cells).compactMap { column, cell -> JSONValue? in
      guard let cell else { return nil }
      return [
        "exercise": .string(column.exercise), "submission": .string(String(cell.submission.rawValue)),
        "score": .number(Double(cell.score) / 100), "maxScore": .number(Double(column.maxScore) / 100),
        "attempts": .integer(cell.attempts), "submittedAt": .string(cell.submittedAt.internetTime),
      ]
    }
    return [
      "id": .string(String(row.person.id.rawValue)), "name": .string(details.name), "login": .string(details.login),
      "email": .string(details.email), "schoolId": .string(details.schoolID), "section": .string(details.section),
      "accessEndedAt": row.person.revokedAt.map { .string($0.internetTime) } ?? .null, "grades": .array(grades),
      "total": .number(Double(row.total) / 100),
    ]
  }
}

extension Gradebook.Column {
  fileprivate var json: JSONValue {
    [
      "id": .string(exercise), "title": .string(title), "maxScore": .number(Double(maxScore) / 100),
      "deadline": settings.deadline.map { .string($0.internetTime) } ?? .null,
    ]
  }
}

extension CanvasFilling {
  /// What happened, without the file.
  package var json: JSONValue {
    func list(_ remarks: [Remark]) -> JSONValue {
      .array(remarks.map { ["exercise": .string($0.exercise), "text": .string($0.text)] })
    }
    return [
      "students": .integer(students), "filled": .integer(filled), "replaced": .integer(replaced),
      "unchanged": .integer(unchanged), "excused": .integer(excused),
      "unmatchedLines": .array(
        unmatchedLines.map {
          ["line": .integer($0.line), "student": .string($0.student), "reason": .string($0.reason)]
        }),
      "missingStudents": .array(
        missingStudents.map { ["id": .string(String($0.id.rawValue)), "name": .string($0.name)] }),
      "missingColumns": list(missingColumns), "scaled": list(scaled),
    ]
  }

  /// True if everything found its place.
  package var isComplete: Bool { unmatchedLines.isEmpty && missingStudents.isEmpty && missingColumns.isEmpty }

  /// What to look at, one sentence a line.
  package var remarks: [String] {
    var remarks = unmatchedLines.map { "line \($0.line), \($0.student): \($0.reason)" }
    remarks += missingStudents.map {
      "\($0.name) (student \($0.id.rawValue)) has grades here, but no line in the export"
    }
    for column in missingColumns + scaled { remarks.append("\(column.exercise): \(column.text)") }
    if replaced > 0 { remarks.append("\(replaced) of the filled cells had another value before") }
    return remarks
  }
}
