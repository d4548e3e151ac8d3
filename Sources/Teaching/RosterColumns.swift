/// Which column of a class list says what, by its title.
struct RosterColumns {
  enum Role: CaseIterable {
    case name, firstName, lastName, login, email, schoolID, section
  }

  /// Titles in lower case, letters and digits only; the first that a file has is taken. The longer ones come from
  /// Canvas (gradebook and SIS exports) and Moodle (grades and participants).
  private static let titles: [(role: Role, titles: [String])] = [
    (.name, ["name", "fullname", "student", "studentname", "displayname", "participant"]),
    (.firstName, ["firstname", "givenname", "givennames", "forename", "first"]),
    (.lastName, ["lastname", "surname", "familyname", "last"]),
    (.login, ["login", "loginid", "sisloginid", "username", "netid", "account", "user"]),
    (.email, ["email", "emailaddress", "mail", "emails"]),
    (
      .schoolID, ["sisuserid", "sisid", "idnumber", "schoolid", "studentid", "studentnumber", "userid", "number", "id"]
    ),
    (.section, ["section", "sections", "group", "groups", "class", "department"]),
  ]

  private let header: CSVDocument.Record
  private var places: [Role: Int] = [:]
  /// Titles that mean nothing here.
  let ignored: [String]
  private let isCanvas: Bool

  /// - Throws: every fault of the header.
  init(_ header: CSVDocument.Record) throws(CSVFaults) {
    self.header = header
    let keys = header.fields.map { RosterColumns.key(CSVWriter.unguarded($0.text)) }
    var faults: [CSVFault] = []
    for (role, titles) in RosterColumns.titles {
      guard let title = titles.first(where: keys.contains), let place = keys.firstIndex(of: title) else { continue }
      places[role] = place
      for (other, key) in keys.enumerated() where key == title && other != place {
        faults.append(
          CSVFault(
            line: header.line, column: other + 1, field: header.text(other), "has the same title as column \(place + 1)"
          ))
      }
    }
    if places[.name] == nil && places[.lastName] == nil && places[.firstName] == nil {
      faults.append(
        CSVFault(line: header.line, "no column is titled name, or first name and last name"))
    }
    if places[.login] == nil && places[.email] == nil {
      faults.append(
        CSVFault(line: header.line, "no column is titled login or email; one of them tells people apart"))
    }
    let used = Set(places.values)
    ignored = header.fields.indices.filter { !used.contains($0) && !header.text($0).isEmpty }.map { header.text($0) }
    isCanvas = CanvasColumns(header) != nil
    guard faults.isEmpty else { throw CSVFaults(faults) }
  }

  subscript(role: Role) -> Int? { places[role] }
  var hasFullName: Bool { places[.name] != nil }
  /// How many columns have a title or stand before one that has.
  var count: Int { header.fields.count }
  func title(_ column: Int) -> String { header.text(column) }

  /// A line of Canvas's gradebook that is about the assignments, or about the student it adds to try a course with.
  func isRemark(_ record: CSVDocument.Record) -> Bool {
    guard isCanvas else { return false }
    return record.text(0).contains("Points Possible") || record.text(0) == "Student, Test"
      || record.fields.allSatisfy { $0.text.trimmed.isEmpty || $0.text.trimmed.hasPrefix("Manual Posting") }
  }

  private static func key(_ title: String) -> String {
    String(title.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }
}
