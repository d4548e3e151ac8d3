extension SQLiteStorage {
  package func merge(
    _ other: PersonID, into id: PersonID, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Merger) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { $0.kept.id }, at: now, respond: respond) { () throws(StoreError) in
        try connection.merge(other, into: id, at: now, by: actor)
      }
    }
  }

  package func merge(_ other: PersonID, into id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError)
    -> Merger
  {
    try writer.perform { connection throws(StoreError) in
      try connection.merge(other, into: id, at: now, by: actor)
    }
  }

  package func formerNumbers(of id: PersonID) throws(StoreError) -> [PersonID] {
    try read { connection throws(StoreError) in
      try connection.all("SELECT number FROM former_person WHERE person = ? ORDER BY number", .integer(id.rawValue)) {
        row throws(StoreError) in PersonID(rawValue: row.integer(0))
      }
    }
  }
}

extension Connection {
  fileprivate func merge(_ other: PersonID, into id: PersonID, at now: Timestamp, by actor: Actor)
    throws(StoreError) -> Merger
  {
    guard other != id, let kept = try person(id), let gone = try person(other), kept.role == .student,
      gone.role == .student
    else { throw .unknownPerson }
    let moved = try holdings(of: other, at: now)
    try moveSubmissions(of: other, to: id)
    try moveClaims(of: other, to: id)
    try run("UPDATE token SET person = ?1 WHERE person = ?2", .integer(id.rawValue), .integer(other.rawValue))
    if kept.revokedAt != nil {
      try run(
        "UPDATE token SET ended_at = ? WHERE person = ? AND ended_at IS NULL", .integer(now), .integer(id.rawValue))
    }
    try run("UPDATE former_person SET person = ?1 WHERE person = ?2", .integer(id.rawValue), .integer(other.rawValue))
    try run("INSERT INTO former_person (number, person) VALUES (?, ?)", .integer(other.rawValue), .integer(id.rawValue))
    // First, so that a login can go from one to the other.
    try run("DELETE FROM person WHERE id = ?", .integer(other.rawValue))
    let details = kept.details.merged(with: gone.details)
    try update(kept, to: details)
    try note(
      "person.merge", "person \(id.rawValue)", "person \(other.rawValue), with \(moved.words)", at: now, by: actor)
    let person = Person(id: id, details: details, addedAt: kept.addedAt, revokedAt: kept.revokedAt)
    return Merger(kept: person, other: gone, moved: moved)
  }

  /// Numbers that are not in use stand for the attempts meanwhile, since no two may be the same at any moment.
  private func moveSubmissions(of other: PersonID, to id: PersonID) throws(StoreError) {
    try run(
      "UPDATE submission SET person = ?1, candidate = coalesce(candidate, ?2), attempt = -id WHERE person = ?2",
      .integer(id.rawValue), .integer(other.rawValue))
    guard changes > 0 else { return }
    try run("UPDATE submission SET attempt = -id WHERE person = ? AND attempt > 0", .integer(id.rawValue))
    try run(
      """
      UPDATE submission SET attempt = place FROM (
        SELECT id AS number, row_number() OVER (PARTITION BY exercise ORDER BY id) AS place
        FROM submission WHERE person = ?)
      WHERE id = number
      """, .integer(id.rawValue))
  }

  /// What the other asked before is asked by the kept one from now on. A key that both have used stays the kept one's.
  private func moveClaims(of other: PersonID, to id: PersonID) throws(StoreError) {
    try run("UPDATE claim SET person = ?1 WHERE person = ?2", .integer(id.rawValue), .integer(other.rawValue))
    let (from, to) = (Claim.scope(of: other, ""), Claim.scope(of: id, ""))
    // Scopes that begin so: behind the blank at the end of the prefix comes the exclamation mark.
    try run(
      """
      UPDATE OR IGNORE claim SET scope = ?1 || substr(scope, ?2)
      WHERE scope >= ?3 AND scope < ?4
      """, .text(to), .integer(from.utf8.count + 1), .text(from), .text(String(from.dropLast()) + "!"))
  }
}
