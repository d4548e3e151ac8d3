import JSON
import Store
import Teaching

/// Copies the database.
struct BackupCommand: Command {
  let name = "backup"
  let summary = "Copies the database to a new file, as of one moment. A server may go on meanwhile."
  let operands = "FILE"
  let options = [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let file = try options.one("the file to make")
    let bar = ProgressBar("percent")
    do throws(StoreError) {
      try Restoration.backup(CourseDatabase.path(options), to: file) { bar.show(Int($0 * 100), of: 100) }
      bar.clear()
    } catch {
      bar.clear()
      return Console.fail("\(error)", options)
    }
    if options.has("--json") { Console.print(["backup": .string(file)]) } else { print("The backup is \(file).") }
    return 0
  }
}

/// Puts a backup in the database's place.
struct RestoreCommand: Command {
  let name = "restore"
  let summary =
    "Replaces the database by a backup, once that is found sound. The old one is kept. Stop the server first."
  let operands = "FILE"
  let options = [CourseDatabase.json, CourseDatabase.option]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let file = try options.one("the backup")
    let database = CourseDatabase.path(options)
    let bar = ProgressBar("percent")
    let kept: String?
    do throws(StoreError) {
      let time = CourseDatabase.now.internetTime.filter { $0.isLetter || $0.isNumber }
      kept = try Restoration.restore(file, to: database, name: time) { bar.show(Int($0 * 100), of: 100) }
      bar.clear()
    } catch {
      bar.clear()
      return Console.fail("\(error)", options)
    }
    if options.has("--json") {
      Console.print(["database": .string(database), "kept": kept.map { .string($0) } ?? .null])
    } else {
      print("\(database) is the backup now." + (kept.map { " What was there before is \($0)." } ?? ""))
    }
    return 0
  }
}
