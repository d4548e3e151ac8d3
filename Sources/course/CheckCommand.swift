import Courseware
import JSON
import Site

/// Checks lessons.
struct CheckCommand: Command {
  let name = "check"
  let summary =
    "Reads lessons as serve does and recomputes every claim. Each finding names file, line and what to mend."

  let options = [
    CommandOption("--lessons", "The lessons.", value: "FOLDER", variable: "COURSE_LESSONS", standard: "Lessons"),
    CommandOption("--public", "The static files.", value: "FOLDER", variable: "COURSE_PUBLIC", standard: "Public"),
    CommandOption("--json", "Print the findings as JSON."),
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    var settings = SiteSettings()
    if let lessons = options["--lessons"] { settings.lessons = lessons }
    if let assets = options["--public"] { settings.assets = assets }
    let bar = ProgressBar("cells")
    let outcome: CourseCheck.Outcome
    do throws(SiteFiles.Failure) {
      outcome = try CourseCheck(settings).run { done, total in bar.show(done, of: total) }
    } catch {
      return Console.fail(error.lines.joined(separator: "\n"), options)
    }
    bar.clear()
    if options.has("--json") {
      Console.print(outcome.json)
    } else {
      for finding in outcome.findings { print(finding) }
      print(
        "\(Count.text(outcome.lessons, "lesson")), \(Count.text(outcome.claims, "claim")), \(Count.text(outcome.findings.count, "finding"))"
      )
    }
    return outcome.findings.isEmpty ? 0 : 1
  }
}

extension CourseCheck.Outcome {
  fileprivate var json: JSONValue {
    [
      "lessons": .integer(lessons), "claims": .integer(claims),
      "findings": .array(
        findings.map { ["file": .string($0.file), "line": .integer($0.line), "message": .string($0.message)] }),
    ]
  }
}
