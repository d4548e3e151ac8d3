import JSON
import Store
import Teaching

/// Adds one student.
struct StudentAddCommand: Command {
  let name = "student add"
  let summary = "Adds a student and prints their token, which is shown this once."
  let operands = "NAME"
  let options =
    PersonOptions.all.filter { $0.field != .name }.map(\.option) + [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    var person = NewPerson(name: PersonRules.trimmed(try options.one("a name")))
    PersonOptions.set(&person, options)
    try PersonOptions.check(person)
    return CourseDatabase.use(options, creates: true) { [person] storage in
      let token = Secret()
      let added = try storage.tellingTaken({ person[$0] }) { () throws(StoreError) in
        try storage.add(person, token: NewToken(token.digest, kind: .bearer), at: CourseDatabase.now, by: .system)
      }
      try storage.tellSharedNumber(of: added)
      StudentToken.print(token, of: added, options)
      return 0
    }
  }
}

/// Gives a student a new token.
struct StudentTokenCommand: Command {
  let name = "student token"
  let summary = "Gives a student a new token in place of the earlier ones and prints it, this once."
  let operands = "STUDENT"
  let options = [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    try CourseDatabase.useStudent(options) { storage, person in
      let token = Secret()
      try storage.grant(
        NewToken(token.digest, kind: .bearer), to: person.id, replacing: true, at: CourseDatabase.now, by: .system)
      StudentToken.print(token, of: person, options)
      return 0
    }
  }
}

/// Ends a student's access.
struct StudentRevokeCommand: Command {
  let name = "student revoke"
  let summary = "Ends a student's access. Their grades stay."
  let operands = "STUDENT"
  let options = [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    try CourseDatabase.useStudent(options) { storage, person in
      try storage.revoke(person.id, at: CourseDatabase.now, by: .system)
      if options.has("--json") {
        Console.print(["id": .string(String(person.id.rawValue)), "name": .string(person.name), "revoked": true])
      } else {
        print("\(person.name) (student \(person.id.rawValue)) has no access any more.")
      }
      return 0
    }
  }
}

/// Lists the students.
struct StudentListCommand: Command {
  let name = "student list"
  let summary = "Lists the students."
  let options = [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    CourseDatabase.use(options) { storage in
      let people = try storage.everybody(.student)
      if options.has("--json") {
        Console.print(["students": .array(people.map(\.json))])
        return 0
      }
      for person in people {
        let details = person.details
        let parts = [details.login, details.email, details.section].filter { !$0.isEmpty }
        let end = person.revokedAt == nil ? "" : " (no access)"
        print("\(person.id.rawValue)  \(details.name)  \(parts.joined(separator: "  "))\(end)")
      }
      Console.complain(Count.text(people.count, "student"))
      return 0
    }
  }
}

/// Tokens go to standard output and nowhere else.
enum StudentToken {
  static func print(_ token: Secret, of person: Person, _ options: CommandOptions) {
    if options.has("--json") {
      Console.print([
        "id": .string(String(person.id.rawValue)), "name": .string(person.name), "token": .string(token.text),
      ])
    } else {
      Console.complain("\(person.name) is student \(person.id.rawValue). The token is shown this once:")
      Swift.print(token.text)
    }
  }
}

extension Person {
  var json: JSONValue {
    [
      "id": .string(String(id.rawValue)), "name": .string(name), "login": .string(details.login),
      "email": .string(details.email), "schoolId": .string(details.schoolID), "section": .string(details.section),
      "addedAt": .string(addedAt.internetTime), "accessEndedAt": revokedAt.map { .string($0.internetTime) } ?? .null,
    ]
  }
}
