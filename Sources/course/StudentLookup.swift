import Store
import Teaching

/// Why nobody was found.
private struct NoSuchStudent: Error, CustomStringConvertible {
  let who: String
  var description: String { "no student has the login, e-mail address or number \(who)" }
}

/// Whose something is already that was to be said of a student, and what to do if both are one person.
private struct TakenFromOther: Error, CustomStringConvertible {
  let taken: TakenField
  let student: Person?

  var description: String {
    guard let student, let holder = taken.holder, holder.role == .student else { return "\(taken)" }
    return "\(taken); if both are one person: course student merge \(student.id.rawValue) \(holder.id.rawValue)"
  }
}

extension SharedNumber {
  /// For the operator, with what to do if both are one person.
  fileprivate func remark(on person: Person) -> String {
    "\(self); if both are one person: course student merge \(person.id.rawValue) \(holder.id.rawValue)"
  }
}

extension CommandOptions {
  /// The student that a command is about, as somebody typed them.
  func student() throws(WrongUsage) -> String { try one("a student: a login, an e-mail address or a number") }

  /// Asks for a student's number before what cannot be undone, unless `--yes` is given.
  /// - Parameter lines: What would become of them, told before.
  /// - Returns: False if anything else is typed.
  func confirm(_ act: String, _ id: PersonID, _ lines: () throws -> [String]) rethrows -> Bool {
    if has("--yes") { return true }
    for line in try lines() { Console.complain(line) }
    Console.write("Type the number \(id.rawValue) to \(act): ")
    return readLine() == String(id.rawValue)
  }
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

  /// Says who else has the number that a student was given just now.
  func tellSharedNumber(of person: Person) throws {
    if let shared = try sharedNumber(of: person) { Console.complain(shared.remark(on: person)) }
  }

  /// Carries out what says something of a person, and says whose it is already if it is somebody's.
  /// - Parameters:
  ///   - given: What is to be said.
  ///   - student: Of whom, if they are known.
  func tellingTaken<Value>(
    _ given: (PersonField) -> String, for student: Person? = nil, _ body: () throws(StoreError) -> Value
  ) throws -> Value {
    do throws(StoreError) { return try body() } catch {
      guard let taken = try taken(error, given) else { throw error }
      throw TakenFromOther(taken: taken, student: student)
    }
  }
}
