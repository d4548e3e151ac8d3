extension SQLiteStorage {
  package func settings() throws(StoreError) -> [ExerciseSettings] {
    try read { connection throws(StoreError) in
      try connection.all("SELECT \(settingsColumns) FROM exercise_settings ORDER BY exercise", read: readSettings)
    }
  }

  package func set(
    _ settings: ExerciseSettings, told words: String, supposing isSo: @escaping Supposition<ExerciseSettings>,
    at now: Timestamp, by actor: Actor
  ) throws(StoreError) {
    try writer.perform { connection throws(StoreError) in
      let known = try connection.first(
        "SELECT \(settingsColumns) FROM exercise_settings WHERE exercise = ?", .text(settings.exercise),
        read: readSettings)
      guard isSo(known ?? ExerciseSettings(exercise: settings.exercise)) else { throw StoreError.notAsSupposed }
      try connection.run(
        """
        INSERT INTO exercise_settings (\(settingsColumns)) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (exercise) DO UPDATE SET deadline = excluded.deadline, time_zone = excluded.time_zone,
          attempt_limit = excluded.attempt_limit, shows_solution = excluded.shows_solution
        """,
        .text(settings.exercise), .optional(settings.deadline), .text(settings.timeZone),
        .optional(settings.attemptLimit), .integer(settings.showsSolutionAfterDeadline ? 1 : 0))
      try connection.note("exercise.set", "exercise \(settings.exercise)", words, at: now, by: actor)
    }
  }

  package func audit(before cursor: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    try read { connection throws(StoreError) in
      try connection.all(
        """
        SELECT number, at, actor, action, subject, detail FROM audit
        WHERE number < ? ORDER BY number DESC LIMIT ?
        """, .integer(cursor ?? Int(Int64.max)), .integer(limit)
      ) { row throws(StoreError) in
        AuditEntry(
          number: row.integer(0), at: row.integer(1),
          actor: row.optionalInteger(2).map { .person(PersonID(rawValue: $0)) } ?? .system, action: row.text(3),
          subject: row.text(4), detail: row.text(5))
      }
    }
  }

  package func tidy(at now: Timestamp) throws(StoreError) {
    try writer.perform { connection throws(StoreError) in
      try connection.run("DELETE FROM claim WHERE expires_at <= ?", .integer(now))
      let month = 30 * 24 * 3_600_000
      try connection.run(
        "DELETE FROM token WHERE ended_at < ?1 OR expires_at < ?1", .integer(now - month))
    }
  }
}

private let settingsColumns = "exercise, deadline, time_zone, attempt_limit, shows_solution"

private func readSettings(_ row: Row) throws(StoreError) -> ExerciseSettings {
  ExerciseSettings(
    exercise: row.text(0), deadline: row.optionalInteger(1), timeZone: row.text(2),
    attemptLimit: row.optionalInteger(3), showsSolutionAfterDeadline: row.integer(4) != 0)
}
