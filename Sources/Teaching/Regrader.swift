internal import Dispatch
package import Simulation
package import Store
internal import Synchronization

/// Grades submissions again with the graders that the program has now.
package struct Regrader: Sendable {
  private let storage: any Storage
  private let grade: @Sendable (Submission) throws -> Grade

  /// Submissions that are read at once: enough to keep every thread busy, few enough to hold in memory.
  private static let batch = 512

  /// - Parameter grade: Grades one submission; called from several threads. What it throws leaves that one as it is.
  package init(_ storage: any Storage, grade: @escaping @Sendable (Submission) throws -> Grade) {
    self.storage = storage
    self.grade = grade
  }

  /// Grades every graded submission to an exercise, or to any, on all the monitor's threads.
  ///
  /// Submissions that come meanwhile are not part of it: the present graders grade them anyway.
  /// - Throws: `StoreError`, or `RunStopped.cancelled` once the monitor says that nobody waits any more.
  package func plan(_ exercise: String?, _ monitor: RunMonitor) throws -> RegradePlan {
    let total = max(1, try storage.submissionCount(exercise: exercise))
    var outcomes: [Outcome] = []
    var examined = 0
    var cursor: SubmissionID?
    while true {
      let submissions = try storage.submissions(
        person: nil, exercise: exercise, after: cursor, limit: Regrader.batch)
      guard let last = submissions.last else { break }
      cursor = last.id
      let done = examined
      outcomes += try graded(submissions, monitor) { monitor.progress(min(1, Double(done + $0) / Double(total))) }
      examined += submissions.count
    }
    monitor.progress(1)
    return RegradePlan(
      exercise: exercise, examined: outcomes.count,
      changes: outcomes.compactMap { if case .change(let change) = $0 { change } else { nil } },
      failures: outcomes.compactMap { if case .failure(let failure) = $0 { failure } else { nil } })
  }

  /// Makes exactly the changes of a plan, in one step.
  /// - Throws: `StoreError.changedMeanwhile` if one of the grades is no longer the one that the plan knew; then nothing
  ///   was changed.
  package func apply(_ plan: RegradePlan, at now: Timestamp, by actor: Actor) throws(StoreError) {
    guard !plan.changes.isEmpty else { return }
    try storage.regrade(plan.changes.map(\.grade), at: now, by: actor)
  }

  private enum Outcome: Sendable {
    case same
    case change(RegradePlan.Change)
    case failure(RegradePlan.Failure)
  }

  /// The outcomes of one batch, in its order; nothing for what was not graded before.
  private func graded(
    _ submissions: [Submission], _ monitor: RunMonitor, progress: @Sendable (Int) -> Void
  ) throws -> [Outcome] {
    let work = Work(submissions.count)
    DispatchQueue.concurrentPerform(iterations: max(1, min(monitor.threads, submissions.count))) { _ in
      while let index = work.next(), !monitor.isCancelled() {
        work.finish(index, outcome(of: submissions[index]), tell: progress)
      }
    }
    if monitor.isCancelled() { throw RunStopped.cancelled }
    return work.outcomes
  }

  private func outcome(of submission: Submission) -> Outcome? {
    guard case .graded(let before, _) = submission.state else { return nil }
    let after: Grade
    do { after = try grade(submission) } catch {
      return .failure(
        RegradePlan.Failure(submission: submission.id, exercise: submission.exercise, reason: "\(error)"))
    }
    guard before != after else { return .same }
    return .change(
      RegradePlan.Change(
        person: submission.person, exercise: submission.exercise, attempt: submission.attempt,
        grade: GradeChange(submission: submission.id, before: before, after: after)))
  }

  /// What the threads of a batch share.
  private final class Work: Sendable {
    private let count: Int
    private let started = Atomic(0)
    private let results: Mutex<(done: Int, outcomes: [Outcome?])>

    init(_ count: Int) {
      self.count = count
      results = Mutex((0, Array(repeating: nil, count: count)))
    }

    var outcomes: [Outcome] { results.withLock { $0.outcomes.compactMap { $0 } } }

    func next() -> Int? {
      let index = started.wrappingAdd(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }

    func finish(_ index: Int, _ outcome: Outcome?, tell: (Int) -> Void) {
      results.withLock { results in
        results.outcomes[index] = outcome
        results.done += 1
        tell(results.done)
      }
    }
  }
}
