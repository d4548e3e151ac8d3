import Exercises
import Glibc
import JSON
import Simulation
import Site
import Store
import Teaching

/// Grades again what was handed in.
struct RegradeCommand: Command {
  let name = "regrade"
  let summary =
    "Grades again what was handed in, to one exercise or all, and lists every grade that would change. A server may go on meanwhile."
  let operands = "[EXERCISE]"
  let options = [
    CommandOption("--apply", "Make exactly the changes that are listed."),
    CommandOption(
      "--threads", "How many threads grade. Default: one for each core.", value: "NUMBER",
      variable: "COURSE_THREADS"),
    CourseDatabase.json, CourseDatabase.option,
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let grader = SubmissionGrader()
    let exercise: String? = options.names.isEmpty ? nil : try options.one("an exercise, or none for all")
    if let exercise, grader[exercise] == nil {
      throw WrongUsage(
        "there is no exercise \(exercise); there are \(grader.exercises.map(\.id).joined(separator: ", "))")
    }
    let threads = try options.number("--threads", in: 1...256) ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return CourseDatabase.use(options) { storage in
      let bar = ProgressBar("percent")
      let monitor = RunMonitor(threads: threads, progress: { bar.show(Int($0 * 100), of: 100) })
      defer { bar.clear() }
      let regrader = Regrader(storage) { try grader.grade($0, RunMonitor()) }
      let plan = try regrader.plan(exercise, monitor)
      bar.clear()
      if options.has("--apply") { try regrader.apply(plan, at: CourseDatabase.now, by: .system) }
      report(plan, options)
      return plan.failures.isEmpty ? 0 : 1
    }
  }

  private func report(_ plan: RegradePlan, _ options: CommandOptions) {
    if options.has("--json") {
      Console.print(plan.json(isApplied: options.has("--apply")))
    } else {
      for change in plan.changes {
        let (before, after) = (change.grade.before, change.grade.after)
        print(
          "submission \(change.grade.submission.rawValue) (student \(change.person.rawValue), \(change.exercise), attempt \(change.attempt)): "
            + "\(text(before)) → \(text(after))")
      }
      let scores = plan.changes.count(where: \.altersScore)
      print(
        "\(plan.examined) graded, \(Count.text(plan.changes.count, "change")), \(scores) of the score; "
          + (options.has("--apply") ? "done" : "nothing was changed, --apply does it"))
    }
    for failure in plan.failures {
      Console.complain(
        "submission \(failure.submission.rawValue) (\(failure.exercise)) keeps its grade: \(failure.reason)")
    }
  }

  private func text(_ grade: Grade) -> String {
    "\(Points.text(grade.score)) of \(Points.text(grade.maxScore)) by version \(grade.graderVersion)"
  }
}
