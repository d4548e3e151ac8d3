import JSON
import Store

/// Makes one of two students who are one person.
struct StudentMergeCommand: Command {
  let name = "student merge"
  let summary =
    "Makes one of two students: OTHER's work and tokens become STUDENT's. Says what goes, and asks for OTHER's number."
  let operands = "STUDENT OTHER"
  let options = [CommandOption("--yes", "Do not ask."), CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let (first, second) = try options.two("the student who is kept and the other")
    return CourseDatabase.use(options) { storage in
      let (kept, other) = (try storage.student(first), try storage.student(second))
      guard kept.id != other.id else {
        return Console.fail("name two students: both are \(kept.identity)", options)
      }
      let isMeant = try options.confirm("merge", other.id) {
        StudentMergeCommand.question(kept, other, try storage.holdings(of: other.id, at: CourseDatabase.now))
      }
      guard isMeant else { return Console.fail("nothing was merged: type the number, or give --yes", options) }
      let merger = try storage.merge(other.id, into: kept.id, at: CourseDatabase.now, by: .system)
      if options.has("--json") {
        Console.print(merger.json)
      } else {
        print("\(other.identity) is \(merger.kept.identity) now, with \(merger.moved.words).")
        if let line = StudentMergeCommand.dropped(of: other, by: kept) { print(line) }
      }
      return 0
    }
  }

  /// What becomes of both, for whoever is asked.
  private static func question(_ kept: Person, _ other: Person, _ holdings: Holdings) -> [String] {
    var lines = [
      "\(other.identity) would be no more; \(kept.identity) would get \(holdings.words). This cannot be undone."
    ]
    if let line = dropped(of: other, by: kept) { lines.append(line) }
    if kept.revokedAt != nil {
      lines.append("The access of \(kept.name) has ended, so what lets \(other.name) in ends, too.")
    }
    return lines
  }

  private static func dropped(of other: Person, by kept: Person) -> String? {
    kept.details.droppedWords(of: other.details).map { "Given up of student \(other.id.rawValue): \($0)." }
  }
}

extension Merger {
  fileprivate var json: JSONValue {
    let dropped = kept.details.dropped(of: other.details)
    return [
      "person": kept.json, "mergedId": .string(String(other.id.rawValue)), "submissions": .integer(moved.submissions),
      "graded": .integer(moved.graded), "tokens": .integer(moved.tokens), "sessions": .integer(moved.sessions),
      "dropped": .object(dropped.map { JSONMember($0.rawValue, .string(other.details[$0])) }),
    ]
  }
}
