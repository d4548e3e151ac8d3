import Foundation
import JSON
import Store
import Testing

/// What an instructor does at the command line.
@Suite("The commands for a class") struct ClassCommandTests {
  /// A folder of its own with a database that may come to be there.
  final class Desk {
    let folder = FileManager.default.temporaryDirectory.appending(path: "course-\(UUID().uuidString)")
    var database: String { path("course.sqlite") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ text: String, to name: String) throws -> String {
      try Data(text.utf8).write(to: folder.appending(path: name))
      return path(name)
    }

    struct Run {
      let status: Int32
      let output: String
      let errors: String
      var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
      func json() throws -> JSONValue { try JSONParser.parse(Array(output.utf8)) }
    }

    func run(_ arguments: String..., environment: [String: String] = [:], input: String = "") throws -> Run {
      try run(all: arguments, environment: environment, input: input)
    }

    func run(all arguments: [String], environment: [String: String] = [:], input: String = "") throws -> Run {
      let process = Process()
      process.executableURL = CourseCommandTests.program
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["COURSE_DATABASE": database].merging(environment) { $1 }
      ) { $1 }
      process.currentDirectoryURL = folder
      let errors = folder.appending(path: "errors-\(UUID().uuidString)")
      try Data().write(to: errors)
      let output = Pipe()
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: errors)
      process.standardInput = try FileHandle(
        forReadingFrom: URL(filePath: try write(input, to: "input-\(UUID().uuidString)")))
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Run(
        status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  @Test func `a token is printed once, on standard output alone, and works`() throws {
    let desk = try Desk()
    let added = try desk.run("student", "add", "Zoë \"Z\" Müller", "--login", "zoe")
    #expect(added.status == 0)
    let token = try #require(added.lines.first)
    #expect(added.lines.count == 1)
    #expect(token.utf8.count == 43)
    #expect(!added.errors.contains(token))
    let renewed = try desk.run("student", "token", "zoe", "--json").json()
    #expect(renewed["name"] == "Zoë \"Z\" Müller")
    let storage = try SQLiteStorage(path: desk.database)
    defer { storage.close() }
    func holder(_ token: String) throws -> Person? {
      try storage.holder(of: Digest(of: Array(token.utf8)), kind: .bearer, at: 0)
    }
    #expect(try holder(token) == nil, "the new one takes its place")
    #expect(try holder(renewed["token"]?.text ?? "")?.details.login == "zoe")
    #expect(try desk.run("student", "list").output.contains("Zoë"))
    #expect(try desk.run("student", "revoke", "zoe").status == 0)
    #expect(try holder(renewed["token"]?.text ?? "") == nil)
    let listed = try desk.run("student", "list", "--json").json()["students"]?.elements.first
    #expect(listed?["accessEndedAt"]?.text?.hasSuffix("Z") == true)
    #expect(try desk.run("student", "revoke", "nobody").status == 1)
    let taken = try desk.run("student", "add", "Other", "--login", "ZOE")
    #expect(taken.status == 1 && taken.errors == "that login belongs to Zoë \"Z\" Müller (student 1)\n")
    let back = try desk.run("student", "readmit", "Zoe")
    #expect(back.status == 0)
    #expect(try holder(back.lines.first ?? "")?.details.login == "zoe")
    #expect(try desk.run("student", "readmit", "zoe").errors.contains("this person has access"))
  }

  @Test func `a student is deleted, once their number is typed or nothing is to be asked`() throws {
    let desk = try Desk()
    for name in ["ada", "bob"] { _ = try desk.run("student", "add", name, "--login", name) }
    for input in ["", "\n", "2\n", "ada\n"] {
      let refused = try desk.run("student", "delete", "ADA", input: input)
      #expect(refused.status == 1)
      #expect(refused.output.isEmpty)
      #expect(refused.errors.contains("ada (student 1) would go for good, with 0 submissions, 0 graded exercises, "))
      #expect(refused.errors.contains("nothing was deleted"))
    }
    #expect(try desk.run("student", "list").lines.count == 2)
    #expect(try desk.run("student", "delete", "ada", input: "1\n").output.hasPrefix("ada (student 1) is deleted"))
    let json = try desk.run("student", "delete", "bob", "--yes", "--json").json()
    #expect(json["deleted"] == true && json["id"] == "2" && json["tokens"] == 1 && json["submissions"] == 0)
    #expect(try desk.run("student", "list").output.isEmpty)
    #expect(try desk.run("student", "delete", "bob", "--yes").errors.contains("no student has"))
    let storage = try SQLiteStorage(path: desk.database)
    defer { storage.close() }
    #expect(try storage.audit(before: nil, limit: 1).first?.action == "person.delete")
  }

  @Test func `two students become one, once the number of the other is typed or nothing is to be asked`() throws {
    let desk = try Desk()
    _ = try desk.run("student", "add", "Ada", "--login", "ada")
    _ = try desk.run("student", "add", "Countess", "--id", "7")
    _ = try desk.run("student", "add", "Lovelace", "--login", "lovelace")
    for input in ["", "1\n", "ada\n"] {
      let refused = try desk.run("student", "merge", "ada", "2", input: input)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(
        refused.errors.hasPrefix(
          """
          Countess (student 2) would be no more; Ada (student 1) would get 0 submissions, 0 graded exercises, 1 token \
          and 0 browsers signed in. This cannot be undone.
          Given up of student 2: the name Countess.
          Type the number 2 to merge:
          """))
      #expect(refused.errors.contains("nothing was merged"))
    }
    #expect(try desk.run("student", "list").lines.count == 3)
    #expect(
      try desk.run("student", "merge", "ada", "2", input: "2\n").output.hasPrefix(
        "Countess (student 2) is Ada (student 1) now, with 0 submissions, "))
    _ = try desk.run("student", "revoke", "ada")
    let ended = try desk.run("student", "merge", "ADA", "lovelace", "--json", input: "3\n")
    #expect(ended.errors.contains("The access of Ada has ended, so what lets Lovelace in ends, too."))
    let json = try ended.json()
    #expect(json["person"]?["login"] == "ada" && json["person"]?["schoolId"] == "7" && json["mergedId"] == "3")
    #expect(json["dropped"] == ["name": "Lovelace", "login": "lovelace"] && json["submissions"] == 0)
    #expect(try desk.run("student", "list").lines.count == 1)
    #expect(
      try desk.run("student", "merge", "ada", "1", "--yes").errors == "name two students: both are Ada (student 1)\n")
    #expect(try desk.run("student", "merge", "ada", "bob", "--yes").errors.contains("no student has"))
    let storage = try SQLiteStorage(path: desk.database)
    defer { storage.close() }
    #expect(try storage.audit(before: nil, limit: 1).first?.action == "person.merge")
  }

  @Test func `what is known of a student is changed, and nothing else`() throws {
    let desk = try Desk()
    _ = try desk.run("student", "add", "Ada")
    let edited = try desk.run("student", "edit", "1", "--login", "ada", "--id=7")
    #expect(edited.output == "Ada (student 1): changed login, school's number\n")
    let json = try desk.run("student", "edit", "ADA", "--login", "", "--name", "Ada L.", "--json").json()
    #expect(json["name"] == "Ada L." && json["login"] == "" && json["schoolId"] == "7")
    #expect(try desk.run("student", "edit", "1", "--id", "7").output.contains("nothing to change"))
    #expect(try desk.run("student", "edit", "1").status == 2)
    _ = try desk.run("student", "add", "Bob", "--email", "bob@example.org")
    let taken = try desk.run("student", "edit", "1", "--email", "BOB@example.org")
    #expect(
      taken.errors
        == "that e-mail address belongs to Bob (student 2); if both are one person: course student merge 1 2\n"
    )
    #expect(try desk.run("student", "edit", "ada", "--name", "x").errors.contains("no student has"))
    let wrong = try desk.run("student", "edit", "1", "--name", "\u{200B}", "--email", "x")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("the name has nothing that can be seen; --email \"x\" is no e-mail address"))
    #expect(try desk.run("student", "add", "Bob", "--email", "x").errors.contains("is no e-mail address"))
  }

  @Test func `a class list is imported whole or not at all`() throws {
    let desk = try Desk()
    let good = try desk.write("name,login,email\nAda,ada,ada@example.org\n\"=cmd\",cmd,\n", to: "good.csv")
    let dry = try desk.run("student", "import", good, "--dry-run")
    #expect(
      dry.output
        == "would add Ada\nwould add =cmd\n2 would be added, 0 would be updated, 0 unchanged; nothing was changed\n")
    #expect(try desk.run("student", "list").status == 1, "a dry run makes no database")
    let tokens = try desk.run("student", "import", good, "--tokens")
    #expect(tokens.lines.count == 3)
    #expect(tokens.lines.last?.hasPrefix("'=cmd,cmd,,") == true)
    #expect(try desk.run("student", "import", good, "--json").json()["unchanged"] == 2)
    let bad = try desk.write("name,login\nBob,bob\n,x\nCarl,\n", to: "bad.csv")
    let refused = try desk.run("student", "import", bad)
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("line 3, column 1 (name)"))
    #expect(refused.errors.contains("line 4, column 2 (login)"))
    #expect(try desk.run("student", "import", bad, "--json").json()["faults"]?.elements.count == 2)
    #expect(try desk.run("student", "list", "--json").json()["students"]?.elements.count == 2)
    #expect(try desk.run("student", "import", desk.path("nothing.csv")).status == 1)
  }

  @Test func `the gradebook in every form, and an export filled in`() throws {
    let desk = try Desk()
    #expect(try desk.run("gradebook").status == 1, "there is no database yet")
    _ = try desk.run("student", "add", "Ada", "--login", "ada")
    #expect(try desk.run("gradebook").lines.first?.hasPrefix("name,login,email,id,section,classify-failures") == true)
    #expect(try desk.run("gradebook", "--format", "moodle").lines.last?.hasPrefix("ada,,,-,,-") == true)
    #expect(try desk.run("gradebook", "--format=json").json()["students"]?.elements.count == 1)
    let named = try desk.run("gradebook", "--format", "moodle")
    #expect(named.errors == "Map by username when you import it.\n")
    _ = try desk.run("student", "add", "Cy")
    let partly = try desk.run("gradebook", "--format", "moodle")
    #expect(partly.output == named.output, "whom the column does not tell is left out")
    #expect(
      partly.errors.hasSuffix(
        "1 student has no login that no other student has, so the file for Moodle, which is to be mapped by username, leaves this one out: Cy (student 2)\n"
      ))
    let unnamed = try desk.run("gradebook", "--format", "canvas")
    #expect(unnamed.status == 0)
    #expect(
      unnamed.errors
        == "1 student has neither a login nor the school's number, so Canvas cannot tell whose line it is: Cy (student 2)\n"
    )
    #expect(try desk.run("gradebook", "--format", "csv").errors.isEmpty)
    _ = try desk.run("student", "delete", "2", "--yes")
    #expect(try desk.run("gradebook", "--json").json()["students"]?.elements.count == 1)
    #expect(try desk.run("gradebook", "--format=json", "--json").status == 0)
    let canvas = try desk.run("gradebook", "--format", "canvas").output
    let filled = try desk.run("gradebook", "--fill", try desk.write(canvas, to: "canvas.csv"))
    #expect(filled.status == 0)
    #expect(filled.output == canvas)
    let stranger = try desk.write(canvas + "Bob,9,,bob,,,,,,,\r\n", to: "stranger.csv")
    let lacking = try desk.run("gradebook", "--fill", stranger)
    #expect(lacking.status == 1)
    #expect(lacking.errors.contains("line 4, Bob: no student here"))
    let report = try desk.run("gradebook", "--fill", stranger, "--json").json()
    #expect(report["unmatchedLines"]?.elements.count == 1)
    #expect(report["file"]?.text == canvas + "Bob,9,,bob,,,,,,,\r\n")
    #expect(try desk.run("gradebook", "--fill", try desk.write("a,b\n", to: "other.csv")).status == 1)
  }

  @Test func `a backup is restored, but not under a server`() throws {
    let desk = try Desk()
    _ = try desk.run("student", "add", "Ada", "--login", "ada")
    let copy = desk.path("copy.sqlite")
    #expect(try desk.run("backup", copy).status == 0)
    #expect(try desk.run("backup", copy).errors.contains("exists already"))
    _ = try desk.run("student", "add", "Bob", "--login", "bob")
    do {
      let lock = try ServingLock(desk.database)
      let refused = try desk.run("restore", copy)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("in use by another program"))
      let link = desk.path("link.sqlite")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "course.sqlite")
      #expect(try desk.run("restore", copy, "--database", link).errors.contains("in use by another program"))
      withExtendedLifetime(lock) {}
    }
    #expect(try desk.run("student", "list").lines.count == 2)
    let restored = try desk.run("restore", copy, "--json").json()
    #expect(try desk.run("student", "list").lines.count == 1)
    let kept = try #require(restored["kept"]?.text)
    #expect(try desk.run("student", "list", "--database", kept).lines.count == 2)
    #expect(try desk.run("restore", try desk.write("no database", to: "junk")).status == 1)
    #expect(try desk.run("student", "list").lines.count == 1)
  }

  @Test func `a regrade lists first and then makes exactly that`() throws {
    let desk = try Desk()
    let added = try desk.run("student", "add", "Ada", "--login", "ada", "--json").json()
    let id = PersonID(rawValue: try #require(added["id"]?.text.flatMap { Int($0) }))
    let body = Array("{\"policy\":{}}".utf8)
    do {
      let storage = try SQLiteStorage(path: desk.database)
      defer { storage.close() }
      for number in 0..<3 {
        let graded = DispatchSemaphore(value: 0)
        storage.accept(
          NewSubmission(person: id, exercise: number < 2 ? "policy-tuning" : "gone", body: body),
          claim: Claim(scope: "s", key: "\(number)", body: Digest(of: body), expiresAt: nil), at: number
        ) { outcome in
          guard case .success(.accepted(let submission)) = outcome else { return }
          storage.finish(
            submission.id, grade: Grade(score: 1, maxScore: 2, report: [], graderVersion: "0"),
            response: RecordedResponse(status: 201, body: []), at: number
          ) { _ in graded.signal() }
        }
        try graded.await()
      }
    }
    let listed = try desk.run("regrade", "policy-tuning")
    #expect(listed.status == 0)
    #expect(listed.lines.count == 3)
    #expect(
      listed.lines[0].contains("submission 1 (student 1, policy-tuning, attempt 1): 0.01 of 0.02 by version 0 → "))
    #expect(listed.lines[2] == "2 graded, 2 changes, 2 of the score; nothing was changed, --apply does it")
    #expect(try desk.run("regrade", "policy-tuning").output == listed.output)
    let applied = try desk.run("regrade", "policy-tuning", "--apply")
    #expect(applied.lines.prefix(2) == listed.lines.prefix(2))
    let rest = try desk.run("regrade", "--json", "--apply")
    #expect(rest.status == 1, "one cannot be graded, and keeps its grade")
    #expect(try rest.json()["changes"]?.elements.isEmpty == true)
    #expect(try rest.json()["failures"]?.elements.first?["submission"] == "3")
    let storage = try SQLiteStorage(path: desk.database)
    defer { storage.close() }
    #expect(try storage.audit(before: nil, limit: 10).filter { $0.action == "submission.regrade" }.count == 2)
    #expect(try desk.run("regrade", "nothing").status == 2)
  }

  @Test(arguments: [
    ["student"], ["student", "fly"], ["student", "add"], ["student", "add", "A", "B"], ["student", "add", "A\u{7}"],
    ["student", "add", "A", "--email", "none"], ["student", "import"], ["student", "list", "x"],
    ["student", "delete"], ["student", "list", "--json", "--json"], ["student", "merge", "A"],
    ["student", "merge", "A", "B", "C"],
    ["student", "import", "x", "--dry-run", "--tokens"],
    ["gradebook", "--format", "moodle", "--json"], ["gradebook", "--format", "pdf"],
    ["gradebook", "--format", "moodle", "--fill", "x"], ["backup"], ["restore"],
    ["serve", "--host", "example.org"], ["serve", "--port=1", "--port=1"],
  ])
  func `wrong use has status 2 and says what is right`(arguments: [String]) throws {
    let desk = try Desk()
    let run =
      switch arguments.count {
      case 1: try desk.run(arguments[0])
      case 2: try desk.run(arguments[0], arguments[1])
      case 3: try desk.run(arguments[0], arguments[1], arguments[2])
      case 4: try desk.run(arguments[0], arguments[1], arguments[2], arguments[3])
      default: try desk.run(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4])
      }
    #expect(run.status == 2)
    if arguments.contains("--json") {
      #expect(try run.json()["error"]?.text != nil)
    } else {
      #expect(run.output.isEmpty)
    }
    #expect(run.errors.contains("usage: course"))
    #expect(!FileManager.default.fileExists(atPath: desk.database))
  }

  @Test func `a switch in the environment is 1 or 0`() throws {
    let desk = try Desk()
    let refused = try desk.run("serve", environment: ["COURSE_WATCH": "maybe"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("COURSE_WATCH must be 1 or 0, not maybe"))
  }

  @Test func `the option that names a missing folder is told`() throws {
    let desk = try Desk()
    let refused = try desk.run("serve", "--public", "/nowhere", "--lessons", desk.folder.path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--public"))
  }
}
