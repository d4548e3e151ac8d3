extension SQLiteStorage {
  package func holder(of token: Digest, kind: TokenKind, at now: Timestamp) throws(StoreError) -> Person? {
    try read { connection throws(StoreError) in try connection.holder(of: token, kind: kind, at: now) }
  }

  package func grant(_ token: NewToken, to id: PersonID, replacing: Bool, at now: Timestamp, by actor: Actor)
    throws(StoreError)
  {
    try writer.perform { connection throws(StoreError) in
      _ = try connection.grant(token, to: id, replacing: replacing, at: now, by: actor)
    }
  }

  package func grant(
    _ token: NewToken, to id: PersonID, replacing: Bool, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { $0.id }, at: now, respond: respond) { () throws(StoreError) in
        try connection.grant(token, to: id, replacing: replacing, at: now, by: actor)
      }
    }
  }

  package func renewSession(_ token: Digest, idle: Int, absolute: Int, at now: Timestamp) {
    let piece = Writer.Piece(
      body: { connection throws(StoreError) in
        try connection.run(
          """
          UPDATE token SET expires_at = min(made_at + ?1, ?2 + ?3)
          WHERE digest = ?4 AND kind = 'session' AND ended_at IS NULL AND expires_at > ?2
          """, .integer(absolute), .integer(now), .integer(idle), .blob(token.bytes))
      }, done: { _ in })  // It ends earlier then: nothing is lost.
    writer.submit(piece)
  }

  package func anyoneCanEnter(as role: Role, at now: Timestamp) throws(StoreError) -> Bool {
    try read { connection throws(StoreError) in
      try connection.first(
        """
        SELECT 1 FROM token JOIN person ON person.id = token.person
        WHERE role = ? AND kind <> 'invitation' AND ended_at IS NULL AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > ?)
        """, .text(role.rawValue), .integer(now)
      ) { _ throws(StoreError) in true } ?? false
    }
  }

  package func exchange(_ invitation: Digest, for token: NewToken, at now: Timestamp) throws(StoreError) -> Person? {
    try writer.perform { connection throws(StoreError) in
      guard let person = try connection.holder(of: invitation, kind: .invitation, at: now) else { return nil }
      try connection.end(invitation, at: now)
      try connection.insert(token, for: person.id, at: now)
      try connection.note("invitation.use", "person \(person.id.rawValue)", at: now, by: .person(person.id))
      return person
    }
  }

  package func tokens(of id: PersonID, including known: Digest?, at now: Timestamp, limit: Int) throws(StoreError)
    -> [HeldToken]
  {
    try read { connection throws(StoreError) in
      try connection.all(
        """
        SELECT digest, kind, made_at, expires_at FROM (
          SELECT * FROM token WHERE person = ? AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
          ORDER BY digest IS ? DESC, made_at DESC, digest LIMIT ?)
        ORDER BY made_at DESC, digest
        """, .integer(id.rawValue), .integer(now), known.map { .blob($0.bytes) } ?? .null, .integer(limit)
      ) { row throws(StoreError) in
        guard let digest = Digest(bytes: row.blob(0)), let kind = TokenKind(rawValue: row.text(1)) else {
          throw .corrupt(path: connection.path, detail: "a token is none")
        }
        return HeldToken(digest: digest, kind: kind, madeAt: row.integer(2), expiresAt: row.optionalInteger(3))
      }
    }
  }

  package func end(_ token: Digest, of id: PersonID, at now: Timestamp, by actor: Actor) throws(StoreError) -> Bool {
    try writer.perform { connection throws(StoreError) in
      try connection.run(
        """
        UPDATE token SET ended_at = ?1
        WHERE digest = ?2 AND person = ?3 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?1)
        """, .integer(now), .blob(token.bytes), .integer(id.rawValue))
      guard connection.changes == 1 else { return false }
      try connection.note("token.end", "person \(id.rawValue)", at: now, by: actor)
      return true
    }
  }

  package func end(_ token: Digest, at now: Timestamp) throws(StoreError) {
    try writer.perform { connection throws(StoreError) in try connection.end(token, at: now) }
  }
}

extension Connection {
  fileprivate func grant(_ token: NewToken, to id: PersonID, replacing: Bool, at now: Timestamp, by actor: Actor)
    throws(StoreError) -> Person
  {
    guard let person = try person(id) else { throw .unknownPerson }
    guard person.revokedAt == nil else { throw .revokedPerson }
    if replacing {
      // Whoever came in by a token that ends is out, too.
      try run(
        """
        UPDATE token SET ended_at = ?1
        WHERE person = ?2 AND ended_at IS NULL AND (kind = ?3 OR (?3 = 'bearer' AND kind = 'session'))
        """,
        .integer(now), .integer(id.rawValue), .text(token.kind.rawValue))
    }
    try insert(token, for: id, at: now)
    try note("token.grant", "person \(id.rawValue)", token.kind.rawValue, at: now, by: actor)
    return person
  }

  fileprivate func holder(of token: Digest, kind: TokenKind, at now: Timestamp) throws(StoreError) -> Person? {
    let id = try first(
      """
      SELECT token.person FROM token JOIN person ON person.id = token.person
      WHERE digest = ? AND kind = ? AND ended_at IS NULL AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ?)
      """, .blob(token.bytes), .text(kind.rawValue), .integer(now)
    ) { row throws(StoreError) in PersonID(rawValue: row.integer(0)) }
    guard let id else { return nil }
    return try person(id)
  }

  fileprivate func end(_ token: Digest, at now: Timestamp) throws(StoreError) {
    try run("UPDATE token SET ended_at = ? WHERE digest = ? AND ended_at IS NULL", .integer(now), .blob(token.bytes))
  }

  func insert(_ token: NewToken, for person: PersonID, at now: Timestamp) throws(StoreError) {
    try run(
      "INSERT INTO token (digest, person, kind, made_at, expires_at) VALUES (?, ?, ?, ?, ?)",
      .blob(token.digest.bytes), .integer(person.rawValue), .text(token.kind.rawValue), .integer(now),
      .optional(token.expiresAt))
  }
}
