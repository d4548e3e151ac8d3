internal import Exercises
internal import JSON
internal import Simulation
internal import Store

/// Exercises as the API shows them.
struct ExerciseJSON: Sendable {
  let exercise: any Exercise
  let settings: ExerciseSettings
  let now: Timestamp

  /// What the list shows.
  var summary: [JSONMember] {
    [
      JSONMember("id", .string(exercise.id)), JSONMember("title", .string(exercise.title)),
      JSONMember("lesson", .string(exercise.lesson)), JSONMember("page", .string("/lessons/\(exercise.lesson)")),
      JSONMember("kind", .string(exercise.kind.rawValue)),
      JSONMember("maxScore", .number(Double(exercise.maxScore) / 100)),
      JSONMember("deadline", settings.deadline.map { .string(InstantText.rfc3339(milliseconds: $0)) } ?? .null),
      JSONMember("timeZone", .string(settings.timeZone)),
      JSONMember("attemptLimit", settings.attemptLimit.map { .integer($0) } ?? .null),
      JSONMember("showsSolutionAfterDeadline", .bool(settings.showsSolutionAfterDeadline)),
    ]
  }

  /// Everything about the exercise, and what is this person's own.
  /// - Parameters:
  ///   - used: How many attempts the person has spent; nil if nobody is known.
  ///   - solution: Nil for whoever may not see one, or not yet.
  func whole(checks: ExerciseChecks, candidate: Candidate, used: Int?, solution: ModelSolution?) -> JSONValue {
    let left = settings.isOver(at: now) ? 0 : used.flatMap { used in settings.attemptLimit.map { max(0, $0 - used) } }
    return .object(
      summary + [
        JSONMember("task", .string(exercise.task)), JSONMember("graderVersion", .string(exercise.graderVersion)),
        JSONMember("schema", ExerciseJSON.schema(exercise)),
        JSONMember("fields", .array(exercise.schema.parameters.map(ExperimentCatalogue.json))),
        JSONMember("checks", checks.json),
        JSONMember("given", .object(exercise.given(for: candidate).map { JSONMember($0.name, $0.value) })),
        JSONMember(
          "attempts",
          used.map { ["used": .integer($0), "left": left.map { .integer($0) } ?? .null] } ?? .null),
        JSONMember("solution", solution.map(json) ?? .null),
      ])
  }

  /// The answer as the body of a submission holds it, and why.
  private func json(_ solution: ModelSolution) -> JSONValue {
    .object([
      JSONMember(exercise.kind.rawValue, solution.answer),
      JSONMember(
        "reasons",
        .object(solution.fields.filter { !$0.reason.isEmpty }.map { JSONMember($0.name, .string($0.reason)) })),
      JSONMember("explanation", .strings(solution.explanation)),
    ])
  }

  /// The JSON Schema of a submission's body.
  static func schema(_ exercise: any Exercise) -> JSONValue {
    let parameters = exercise.schema.parameters
    let properties = parameters.map { parameter -> JSONMember in
      var schema = ParameterSchema.json(parameter.kind)
      // Of an answer nothing may be left out: what its form begins with is no default, and least of all an answer.
      if exercise.kind == .answers, case .object(let members) = schema {
        schema = .object(members.filter { $0.name != "default" })
      }
      // What may be left out may also be null.
      if case .optionalInteger = parameter.kind { schema = schema.merged(with: ["type": ["integer", "null"]]) }
      return JSONMember(parameter.name, schema.merged(with: ["description": .string(parameter.meaning)]))
    }
    var answer: JSONValue = ["type": "object", "properties": .object(properties), "additionalProperties": false]
    if exercise.kind == .answers {
      answer = answer.merged(with: ["required": .strings(parameters.map(\.name))])
    }
    let member = exercise.kind.rawValue
    return [
      "type": "object", "properties": .object([JSONMember(member, answer)]), "required": .strings([member]),
      "additionalProperties": false,
    ]
  }
}

/// Which checks of an exercise everybody may see, found by grading its defaults.
struct ExerciseChecks: Sendable {
  let visible: [Check]
  let hidden: Int

  init(_ marking: Marking) {
    visible = marking.checks.filter(\.isVisible)
    hidden = marking.hidden.of
  }

  var json: JSONValue {
    [
      "visible": .array(
        visible.map { ["name": .string($0.name), "points": .number(Double($0.points) / 100)] }),
      "hidden": ["of": .integer(hidden)],
    ]
  }
}
