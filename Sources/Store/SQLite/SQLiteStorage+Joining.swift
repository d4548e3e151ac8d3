extension SQLiteStorage {
  package func openJoinCode(
    _ code: String, replacing former: String?, claim: Claim?, at now: Timestamp, by actor: Actor,
    respond: @escaping @Sendable () -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { _ in nil }, at: now, respond: { _ in respond() }) { () throws(StoreError) in
        if let former { try connection.closeJoinCode(former, at: now) }
        try connection.run(
          "INSERT INTO join_code (code, made_at) VALUES (?, ?) ON CONFLICT (code) DO NOTHING", .text(code),
          .integer(now))
        guard connection.changes == 1 else { throw StoreError.conflict(field: "join code") }
        try connection.note(former == nil ? "join.open" : "join.replace", "join code", at: now, by: actor)
      }
    }
  }

  package func knowsJoinCode(_ code: String) throws(StoreError) -> Bool {
    try read { connection throws(StoreError) in
      try connection.first("SELECT 1 FROM join_code WHERE code = ?", .text(code)) { _ throws(StoreError) in true }
        ?? false
    }
  }

  package func closeJoinCode(_ code: String, at now: Timestamp, by actor: Actor) throws(StoreError) {
    try writer.perform { connection throws(StoreError) in
      try connection.closeJoinCode(code, at: now)
      try connection.note("join.close", "join code", at: now, by: actor)
    }
  }

  package func joinCodes() throws(StoreError) -> [String] {
    try read { connection throws(StoreError) in
      try connection.all("SELECT code FROM join_code WHERE closed_at IS NULL ORDER BY made_at DESC, code") {
        row throws(StoreError) in row.text(0)
      }
    }
  }

  package func enrol(
    _ person: NewPerson, code: String, token: NewToken, claim: Claim?, at now: Timestamp,
    respond: @escaping @Sendable (Person) -> RecordedResponse
  ) throws(StoreError) -> ClaimOutcome {
    try writer.perform { connection throws(StoreError) in
      try connection.once(claim, of: { $0.id }, at: now, respond: respond) { () throws(StoreError) in
        let open = try connection.first(
          "SELECT 1 FROM join_code WHERE code = ? AND closed_at IS NULL", .text(code)
        ) { _ throws(StoreError) in true }
        guard open != nil else { throw StoreError.unknownJoinCode }
        let added = try connection.insert(person, at: now)
        try connection.insert(token, for: added.id, at: now)
        try connection.note("person.enrol", "person \(added.id.rawValue)", at: now, by: .person(added.id))
        return added
      }
    }
  }
}

extension Connection {
  fileprivate func closeJoinCode(_ code: String, at now: Timestamp) throws(StoreError) {
    try run("UPDATE join_code SET closed_at = ? WHERE code = ? AND closed_at IS NULL", .integer(now), .text(code))
    guard changes == 1 else { throw StoreError.unknownJoinCode }
  }
}
