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
  private var logins: [String: Int] = [:]
  private var emails: [String: Int] = [:]

  /// Bytes, so that no cell fills the database.
  private static let longest = 200

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
      name: name(record), login: text(record, .login), email: text(record, .email),
      schoolID: text(record, .schoolID), section: text(record, .section))
    if person.name.isEmpty { fault(record, columns.hasFullName ? .name : .lastName, "is empty") }
    check(person, record)
    if faults.count == before { entries.append(Roster.Entry(line: record.line, person: person)) }
  }

  private mutating func check(_ person: NewPerson, _ record: CSVDocument.Record) {
    if person.login.isEmpty && person.email.isEmpty {
      let role: RosterColumns.Role = columns[.login] == nil ? .email : .login
      fault(record, role, "is empty; a login or an e-mail address tells people apart")
    }
    if !person.email.isEmpty, !isAddress(person.email) {
      fault(record, .email, "\"\(excerpt(person.email))\" is no e-mail address")
    }
    if !person.login.isEmpty {
      if let line = logins[person.login] { fault(record, .login, "\"\(person.login)\" stands in line \(line) already") }
      logins[person.login] = logins[person.login] ?? record.line
    }
    let email = person.email.lowercased()
    if !email.isEmpty {
      if let line = emails[email] { fault(record, .email, "\"\(person.email)\" stands in line \(line) already") }
      emails[email] = emails[email] ?? record.line
    }
  }

  private mutating func name(_ record: CSVDocument.Record) -> String {
    if columns.hasFullName { return text(record, .name) }
    let parts = [text(record, .firstName), text(record, .lastName)]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A cell's text, without the apostrophe that our own files put in front of a formula.
  private mutating func text(_ record: CSVDocument.Record, _ role: RosterColumns.Role) -> String {
    guard let column = columns[role] else { return "" }
    let text = CSVWriter.unguarded(record.text(column)).trimmed
    if text.utf8.count > RosterReader.longest {
      fault(record, role, "has \(text.utf8.count) bytes; at most \(RosterReader.longest) are allowed")
      return ""
    }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      fault(record, role, "holds a line break or another control character")
      return text.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append($1.value < 32 ? " " : $1) }
    }
    return text
  }

  private func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.utf8.contains(0x20)
  }

  private func excerpt(_ text: String) -> String { text.count > 40 ? "\(text.prefix(40))…" : text }

  private mutating func fault(_ record: CSVDocument.Record, _ role: RosterColumns.Role, _ message: String) {
    let column = columns[role]
    faults.append(
      CSVFault(line: record.line, column: column.map { $0 + 1 }, field: column.map { columns.title($0) } ?? "", message)
    )
  }
}
