import Store
import Teaching

/// Why nobody was found.
private struct NoSuchStudent: Error, CustomStringConvertible {
  let who: String
  var description: String { "no student has the login, e-mail address or number \(who)" }
}

extension CommandOptions {
  /// The student that a command is about, as somebody typed them.
  func student() throws(WrongUsage) -> String { try one("a student: a login, an e-mail address or a number") }
}

extension Storage {
  /// The student with a login, or else an e-mail address, in any case, or else a number.
  func student(_ who: String) throws -> Person {
    let people = try everybody(.student)
    let key = NewPerson.key(who)
    let found =
      people.first { $0.details.login.utf8.elementsEqual(who.utf8) }
      ?? people.first { NewPerson.key($0.details.login) == key }
      ?? people.first { NewPerson.key($0.details.email) == key }
      ?? people.first { String($0.id.rawValue) == who }
    guard let found else { throw NoSuchStudent(who: who) }
    return found
  }
}
