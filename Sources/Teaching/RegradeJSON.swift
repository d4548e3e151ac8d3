package import JSON
internal import Store

extension RegradePlan {
  /// For programs.
  /// - Parameter isApplied: True if the changes have been made.
  package func json(isApplied: Bool) -> JSONValue {
    func json(_ grade: Grade) -> JSONValue {
      [
        "score": .number(Double(grade.score) / 100), "maxScore": .number(Double(grade.maxScore) / 100),
        "graderVersion": .string(grade.graderVersion),
      ]
    }
    return [
      "exercise": exercise.map { .string($0) } ?? .null, "plan": .string(tag), "applied": .bool(isApplied),
      "examined": .integer(examined),
      "changes": .array(
        changes.map { change in
          [
            "submission": .string(String(change.grade.submission.rawValue)),
            "person": .string(String(change.person.rawValue)), "exercise": .string(change.exercise),
            "attempt": .integer(change.attempt), "before": json(change.grade.before),
            "after": json(change.grade.after), "altersScore": .bool(change.altersScore),
          ]
        }),
      "failures": .array(
        failures.map {
          [
            "submission": .string(String($0.submission.rawValue)), "exercise": .string($0.exercise),
            "reason": .string($0.reason),
          ]
        }),
    ]
  }
}
