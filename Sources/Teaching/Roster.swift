package import Store

/// A class list from a CSV file: ours, one that a spreadsheet wrote, or an export of Canvas or Moodle.
package struct Roster: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package let line: Int
    /// Empty text where the file says nothing.
    package let person: NewPerson
  }

  package let entries: [Entry]
  /// Titles of columns that mean nothing here.
  package let ignoredColumns: [String]

  /// - Throws: every fault at once; then nothing may be imported.
  package init(_ bytes: [UInt8]) throws(CSVFaults) {
    let document = try CSVDocument(bytes)
    guard let header = document.records.first, !header.isBlank else {
      throw CSVFaults([
        CSVFault(line: 1, "The first line must name the columns, such as name, login, email, id, section.")
      ])
    }
    let columns = try RosterColumns(header)
    var reader = RosterReader(columns)
    for record in document.records.dropFirst() { reader.read(record) }
    guard reader.faults.isEmpty else { throw CSVFaults(reader.faults) }
    guard !reader.entries.isEmpty else {
      throw CSVFaults([CSVFault(line: header.line, "There is nobody in the file.")])
    }
    entries = reader.entries
    ignoredColumns = columns.ignored
  }
}

/// Reads the lines behind the header.
private struct RosterReader {
  private(set) var entries: [Roster.Entry] = []
  private(set) var faults: [CSVFault] = []

  private let columns: RosterColumns
  /// The lines in which a login and an e-mail address stand first.
  private var logins: [[UInt8]: Int] = [:]
  private var emails: [[UInt8]: Int] = [:]

  init(_ columns: RosterColumns) { self.columns = columns }

  mutating func read(_ record: CSVDocument.Record) {
    guard !record.isBlank, !columns.isRemark(record) else { return }
    let before = faults.count
    if record.fields.count > columns.count {
      let extra = record.fields[columns.count...].contains { !$0.text.trimmed.isEmpty }
      if extra {
        let message = "there are \(record.fields.count) fields, but only \(columns.count) columns are named"
        faults.append(CSVFault(line: record.line, column: columns.count + 1, message))
      }
    }
    let person = NewPerson(
      name: name(record), login: text(record, .login, .login), email: text(record, .email, .email),
      schoolID: text(record, .schoolID, .schoolID), section: text(record, .section, .section))
    check(person, record)
    if faults.count == before { entries.append(Roster.Entry(line: record.line, person: person)) }
  }

  private mutating func check(_ person: NewPerson, _ record: CSVDocument.Record) {
    if person.login.isEmpty && person.email.isEmpty {
      let role: RosterColumns.Role = columns[.login] == nil ? .email : .login
      fault(record, role, "is empty; a login or an e-mail address tells people apart")
    }
    let login = NewPerson.key(person.login)
    if !login.isEmpty {
      if let line = logins[login] { fault(record, .login, "\"\(person.login)\" stands in line \(line) already") }
      logins[login] = logins[login] ?? record.line
    }
    let email = NewPerson.key(person.email)
    if !email.isEmpty {
      if let line = emails[email] { fault(record, .email, "\"\(person.email)\" stands in line \(line) already") }
      emails[email] = emails[email] ?? record.line
    }
  }

  private mutating func name(_ record: CSVDocument.Record) -> String {
    if columns.hasFullName { return text(record, .name, .name) }
    let before = faults.count
    let parts = [text(record, .firstName, nil), text(record, .lastName, nil)]
    let name = parts.filter { !$0.isEmpty }.joined(separator: " ")
    if faults.count == before, let wrong = PersonRules.fault(name, .name) { fault(record, .lastName, wrong) }
    return name
  }

  /// A cell's text, without the apostrophe that our own files put in front of a formula.
  /// - Parameter field: What it is of a person; nil for a part of that.
  private mutating func text(_ record: CSVDocument.Record, _ role: RosterColumns.Role, _ field: PersonField?) -> String
  {
    guard let column = columns[role] else { return "" }
    let text = PersonRules.trimmed(CSVWriter.unguarded(record.text(column)))
    let wrong = if let field { PersonRules.fault(text, field) } else { PersonRules.fault(text) }
    if let wrong { fault(record, role, wrong) }
    return text
  }

  private mutating func fault(_ record: CSVDocument.Record, _ role: RosterColumns.Role, _ message: String) {
    let column = columns[role]
    faults.append(
      CSVFault(line: record.line, column: column.map { $0 + 1 }, field: column.map { columns.title($0) } ?? "", message)
    )
  }
}
