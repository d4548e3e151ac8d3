extension SQLiteStorage {
  package func add(_ person: NewPerson, token: NewToken?, at now: Timestamp, by actor: Actor) throws(StoreError)
    -> Person
  {
    try writer.perform { connection throws(StoreError) in
      let added = try connection.insert(person, at: now)
      if let token { try connection.insert(token, for: added.id, at: now) }
      try connection.note("person.add", "person \(added.id.rawValue)", at: now, by: actor)
      return added
    }
  }

  package func add(
    _ person: NewPerson, token: NewToken, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { $0.id }, at: now, respond: respond) { () throws(StoreError) in
        let added = try connection.insert(person, at: now)
        try connection.insert(token, for: added.id, at: now)
        try connection.note("person.add", "person \(added.id.rawValue)", at: now, by: actor)
        return added
      }
    }
  }

  package func importRoster(_ people: [NewPerson], at now: Timestamp, by actor: Actor) throws(StoreError)
    -> RosterOutcome
  {
    try writer.perform { connection throws(StoreError) in try connection.importRoster(people, at: now, by: actor) }
  }

  package func importRoster(
    _ people: [NewPerson], token: (@Sendable (Person) -> NewToken)?, claim: Claim?, at now: Timestamp,
    by actor: Actor, respond: @escaping @Sendable (RosterOutcome) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { _ in nil }, at: now, respond: respond) { () throws(StoreError) in
        try connection.importRoster(people, token: token, at: now, by: actor)
      }
    }
  }

  package func person(_ id: PersonID) throws(StoreError) -> Person? {
    try read { connection throws(StoreError) in try connection.person(id) }
  }

  package func holdings(of id: PersonID, at now: Timestamp) throws(StoreError) -> Holdings {
    try read { connection throws(StoreError) in try connection.holdings(of: id, at: now) }
  }

  package func people(role: Role?, after cursor: PersonID?, limit: Int) throws(StoreError) -> [Person] {
    try read { connection throws(StoreError) in
      try connection.all(
        "SELECT \(personColumns) FROM person WHERE id > ? AND (?2 = '' OR role = ?2) ORDER BY id LIMIT ?",
        .integer(cursor?.rawValue ?? 0), .text(role?.rawValue ?? ""), .integer(limit), read: readPerson)
    }
  }

  package func change(
    _ id: PersonID, supposing isSo: @escaping Supposition<Person>, at now: Timestamp, by actor: Actor,
    _ change: @escaping @Sendable (inout NewPerson) -> Void
  ) throws(StoreError) -> Person {
    try writer.perform { connection throws(StoreError) in
      guard let known = try connection.person(id) else { throw StoreError.unknownPerson }
      guard isSo(known) else { throw StoreError.notAsSupposed }
      var details = known.details
      change(&details)
      let changed = PersonField.allCases.filter { details[$0] != known.details[$0] }
      guard !changed.isEmpty else { return known }
      try connection.update(known, to: details)
      try connection.note(
        "person.change", "person \(id.rawValue)", changed.map(\.words).joined(separator: ", "), at: now, by: actor)
      return Person(id: id, details: details, addedAt: known.addedAt, revokedAt: known.revokedAt)
    }
  }

  package func revoke(_ id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError) {
    try writer.perform { connection throws(StoreError) in
      guard try connection.person(id) != nil else { throw StoreError.unknownPerson }
      try connection.run(
        "UPDATE person SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", .integer(now), .integer(id.rawValue))
      try connection.run(
        "UPDATE token SET ended_at = ? WHERE person = ? AND ended_at IS NULL", .integer(now), .integer(id.rawValue))
      try connection.note("person.revoke", "person \(id.rawValue)", at: now, by: actor)
    }
  }

  package func readmit(
    _ id: PersonID, token: NewToken, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { $0.id }, at: now, respond: respond) { () throws(StoreError) in
        guard let known = try connection.person(id) else { throw StoreError.unknownPerson }
        guard known.revokedAt != nil else { throw StoreError.personHasAccess }
        try connection.run("UPDATE person SET revoked_at = NULL WHERE id = ?", .integer(id.rawValue))
        try connection.insert(token, for: id, at: now)
        try connection.note("person.readmit", "person \(id.rawValue)", at: now, by: actor)
        return Person(id: id, details: known.details, addedAt: known.addedAt)
      }
    }
  }

  package func delete(_ id: PersonID, supposing isSo: @escaping Supposition<Person>, at now: Timestamp, by actor: Actor)
    throws(StoreError)
  {
    try writer.perform { connection throws(StoreError) in
      guard let known = try connection.person(id) else { throw StoreError.unknownPerson }
      guard isSo(known) else { throw StoreError.notAsSupposed }
      try connection.forgetClaims(of: id)
      try connection.run("DELETE FROM person WHERE id = ?", .integer(id.rawValue))
      try connection.note("person.delete", "person \(id.rawValue)", at: now, by: actor)
    }
  }
}

let personColumns = "id, name, role, login, email, school_id, section, added_at, revoked_at"

func readPerson(_ row: Row) throws(StoreError) -> Person {
  Person(
    id: PersonID(rawValue: row.integer(0)),
    details: NewPerson(
      name: row.text(1), role: Role(rawValue: row.text(2)) ?? .student, login: row.text(3), email: row.text(4),
      schoolID: row.text(5), section: row.text(6)),
    addedAt: row.integer(7), revokedAt: row.optionalInteger(8))
}

extension Connection {
  func person(_ id: PersonID) throws(StoreError) -> Person? {
    try first("SELECT \(personColumns) FROM person WHERE id = ?", .integer(id.rawValue), read: readPerson)
  }

  func holdings(of id: PersonID, at now: Timestamp) throws(StoreError) -> Holdings {
    func valid(_ kind: TokenKind) -> String {
      """
      (SELECT count(*) FROM token WHERE person = ?1 AND kind = '\(kind.rawValue)' AND ended_at IS NULL
        AND (expires_at IS NULL OR expires_at > ?2))
      """
    }
    let found = try first(
      """
      SELECT (SELECT count(*) FROM submission WHERE person = ?1),
        (SELECT count(DISTINCT exercise) FROM submission WHERE person = ?1 AND score IS NOT NULL AND abandoned IS NULL),
        \(valid(.bearer)), \(valid(.session))
      """, .integer(id.rawValue), .integer(now)
    ) { row throws(StoreError) in
      Holdings(
        submissions: row.integer(0), graded: row.integer(1), tokens: row.integer(2), sessions: row.integer(3))
    }
    return found ?? Holdings(submissions: 0, graded: 0, tokens: 0, sessions: 0)
  }

  fileprivate func importRoster(
    _ people: [NewPerson], token: ((Person) -> NewToken)? = nil, at now: Timestamp, by actor: Actor
  ) throws(StoreError) -> RosterOutcome {
    var outcome = RosterOutcome(added: [], updated: [], unchanged: 0)
    for person in people {
      guard let known = try match(person) else {
        let added = try insert(person, at: now)
        if let token { try insert(token(added), for: added.id, at: now) }
        outcome.added.append(added.id)
        continue
      }
      if known.details == person {
        outcome.unchanged += 1
      } else {
        try update(known, to: person)
        outcome.updated.append(known.id)
      }
    }
    let given = token == nil || outcome.added.isEmpty ? "" : ", a token for each who was added"
    let detail = "\(outcome.added.count) added, \(outcome.updated.count) updated\(given)"
    try note("roster.import", "roster", detail, at: now, by: actor)
    return outcome
  }

  /// The person that a roster's line means: by login, or by e-mail address where that is empty or unknown.
  fileprivate func match(_ person: NewPerson) throws(StoreError) -> Person? {
    for field in [PersonField.login, .email] {
      if let found = try holder(of: person[field], as: field) { return found }
    }
    return nil
  }

  /// Who has a login or an e-mail address, in any case of its letters; of several, from before case was passed over, the
  /// one who has it exactly. The indices hold only what is not empty, and are used only where the condition says so.
  private func holder(of text: String, as field: PersonField, except own: PersonID? = nil) throws(StoreError) -> Person?
  {
    guard !text.isEmpty else { return nil }
    let column = field == .login ? "login" : "email"
    return try first(
      """
      SELECT \(personColumns) FROM person
      WHERE \(column) = ?1 COLLATE NOCASE AND \(column) <> '' AND id <> ?2 ORDER BY \(column) <> ?1, id LIMIT 1
      """, .text(text), .integer(own?.rawValue ?? 0), read: readPerson)
  }

  func insert(_ person: NewPerson, at now: Timestamp) throws(StoreError) -> Person {
    try refuseConflict(person, known: nil)
    try run(
      """
      INSERT INTO person (name, role, login, email, school_id, section, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .text(person.name), .text(person.role.rawValue), .text(person.login), .text(person.email),
      .text(person.schoolID), .text(person.section), .integer(now))
    return Person(id: PersonID(rawValue: lastInsertedRow), details: person, addedAt: now, revokedAt: nil)
  }

  func update(_ known: Person, to person: NewPerson) throws(StoreError) {
    try refuseConflict(person, known: known)
    try run(
      "UPDATE person SET name = ?, role = ?, login = ?, email = ?, school_id = ?, section = ? WHERE id = ?",
      .text(person.name), .text(person.role.rawValue), .text(person.login), .text(person.email),
      .text(person.schoolID), .text(person.section), .integer(known.id.rawValue))
  }

  /// What somebody has already stays theirs, even if it was given to two before case was passed over.
  private func refuseConflict(_ person: NewPerson, known: Person?) throws(StoreError) {
    for field in [PersonField.login, .email] where person[field] != known?.details[field] {
      if try holder(of: person[field], as: field, except: known?.id) != nil { throw .conflict(field: field.words) }
    }
  }
}
