import Store

/// Finds the student whom a line of Canvas's gradebook is about: by what the school knows them by. Canvas's own ID counts
/// something else, and a name may be several people's; neither finds anybody.
struct CanvasRoster {
  struct Mismatch: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private let rows: [Gradebook.Row]
  /// Rows by the bytes of what they are known by, which several may share.
  private var bySchoolID: [[UInt8]: [Int]] = [:]
  /// By login and by e-mail address: Canvas's SIS Login ID is either.
  private var byLogin: [[UInt8]: [Int]] = [:]

  init(_ gradebook: Gradebook) {
    rows = gradebook.rows
    for (index, row) in rows.enumerated() {
      let details = row.person.details
      if !details.schoolID.isEmpty { bySchoolID[Array(details.schoolID.utf8), default: []].append(index) }
      let login = NewPerson.key(details.login)
      let email = NewPerson.key(details.email)
      if !login.isEmpty { byLogin[login, default: []].append(index) }
      if !email.isEmpty, email != login { byLogin[email, default: []].append(index) }
    }
  }

  /// Looks for the SIS User ID and the SIS Login ID (a login or an e-mail address). Where one finds a student, the other
  /// must not contradict what is known of them; what is not known here contradicts nothing.
  func row(of record: CSVDocument.Record, _ columns: CanvasColumns) throws(Mismatch) -> Gradebook.Row {
    func text(_ column: Int?) -> String { column.map { CSVWriter.unguarded(record.text($0)) } ?? "" }
    let schoolID = text(columns.schoolID)
    let login = text(columns.login)
    let numbered = bySchoolID[Array(schoolID.utf8)] ?? []
    let named = byLogin[NewPerson.key(login)] ?? []
    let both = numbered.filter { named.contains($0) }
    if both.isEmpty, !numbered.isEmpty, !named.isEmpty {
      throw Mismatch("its SIS User ID and its SIS Login ID belong to different students here")
    }
    let found = both.isEmpty ? numbered + named : both
    guard let index = found.first else { throw Mismatch("no student here has its SIS User ID or SIS Login ID") }
    guard found.count == 1 else {
      let shared = numbered.isEmpty ? "SIS Login ID \(login)" : "SIS User ID \(schoolID)"
      throw Mismatch("\(found.count) students here have its \(shared)")
    }
    let details = rows[index].person.details
    if !schoolID.isEmpty, !details.schoolID.isEmpty, !schoolID.utf8.elementsEqual(details.schoolID.utf8) {
      throw Mismatch(
        "its SIS Login ID is that of \(details.name), whose SIS User ID here is \(details.schoolID), not \(schoolID)")
    }
    if CanvasRoster.contradicts(login, details) {
      throw Mismatch("its SIS User ID is that of \(details.name), whose login here is \(details.login), not \(login)")
    }
    return rows[index]
  }

  /// True if it can be neither the login nor the e-mail address. An address may be an e-mail address not known here.
  private static func contradicts(_ text: String, _ details: NewPerson) -> Bool {
    let key = NewPerson.key(text)
    let login = NewPerson.key(details.login)
    let email = NewPerson.key(details.email)
    guard !key.isEmpty, !login.isEmpty, key != login, key != email else { return false }
    return !email.isEmpty || !key.contains(UInt8(ascii: "@"))
  }
}
