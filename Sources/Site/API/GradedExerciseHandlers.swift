internal import Exercises
internal import HTTP
internal import JSON
internal import Simulation
internal import Store
internal import Synchronization

/// Answers what is asked of exercises, but for submissions.
final class GradedExerciseHandlers: Sendable {
  private let context: SiteContext
  private let checks = Mutex<[String: ExerciseChecks]>([:])

  init(context: SiteContext) { self.context = context }

  func list(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let settings = try context.storage.settings()
    let now = context.time()
    let exercises = context.grader.exercises.map { exercise in
      JSONValue.object(
        ExerciseJSON(
          exercise: exercise,
          settings: settings.first { $0.exercise == exercise.id } ?? ExerciseSettings(exercise: exercise.id), now: now
        ).summary)
    }
    return try JSONResponse.negotiated(request, (["exercises": .array(exercises)] as JSONValue).bytes)
  }

  func one(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    let settings = try context.storage.settings(of: exercise.id)
    let used = try caller.map { try context.storage.attempts(of: $0.person.id)[exercise.id] ?? 0 }
    let whole = ExerciseJSON(exercise: exercise, settings: settings, now: context.time()).whole(
      checks: try checks(of: exercise), candidate: caller.candidate, used: used,
      solution: try context.solution(to: exercise, settings, for: caller))
    return try JSONResponse.negotiated(request, whole.bytes)
  }

  /// Tries the visible checks on an answer. It spends no attempt and leaves nothing behind.
  func check(_ request: Request, _ parameters: PathParameters, _ caller: Caller?, _ cancellation: Cancellation)
    throws -> Response
  {
    let exercise = try context.exercise(parameters["id"])
    let answer = try context.grader.answer(request, to: exercise)
    let limits = try context.requestLimits.checks.take(
      caller?.person.limitName ?? request.peer.network, now: context.clock())
    let monitor = RunMonitor(isCancelled: { cancellation.isCancelled })
    let marking = try exercise.mark(answer, of: caller.candidate, monitor)
    let result: JSONValue = [
      "exercise": .string(exercise.id), "graderVersion": .string(exercise.graderVersion),
      "visible": marking.visible.json, "hidden": ["of": .integer(marking.hidden.of)],
      "checks": marking.json(for: .student),
    ]
    var response = JSONResponse.response(result.bytes)
    response.headers.set(limits)
    return response
  }

  private func checks(of exercise: any Exercise) throws -> ExerciseChecks {
    if let known = checks.withLock({ $0[exercise.id] }) { return known }
    let found = ExerciseChecks(try exercise.mark(exercise.schema.defaults, of: .anonymous, RunMonitor()))
    checks.withLock { $0[exercise.id] = found }
    return found
  }
}

extension SiteContext {
  /// - Throws: `Problem`: 404 if there is none.
  func exercise(_ id: String) throws -> any Exercise {
    guard let exercise = grader[id] else { throw Problem(.notFound, "There is no exercise of that name.") }
    return exercise
  }
}

extension Caller? {
  /// For whom an exercise is graded.
  var candidate: Candidate { self.map { Candidate(person: $0.asked.rawValue) } ?? .anonymous }
}
