import JSON
import Store

/// Deletes a student for good.
struct StudentDeleteCommand: Command {
  let name = "student delete"
  let summary =
    "Deletes a student with everything they handed in, for good. Says what goes, and asks for the student's number."
  let operands = "STUDENT"
  let options = [CommandOption("--yes", "Do not ask."), CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    try CourseDatabase.useStudent(options) { storage, person in
      let id = String(person.id.rawValue)
      let holdings = try storage.holdings(of: person.id, at: CourseDatabase.now)
      let isMeant = options.confirm("delete", person.id) {
        ["\(person.name) (student \(id)) would go for good, with \(holdings.words)."]
      }
      guard isMeant else { return Console.fail("nothing was deleted: type the number, or give --yes", options) }
      try storage.delete(person.id, at: CourseDatabase.now, by: .system)
      if options.has("--json") {
        Console.print([
          "id": .string(id), "name": .string(person.name), "deleted": true,
          "submissions": .integer(holdings.submissions), "graded": .integer(holdings.graded),
          "tokens": .integer(holdings.tokens), "sessions": .integer(holdings.sessions),
        ])
      } else {
        print("\(person.name) (student \(id)) is deleted, with \(holdings.words).")
      }
      return 0
    }
  }
}
