import Store

/// Finds the student whom a line of Canvas's gradebook is about.
struct CanvasRoster {
  struct Mismatch: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private let rows: [Gradebook.Row]
  /// Rows by what they are known by. One that several share finds nobody.
  private var bySchoolID: [String: [Int]] = [:]
  private var byLogin: [String: [Int]] = [:]
  private var byEmail: [String: [Int]] = [:]

  init(_ gradebook: Gradebook) {
    rows = gradebook.rows
    for (index, row) in rows.enumerated() {
      let details = row.person.details
      if !details.schoolID.isEmpty { bySchoolID[details.schoolID, default: []].append(index) }
      if !details.login.isEmpty { byLogin[NewPerson.key(details.login), default: []].append(index) }
      if !details.email.isEmpty { byEmail[NewPerson.key(details.email), default: []].append(index) }
    }
  }

  /// Looks for the SIS User ID, the SIS Login ID (a login or an e-mail address) and Canvas's own ID; they must not
  /// point at different students.
  func row(of record: CSVDocument.Record, _ columns: CanvasColumns) throws(Mismatch) -> Gradebook.Row {
    var found: [(by: String, index: Int)] = []
    func look(_ column: Int?, _ title: String, _ tables: [[String: [Int]]]) throws(Mismatch) {
      let text = column.map { CSVWriter.unguarded(record.text($0)) } ?? ""
      guard !text.isEmpty else { return }
      for table in tables {
        guard let indices = table[text] ?? table[NewPerson.key(text)] else { continue }
        guard indices.count == 1 else { throw Mismatch("\(indices.count) students here have its \(title) \(text)") }
        found.append((title, indices[0]))
        return
      }
    }
    try look(columns.schoolID, "SIS User ID", [bySchoolID])
    try look(columns.login, "SIS Login ID", [byLogin, byEmail])
    if found.isEmpty { try look(columns.id, "ID", [bySchoolID]) }
    guard let first = found.first else { throw Mismatch("no student here has its SIS User ID, SIS Login ID or ID") }
    if let other = found.first(where: { $0.index != first.index }) {
      throw Mismatch("its \(first.by) and its \(other.by) belong to different students here")
    }
    return rows[first.index]
  }
}
