package import Store

/// What the import of a class list changes: reckoned first, so that it can be shown before it is done.
package struct RosterPlan: Sendable, Equatable {
  package struct Update: Sendable, Equatable {
    package let person: Person
    package let details: NewPerson
  }

  package private(set) var added: [NewPerson] = []
  package private(set) var updated: [Update] = []
  package private(set) var unchanged = 0
  /// What to look at, in the order of the lines.
  package private(set) var notices: [RosterNotice] = []

  /// Matches on login, then on e-mail address. What the list leaves empty stays as it is, so importing a list twice
  /// changes nothing the second time.
  /// - Parameter people: everybody who is known.
  /// - Throws: every line that contradicts what is known.
  package init(_ roster: Roster, people: [Person]) throws(CSVFaults) {
    let byLogin = Dictionary(people.map { (NewPerson.key($0.details.login), $0) }) { first, _ in first }
    let byEmail = Dictionary(people.map { (NewPerson.key($0.details.email), $0) }) { first, _ in first }
    var faults: [CSVFault] = []
    var lines: [PersonID: Int] = [:]
    var numbers: [RosterNotice.Given] = []
    for entry in roster.entries {
      let person = entry.person
      let sameLogin = person.login.isEmpty ? nil : byLogin[NewPerson.key(person.login)]
      let sameEmail = person.email.isEmpty ? nil : byEmail[NewPerson.key(person.email)]
      func fault(_ message: String) { faults.append(CSVFault(line: entry.line, message)) }
      if let sameLogin, let sameEmail, sameLogin.id != sameEmail.id {
        faults.append(RosterPlan.doubled(entry, sameLogin, sameEmail))
        continue
      }
      guard let known = sameLogin ?? sameEmail else {
        added.append(person)
        numbers.append(RosterNotice.Given(line: entry.line, person: nil, number: person.schoolID))
        continue
      }
      if known.role != .student {
        fault("\(known.name) is an instructor; a class list adds students only")
      } else if let line = lines[known.id] {
        fault("this is \(known.name), as is line \(line)")
      }
      lines[known.id] = entry.line
      let details = RosterPlan.merged(known.details, with: person)
      if details.schoolID != known.details.schoolID {
        numbers.append(RosterNotice.Given(line: entry.line, person: known.id, number: details.schoolID))
      }
      if details == known.details { unchanged += 1 } else { updated.append(Update(person: known, details: details)) }
    }
    guard faults.isEmpty else { throw CSVFaults(faults) }
    let changed = Dictionary(updated.map { ($0.person.id, $0.details) }) { first, _ in first }
    let students = people.filter { $0.role == .student }.map { person in
      Person(
        id: person.id, details: changed[person.id] ?? person.details, addedAt: person.addedAt,
        revokedAt: person.revokedAt)
    }
    notices = RosterNotice.all(numbers, students: students)
  }

  /// The fault of a line whose login is one person's and whose e-mail address another's.
  private static func doubled(_ entry: Roster.Entry, _ sameLogin: Person, _ sameEmail: Person) -> CSVFault {
    let words =
      "the login \(entry.person.login) is that of \(sameLogin.identity), but the e-mail address \(entry.person.email) is "
      + "that of \(sameEmail.identity)"
    guard sameLogin.role == .student, sameEmail.role == .student else { return CSVFault(line: entry.line, words) }
    return CSVFault(
      line: entry.line, doubles: [sameLogin.id, sameEmail.id], words + "; if they are one person, merge them first")
  }

  /// Everybody to add or to change.
  package var people: [NewPerson] { updated.map(\.details) + added }

  private static func merged(_ known: NewPerson, with new: NewPerson) -> NewPerson {
    func pick(_ text: String, _ otherwise: String) -> String { text.isEmpty ? otherwise : text }
    // The spelling that is known stays: who has another case in another file is still the same.
    func same(_ text: String, _ known: String) -> String {
      NewPerson.key(text) == NewPerson.key(known) ? known : pick(text, known)
    }
    return NewPerson(
      name: pick(new.name, known.name), role: known.role, login: same(new.login, known.login),
      email: same(new.email, known.email), schoolID: pick(new.schoolID, known.schoolID),
      section: pick(new.section, known.section))
  }
}
