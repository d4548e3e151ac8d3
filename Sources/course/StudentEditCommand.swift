import JSON
import Store
import Teaching

/// Changes what is known of a student.
struct StudentEditCommand: Command {
  let name = "student edit"
  let summary = "Changes what is known of a student. What is not given stays; an empty value forgets."
  let operands = "STUDENT"
  let options = PersonOptions.all.map(\.option) + [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let given = PersonOptions.all.filter { options.isGiven($0.option.name) }
    guard !given.isEmpty else {
      throw WrongUsage("give what is to be changed: \(PersonOptions.all.map(\.option.name).joined(separator: ", "))")
    }
    // What stays was checked when it came.
    var changes = NewPerson(name: "-")
    PersonOptions.set(&changes, options)
    try PersonOptions.check(changes)
    return try CourseDatabase.useStudent(options) { [changes] storage, known in
      let changed = try storage.tellingTaken({ changes[$0] }, for: known) { () throws(StoreError) in
        try storage.change(known.id, at: CourseDatabase.now, by: .system) { details in
          for (field, _) in given { details[field] = changes[field] }
        }
      }
      if changed.details.schoolID != known.details.schoolID { try storage.tellSharedNumber(of: changed) }
      if options.has("--json") {
        Console.print(changed.json)
      } else {
        let what = given.map(\.field).filter { changed.details[$0] != known.details[$0] }.map(\.words)
        print(
          "\(changed.name) (student \(changed.id.rawValue)): "
            + (what.isEmpty ? "nothing to change" : "changed \(what.joined(separator: ", "))"))
      }
      return 0
    }
  }
}

/// Lets a student in again whose access was ended.
struct StudentReadmitCommand: Command {
  let name = "student readmit"
  let summary = "Lets a student in again whose access was ended, and prints their new token, this once."
  let operands = "STUDENT"
  let options = [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    try CourseDatabase.useStudent(options) { storage, person in
      let token = Secret()
      _ = try storage.readmit(
        person.id, token: NewToken(token.digest, kind: .bearer), claim: nil, at: CourseDatabase.now, by: .system
      ) { _ in RecordedResponse(status: 201, body: []) }
      StudentToken.print(token, of: person, options)
      return 0
    }
  }
}
