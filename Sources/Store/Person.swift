/// Milliseconds since 1970-01-01T00:00:00Z.
package typealias Timestamp = Int

package struct PersonID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static func < (left: PersonID, right: PersonID) -> Bool { left.rawValue < right.rawValue }
}

package enum Role: String, Sendable, CaseIterable {
  case student, instructor
}

/// Somebody the course knows.
package struct Person: Sendable, Equatable {
  package let id: PersonID
  package let details: NewPerson
  package let addedAt: Timestamp
  /// When their access was ended, if it was.
  package let revokedAt: Timestamp?

  package init(id: PersonID, details: NewPerson, addedAt: Timestamp, revokedAt: Timestamp? = nil) {
    self.id = id
    self.details = details
    self.addedAt = addedAt
    self.revokedAt = revokedAt
  }

  package var name: String { details.name }
  package var role: Role { details.role }

  /// Who they are, where the name alone may be that of two: `Ada (student 3)`, or `Ida, an instructor`.
  package var identity: String { role == .student ? "\(name) (student \(id.rawValue))" : "\(name), an instructor" }
}

/// What is known of a person before they are added. Empty text means not known.
package struct NewPerson: Sendable, Equatable {
  package var name: String
  package var role: Role
  /// The login in the school's own system; unique unless empty, as is the e-mail address, whatever the case of their
  /// letters.
  package var login: String
  package var email: String
  /// The number that the school's system knows them by: Canvas's SIS User ID, Moodle's idnumber.
  package var schoolID: String
  package var section: String

  package init(
    name: String, role: Role = .student, login: String = "", email: String = "", schoolID: String = "",
    section: String = ""
  ) {
    self.name = name
    self.role = role
    self.login = login
    self.email = email
    self.schoolID = schoolID
    self.section = section
  }
}

/// How much there is of a person.
package struct Holdings: Sendable, Equatable {
  package let submissions: Int
  /// Exercises in which they have a grade.
  package let graded: Int
  /// Tokens for programs that are valid.
  package let tokens: Int
  /// Browsers that are signed in.
  package let sessions: Int

  package init(submissions: Int, graded: Int, tokens: Int, sessions: Int) {
    self.submissions = submissions
    self.graded = graded
    self.tokens = tokens
    self.sessions = sessions
  }

  /// Such as `2 submissions, 1 graded exercise, 1 token and 0 browsers signed in`.
  package var words: String {
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    return "\(count(submissions, "submission")), \(count(graded, "graded exercise")), \(count(tokens, "token")) and "
      + "\(count(sessions, "browser")) signed in"
  }
}

/// Two students that were found to be one person.
package struct Merger: Sendable, Equatable {
  /// The one who is kept, as they are now.
  package let kept: Person
  /// The other, as they were.
  package let other: Person
  /// What was the other's, and is the kept one's now.
  package let moved: Holdings

  package init(kept: Person, other: Person, moved: Holdings) {
    self.kept = kept
    self.other = other
    self.moved = moved
  }
}

package struct RosterOutcome: Sendable, Equatable {
  package var added: [PersonID]
  package var updated: [PersonID]
  package var unchanged: Int
}

/// Who did something, for the audit trail.
package enum Actor: Sendable, Equatable {
  case person(PersonID)
  /// The command line, or the program itself.
  case system
}
