package import Store

/// Who sends a request, as far as a token proves it.
package struct Caller: Sendable {
  package enum Means: String, Sendable {
    /// `Authorization: Bearer`, from a program.
    case bearer
    /// The cookie of a browser that is signed in.
    case session
  }

  package let person: Person
  package let means: Means
  /// Of the token that says who it is.
  package let token: Digest
  /// Whose question a request is about, where questions differ from person to person: the person's own, or that of
  /// somebody who was merged into them, if the page that the request comes from was made before.
  package let asked: PersonID

  package init(person: Person, means: Means, token: Digest, asked: PersonID? = nil) {
    self.person = person
    self.means = means
    self.token = token
    self.asked = asked ?? person.id
  }

  func asked(as number: PersonID) -> Caller { Caller(person: person, means: means, token: token, asked: number) }

  /// For the audit trail.
  package var actor: Actor { .person(person.id) }
  package var isInstructor: Bool { person.role == .instructor }
}

/// Who may ask a route.
package enum Access: Sendable {
  case all
  /// Whoever is signed in.
  case known
  case student
  case instructor

  /// True if the role may ask; `all` may too.
  func admits(_ role: Role) -> Bool {
    switch self {
    case .all, .known: true
    case .student: role == .student
    case .instructor: role == .instructor
    }
  }
}
