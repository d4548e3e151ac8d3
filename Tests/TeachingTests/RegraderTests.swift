import Exercises
import Glibc
import JSON
import Simulation
import Store
import Synchronization
import Teaching
import Testing

@Suite("Grading again changes exactly what the dry run said")
struct RegraderTests {
  /// Takes submissions and gives each a grade of the first grader.
  private func fill(_ storage: any Storage, _ count: Int, exercise: String = "e", body: (Int) -> [UInt8]) throws
    -> [SubmissionID]
  {
    let ada = try storage.add(NewPerson(name: "Ada"), token: nil, at: 1, by: .system)
    let taken = Mutex<[SubmissionID]>([])
    for number in 0..<count {
      storage.accept(
        NewSubmission(person: ada.id, exercise: exercise, body: body(number)),
        claim: Claim(scope: "s", key: "\(exercise) \(number)", body: Digest(of: []), expiresAt: nil), at: number
      ) { outcome in
        guard case .success(.accepted(let submission)) = outcome else { return }
        storage.finish(
          submission.id, grade: RegraderTests.old(submission), response: RecordedResponse(status: 201, body: []),
          at: number
        ) { _ in taken.withLock { $0.append(submission.id) } }
      }
    }
    try #require(eventually { taken.withLock { $0.count } == count })
    return taken.withLock { $0 }
  }

  private static func old(_ submission: Submission) -> Grade {
    Grade(score: Int(submission.body.last ?? 0), maxScore: 1000, report: submission.body, graderVersion: "1")
  }

  /// Gives odd answers another score, and all of them its version.
  private static func new(_ submission: Submission) throws -> Grade {
    let before = old(submission)
    if submission.body.last == 13 { throw Refused() }
    let score = before.score % 2 == 1 ? before.score + 500 : before.score
    return Grade(score: score, maxScore: 1000, report: before.report, graderVersion: "2")
  }

  private struct Refused: Error, CustomStringConvertible {
    let description = "the answer does not parse any more"
  }

  private func grades(_ storage: any Storage) throws -> [SubmissionID: Grade] {
    var grades: [SubmissionID: Grade] = [:]
    for submission in try storage.submissions(person: nil, exercise: nil, after: nil, limit: 100_000) {
      if case .graded(let grade, _) = submission.state { grades[submission.id] = grade }
    }
    return grades
  }

  @Test("Ten thousand submissions: in parallel, with progress, and nothing but what was listed")
  func tenThousand() throws {
    try withStorage { storage in
      let ids = try fill(storage, 10_000) { Array("\($0)".utf8) + [UInt8($0 % 100)] }
      let shares = Mutex<[Double]>([])
      let clock = ContinuousClock()
      let start = clock.now
      let monitor = RunMonitor(threads: 4, progress: { share in shares.withLock { $0.append(share) } })
      let regrader = Regrader(storage) { try RegraderTests.new($0) }
      let plan = try regrader.plan("e", monitor)
      let planned = clock.now
      #expect(plan.examined == 10_000)
      #expect(plan.failures.count == 100)
      #expect(plan.changes.count == 9900)
      #expect(plan.changes.count(where: \.altersScore) == 4900)
      #expect(plan.changes.map(\.grade.submission) == plan.changes.map(\.grade.submission).sorted())
      #expect(shares.withLock { $0 == $0.sorted() && $0.count > 1000 && $0.last == 1 })
      #expect(plan.tag == (try regrader.plan("e", RunMonitor()).tag), "the same on one thread")

      // One more comes between the dry run and the change; the present grader has graded it.
      let before = try grades(storage)
      let late = try fill(storage, 1, exercise: "late") { _ in [1] }
      let again = clock.now
      try regrader.apply(plan, at: 77, by: .system)
      print("10,000 submissions: dry run \(planned - start), change \(clock.now - again)")

      var expected = before
      for change in plan.changes { expected[change.grade.submission] = change.grade.after }
      var after = try grades(storage)
      #expect(after.removeValue(forKey: late[0]) != nil)
      #expect(after == expected)
      #expect(try regrader.plan("e", monitor).changes.isEmpty, "nothing is left to change")
      let trail = try storage.audit(before: nil, limit: 10_000).filter { $0.action == "submission.regrade" }
      #expect(trail.count == 9900)
      #expect(Set(trail.map(\.subject)).isSubset(of: Set(ids.map { "submission \($0.rawValue)" })))
      #expect(throws: StoreError.self, "a plan is carried out once") { try regrader.apply(plan, at: 78, by: .system) }
    }
  }

  @Test func cancelled() throws {
    try withStorage { storage in
      _ = try fill(storage, 100) { [UInt8($0)] }
      let graded = Atomic(0)
      let monitor = RunMonitor(threads: 2, isCancelled: { graded.load(ordering: .relaxed) >= 10 })
      let regrader = Regrader(storage) { submission in
        graded.add(1, ordering: .relaxed)
        return RegraderTests.old(submission)
      }
      #expect(throws: RunStopped.cancelled) { try regrader.plan(nil, monitor) }
      #expect(graded.load(ordering: .relaxed) < 20)
    }
  }

  @Test func aGradeThatChangedMeanwhileVoidsThePlan() throws {
    try withStorage { storage in
      let ids = try fill(storage, 4) { [UInt8($0)] }
      let regrader = Regrader(storage) { try RegraderTests.new($0) }
      let plan = try regrader.plan(nil, RunMonitor())
      let change = plan.changes[3].grade
      let other = Grade(score: 1, maxScore: 2, report: [], graderVersion: "by hand")
      try storage.regrade(
        [GradeChange(submission: change.submission, before: change.before, after: other)], at: 5, by: .system)
      let before = try grades(storage)
      #expect(throws: StoreError.changedMeanwhile(change.submission)) { try regrader.apply(plan, at: 6, by: .system) }
      #expect(try grades(storage) == before)
      #expect(ids.count == 4)
    }
  }

  @Test func whatIsNotGradedIsLeftAlone() throws {
    try withStorage { storage in
      let ada = try storage.add(NewPerson(name: "Ada"), token: nil, at: 1, by: .system)
      let taken = Mutex(false)
      storage.accept(
        NewSubmission(person: ada.id, exercise: "e", body: [1]),
        claim: Claim(scope: "s", key: "k", body: Digest(of: []), expiresAt: nil), at: 1
      ) { _ in taken.withLock { $0 = true } }
      try #require(eventually { taken.withLock { $0 } })
      let plan = try Regrader(storage) { try RegraderTests.new($0) }.plan(nil, RunMonitor())
      #expect(plan.examined == 0)
      #expect(plan.changes.isEmpty)
    }
  }
}

/// Runs a test against a store on a fresh file.
func withStorage(_ body: (any Storage) throws -> Void) throws {
  var template = Array("/tmp/teaching-test-XXXXXX".utf8CString)
  let folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  defer {
    for name in ["course.sqlite", "course.sqlite-wal", "course.sqlite-shm"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
  let storage = try SQLiteStorage(path: "\(folder)/course.sqlite")
  defer { storage.close() }
  try body(storage)
}
