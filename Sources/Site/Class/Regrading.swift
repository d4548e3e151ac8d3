internal import Exercises
internal import HTTP
internal import Simulation
internal import Store
internal import Teaching

/// Grades again what was handed in to an exercise: first a plan, then exactly that. For the API and for pages alike.
struct Regrading: Sendable {
  let context: SiteContext

  /// Reckons what would change, and keeps the plan to be carried out.
  func plan(_ exercise: any Exercise, _ monitor: RunMonitor) throws -> RegradePlan {
    let grader = context.grader
    let plan = try Regrader(context.storage) { submission in
      try grader.grade(submission, RunMonitor(isCancelled: monitor.isCancelled))
    }.plan(exercise.id, monitor)
    context.regrades.keep(plan)
    return plan
  }

  /// Carries out a plan. Carrying it out again changes nothing and gives the same answer.
  /// - Throws: `Problem`: 412 if there is no such plan, or a grade has changed since it was made.
  func apply(_ tag: String, to exercise: any Exercise, by caller: Caller) throws -> RegradePlan {
    guard let entry = context.regrades[tag, exercise.id] else {
      throw Problem(
        .preconditionFailed,
        "This plan is not kept: only the last \(RegradeShelf.most) that were listed are, and none from before the server "
          + "was started. Nothing was changed. List what would change again, look at it, and carry that plan out.")
    }
    guard !entry.isApplied else { return entry.plan }
    do throws(StoreError) {
      try Regrader(context.storage) { _ in throw Problem(.internalError, "") }.apply(
        entry.plan, at: context.time(), by: caller.actor)
    } catch .changedMeanwhile {
      throw Problem(
        .preconditionFailed,
        "A grade has changed since the plan was made, so nothing was changed. List what would change again.")
    } catch { throw error }
    context.regrades.markApplied(tag)
    return entry.plan
  }
}
