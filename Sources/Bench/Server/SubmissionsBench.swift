/// How many submissions a second are acknowledged, beside the rows that the same disk takes one at a time.
struct SubmissionsBench: Benchmark {
  let name = "submissions"

  private static let rounds = 5
  private static let seconds = 3.0
  /// Enough that none of them is held back for handing in too often.
  private static let students = 256

  func findings() throws -> [Finding] {
    let folder = try TemporaryFolder()
    let server = try CourseServer(in: folder, options: ["--submissions-per-minute", "1000000"])
    let students = try CourseClass(of: server, students: SubmissionsBench.students)
    let load = try SubmissionLoad(
      server, connections: Wrk.connections, exercise: "classify-failures", tokens: students.tokens)
    let commits = try SingleCommits("\(folder.path)/single.sqlite", row: load.body)
    var rates: (submissions: [Double], commits: [Double]) = ([], [])
    for _ in 0..<SubmissionsBench.rounds {
      rates.submissions.append(try load.rate(seconds: SubmissionsBench.seconds))
      rates.commits.append(try commits.rate(seconds: SubmissionsBench.seconds))
    }
    return [
      Finding("a flush of 4 KiB to this disk", try FlushTime.median(in: folder) * 1e6, "µs"),
      Finding("single-row commits through SQLite, synchronous=FULL", Series.median(rates.commits), "a second"),
      Finding("durable submissions on \(Wrk.connections) connections", Series.median(rates.submissions), "a second"),
      Finding("submissions beside commits", Series.ratio(rates.submissions, rates.commits), "×", .atLeast(2)),
    ]
  }
}
