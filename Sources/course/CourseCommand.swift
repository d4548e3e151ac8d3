import Glibc
import JSON
import Site
import Teaching

/// One of the program's commands.
protocol Command: Sendable {
  var name: String { get }
  /// What it does, in one sentence.
  var summary: String { get }
  /// What stands behind the options in its usage, such as `[NAME …]`; empty if nothing may.
  var operands: String { get }
  var options: [CommandOption] { get }
  /// - Returns: The exit status: 0 done, 1 found something wrong.
  /// - Throws: `WrongUsage`, for exit status 2.
  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32
}

extension Command {
  var operands: String { "" }

  /// The words that name it, such as `student add`.
  var words: [String] { name.split(separator: " ").map(String.init) }

  var help: String {
    let lines = Columns.lines((options + [CommandOption("--help", "Show this.")]).map { ($0.heading, $0.description) })
    return """
      usage: course \(name) [OPTION …]\(operands.isEmpty ? "" : " \(operands)")

      \(summary)

      \(lines)

      A variable in brackets sets the option where the command line does not.
      """
  }
}

extension CommandOption {
  fileprivate var heading: String { value.map { "\(name) \($0)" } ?? name }

  fileprivate var description: String {
    var text = help
    if let standard { text += " Default: \(standard)." }
    if let variable { text += " [\(variable)]" }
    return text
  }
}

/// Two columns of text.
private enum Columns {
  static func lines(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map { $0.left.utf8.count }.max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.utf8.count + 2) + right
    }.joined(separator: "\n")
  }
}

/// The program.
enum CourseCommand {
  static let commands: [any Command] = [
    ServeCommand(), CheckCommand(), BenchCommand(), StudentAddCommand(), StudentImportCommand(), StudentListCommand(),
    StudentEditCommand(), StudentTokenCommand(), StudentRevokeCommand(), StudentReadmitCommand(),
    StudentMergeCommand(), StudentDeleteCommand(), InstructorLinkCommand(), GradebookCommand(), RegradeCommand(),
    BackupCommand(), RestoreCommand(),
  ]

  /// - Returns: The exit status: 0 done, 1 found something wrong, 2 wrong usage.
  static func run(_ arguments: [String]) -> Int32 {
    let json = arguments.prefix { $0 != "--" }.contains("--json")
    func refuse(_ message: String, _ help: String = CourseCommand.help) -> Int32 {
      Console.complain("course: \(message)\n\n\(help)")
      if json { Console.print(["error": .string(message)]) }
      return 2
    }
    guard let first = arguments.first else { return refuse("name a command") }
    if ["--help", "-h", "help"].contains(first) {
      print(help)
      return 0
    }
    if first == "--version" {
      print("course \(CourseSite.version)")
      return 0
    }
    let group = commands.filter { $0.words.first == first }
    guard let command = group.first(where: { arguments.starts(with: $0.words) }) else {
      if group.isEmpty { return refuse("there is no command \(first)") }
      let help = groupHelp(first, group)
      if arguments.dropFirst().contains(where: { ["--help", "-h"].contains($0) }) {
        print(help)
        return 0
      }
      return refuse(
        arguments.count == 1 ? "name what to do with \(first)" : "there is no command \(first) \(arguments[1])", help)
    }
    let rest = arguments.dropFirst(command.words.count)
    let before = rest.prefix { $0 != "--" }
    if before.contains("--help") || before.contains("-h") {
      print(command.help)
      return 0
    }
    do throws(WrongUsage) {
      let options = try CommandOptions(Array(rest), command.options)
      guard command.operands != "" || options.names.isEmpty else {
        throw WrongUsage("nothing may stand beside the options")
      }
      return try command.run(options)
    } catch {
      return refuse("\(command.name): \(error.message)", command.help)
    }
  }

  /// What there is to do with `student`, say, when it stands alone.
  private static func groupHelp(_ first: String, _ group: [any Command]) -> String {
    let lines = Columns.lines(group.map { ($0.name, $0.summary) })
    return
      "usage: course \(first) COMMAND [OPTION …]\n\n\(lines)\n\ncourse \(first) COMMAND --help   What a command takes."
  }

  private static var help: String {
    return """
      usage: course COMMAND [OPTION …]

      An interactive course on network errors and retries.

      \(Columns.lines(commands.map { ($0.name, $0.summary) }))

      course COMMAND --help   What a command takes.
      course --version        The program's version.

      Exit status: 0 done, 1 found something wrong, 2 wrong usage.
      """
  }
}

/// A number with its noun.
enum Count {
  /// `1 lesson`, `2 lessons`.
  static func text(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

/// Standard error, and JSON on standard output.
enum Console {
  static func print(_ value: JSONValue) { Swift.print(String(decoding: value.bytes, as: UTF8.self)) }

  /// Says why a command fails: on standard error, and with `--json` as an object on standard output as well.
  /// - Returns: The exit status.
  static func fail(_ text: String, _ options: CommandOptions) -> Int32 {
    complain(text)
    if options.has("--json") { print(["error": .string(text)]) }
    return 1
  }

  /// The same with all that is wrong with a file.
  /// - Parameter outcome: What became of it, for the operator.
  static func fail(_ faults: CSVFaults, _ options: CommandOptions, outcome: String? = nil) -> Int32 {
    for fault in faults.faults { complain("\(fault)") }
    if let outcome { complain(outcome) }
    if options.has("--json") {
      let list = faults.faults.map { fault -> JSONValue in
        [
          "line": .integer(fault.line), "column": fault.column.map { .integer($0) } ?? .null,
          "field": .string(fault.field), "message": .string(fault.message),
        ]
      }
      print(["faults": .array(list)])
    }
    return 1
  }

  static func complain(_ text: String) { write(text + "\n") }

  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// True if somebody looks at it.
  static var isTerminal: Bool { isatty(2) == 1 }
}
