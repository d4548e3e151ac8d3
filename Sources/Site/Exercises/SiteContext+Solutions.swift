internal import Exercises
internal import Simulation
internal import Store

extension SiteContext {
  /// The model solution of an exercise, for whoever may see it now: somebody whom the course knows, where the
  /// instructor so set, once nothing is taken any more. It is looked up for each answer, so that a deadline that was
  /// moved hides it again.
  /// - Returns: nil for everybody else.
  func solution(to exercise: any Exercise, _ settings: ExerciseSettings, for caller: Caller?) throws -> ModelSolution? {
    guard let caller, settings.showsSolution(at: time()) else { return nil }
    return try exercise.solution(for: Candidate(person: caller.asked.rawValue), RunMonitor())
  }
}
