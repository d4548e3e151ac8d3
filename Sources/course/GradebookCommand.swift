import JSON
import Store
import Teaching

/// Prints the gradebook.
struct GradebookCommand: Command {
  let name = "gradebook"
  let summary = "Prints everybody's best grades, as a file for Canvas, Moodle or anything that reads CSV or JSON."
  let options = [
    CommandOption(
      "--format", "One of csv, json, canvas and moodle.", value: "FORMAT", standard: "csv"),
    CommandOption(
      "--fill", "Print this export of Canvas's gradebook, filled in. What has no place in it is told, with status 1.",
      value: "FILE"),
    CommandOption("--json", "Print JSON; with --fill, what was filled in, and the file as a member."),
    CourseDatabase.option,
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    guard let format = GradebookFormat(rawValue: options["--format"] ?? "") else {
      throw WrongUsage("--format must be one of \(GradebookFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    if options["--fill"] != nil, options.isGiven("--format"), format != .canvas {
      throw WrongUsage("--fill gives a file for Canvas, not \(format.rawValue)")
    }
    if options.has("--json"), options["--fill"] == nil, options.isGiven("--format"), format != .json {
      throw WrongUsage("--json prints JSON, --format \(format.rawValue) a file: give one of them")
    }
    return CourseDatabase.use(options) { storage in
      let gradebook = try Gradebook(storage, columns: Gradebook.Column.all)
      if let export = options["--fill"] { return try fill(export, gradebook, options) }
      let file = GradebookFile(format, of: gradebook)
      if !options.has("--json"), let bytes = file.bytes {
        try CourseFile.print(bytes)
        for remark in file.remarks { Console.complain(remark) }
      } else {
        Console.print(gradebook.json())
      }
      return 0
    }
  }

  private func fill(_ path: String, _ gradebook: Gradebook, _ options: CommandOptions) throws -> Int32 {
    let filling = try CanvasExport(CourseFile.contents(of: path)).filled(from: gradebook)
    if options.has("--json") {
      guard case .object(let members) = filling.json else { return 1 }
      Console.print(.object(members + [JSONMember("file", .string(String(decoding: filling.file, as: UTF8.self)))]))
    } else {
      try CourseFile.print(filling.file)
    }
    for remark in filling.remarks { Console.complain(remark) }
    Console.complain(
      "\(Count.text(filling.filled, "cell")) filled in for \(Count.text(filling.students, "student")), \(filling.unchanged) unchanged, \(filling.excused) excused"
    )
    return filling.isComplete ? 0 : 1
  }
}
