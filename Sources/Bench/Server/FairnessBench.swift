import Glibc
import JSON

/// How much longer somebody waits for a grade while another person hands in hundreds at once, beside how long they wait
/// when nobody else is there. The two take turns, round by round.
struct FairnessBench: Benchmark {
  let name = "fairness"

  private static let rounds = 5
  private static let submissions = 500
  /// How many the one has under way at a time.
  private static let connections = 32
  /// How many the other hands in, one after the other, in each half of a round.
  private static let own = 60
  /// One whose grader has something to do, so that the queue grows.
  private static let exercise = "policy-tuning"
  private static let body: JSONValue = ["policy": [:]]

  func findings() throws -> [Finding] {
    let folder = try TemporaryFolder()
    let server = try CourseServer(in: folder, options: ["--submissions-per-minute", "1000000"])
    let students = try CourseClass(of: server, students: 2)
    let body = FairnessBench.body.bytes
    let mine = try SubmissionLoad(
      server, connections: 1, exercise: FairnessBench.exercise, body: body, tokens: [students.tokens[0]])
    let crowd = try SubmissionLoad(
      server, connections: FairnessBench.connections, exercise: FairnessBench.exercise, body: body,
      tokens: [students.tokens[1]])
    var waits: (alone: [Double], beside: [Double]) = ([], [])
    for _ in 0..<FairnessBench.rounds {
      waits.alone.append(FairnessBench.p95(try mine.waits(FairnessBench.own)))
      let beside = try mine.waits(FairnessBench.own, beside: crowd, handingIn: FairnessBench.submissions)
      waits.beside.append(FairnessBench.p95(beside))
      try server.waitUntilGraded()
    }
    return [
      Finding("95th percentile of a wait for a grade, alone", Series.median(waits.alone) * 1000, "ms"),
      Finding(
        "the same, beside \(FairnessBench.submissions) of one person", Series.median(waits.beside) * 1000, "ms"),
      Finding("beside them to alone", Series.ratio(waits.beside, waits.alone), "×", .atMost(1.2)),
    ]
  }

  private static func p95(_ waits: [Double]) -> Double { waits.sorted()[waits.count * 95 / 100] }
}

extension CourseServer {
  /// Blocks until no submission waits for its grade.
  fileprivate func waitUntilGraded() throws(BenchFailure) {
    let connection = try PlainConnection(port: port)
    while true {
      let metrics = String(decoding: try connection.get("/metrics").body, as: UTF8.self)
      let isIdle = ["waiting", "running"].allSatisfy { metrics.contains("course_submissions{state=\"\($0)\"} 0\n") }
      if isIdle { return }
      usleep(20_000)
    }
  }
}
