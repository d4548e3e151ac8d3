import JSON
import Store
import Teaching

/// Adds and updates students from a class list.
struct StudentImportCommand: Command {
  let name = "student import"
  let summary =
    "Adds and updates students from a class list in CSV, all of it or nothing. Importing it again changes nothing."
  let operands = "FILE"
  let options = [
    CommandOption("--dry-run", "Only say what would change."),
    CommandOption("--tokens", "Give those who are added a token each, and print them as CSV, this once."),
    CourseDatabase.json, CourseDatabase.option,
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let file = try options.one("a file, or - for standard input")
    if options.has("--dry-run") && options.has("--tokens") {
      throw WrongUsage("--tokens changes something, --dry-run nothing: give one of them")
    }
    if options.has("--json") && options.has("--tokens") {
      throw WrongUsage("--tokens prints CSV, --json JSON: give one of them")
    }
    let roster: Roster
    do { roster = try Roster(try CourseFile.contents(of: file)) } catch let error as CSVFaults {
      return complain(error, options)
    } catch {
      return Console.fail("\(error)", options)
    }
    // Where there is no database yet, nobody is known.
    if options.has("--dry-run"), !CourseDatabase.exists(options) {
      do throws(CSVFaults) {
        let plan = try RosterPlan(roster, people: [])
        tell(plan, roster)
        report(plan, options, isDone: false)
      } catch {
        return complain(error, options)
      }
      return 0
    }
    return CourseDatabase.use(options, creates: true) { storage in
      let plan: RosterPlan
      do throws(CSVFaults) { plan = try RosterPlan(roster, people: try people(of: storage)) } catch {
        return complain(error, options)
      }
      tell(plan, roster)
      guard !options.has("--dry-run") else {
        report(plan, options, isDone: false)
        return 0
      }
      let outcome = try storage.importRoster(plan.people, at: CourseDatabase.now, by: .system)
      if options.has("--tokens") {
        try printTokens(for: outcome.added, storage)
      } else {
        report(plan, options, isDone: true)
      }
      return 0
    }
  }

  private func people(of storage: SQLiteStorage) throws(CSVFaults) -> [Person] {
    do throws(StoreError) { return try storage.everybody() } catch {
      throw CSVFaults([CSVFault(line: 1, "\(error)")])
    }
  }

  private func complain(_ faults: CSVFaults, _ options: CommandOptions) -> Int32 {
    Console.fail(
      faults, options, outcome: "nothing was imported: \(Count.text(faults.faults.count, "fault"))")
  }

  /// What should be looked at.
  private func tell(_ plan: RosterPlan, _ roster: Roster) {
    for column in roster.ignoredColumns { Console.complain("the column \(column) is not used") }
    for notice in plan.notices { Console.complain("\(notice)") }
  }

  private func report(_ plan: RosterPlan, _ options: CommandOptions, isDone: Bool) {
    if options.has("--json") {
      Console.print([
        "dryRun": .bool(!isDone), "added": .integer(plan.added.count), "updated": .integer(plan.updated.count),
        "unchanged": .integer(plan.unchanged), "notices": .array(plan.notices.map(\.json)),
      ])
      return
    }
    if !isDone {
      for person in plan.added { print("would add \(person.name)") }
      for update in plan.updated { print("would change \(update.person.name)") }
    }
    let (added, updated) = (plan.added.count, plan.updated.count)
    print(
      isDone
        ? "\(added) added, \(updated) updated, \(plan.unchanged) unchanged"
        : "\(added) would be added, \(updated) would be updated, \(plan.unchanged) unchanged; nothing was changed")
  }

  private func printTokens(for ids: [PersonID], _ storage: SQLiteStorage) throws {
    let bar = ProgressBar("tokens")
    var entries: [NewTokenFile.Entry] = []
    for (index, id) in ids.enumerated() {
      guard let person = try storage.person(id) else { continue }
      let token = Secret()
      try storage.grant(
        NewToken(token.digest, kind: .bearer), to: id, replacing: false, at: CourseDatabase.now, by: .system)
      entries.append(NewTokenFile.Entry(person.details, token))
      bar.show(index + 1, of: ids.count)
    }
    bar.clear()
    try CourseFile.print(NewTokenFile.bytes(of: entries))
  }
}
