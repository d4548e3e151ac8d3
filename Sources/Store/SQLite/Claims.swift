/// A claim as it is kept.
struct KeptClaim {
  /// Nil once what it made was deleted.
  let body: Digest?
  let submission: SubmissionID?
  let response: RecordedResponse?
  /// Nil for what is kept as long as what it made.
  let expiresAt: Timestamp?

  func hasExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

extension Connection {
  /// What is kept under the claim's scope and key; an expired one is forgotten on the way.
  func claimed(_ claim: Claim, at now: Timestamp) throws(StoreError) -> KeptClaim? {
    guard let found = try kept(claim) else { return nil }
    guard found.hasExpired(at: now) else { return found }
    try run("DELETE FROM claim WHERE scope = ? AND key = ?", .text(claim.scope), .text(claim.key))
    return nil
  }

  /// What is kept under the claim's scope and key, even if it has expired.
  fileprivate func kept(_ claim: Claim) throws(StoreError) -> KeptClaim? {
    try first(
      "SELECT body, submission, status, headers, response, expires_at FROM claim WHERE scope = ? AND key = ?",
      .text(claim.scope), .text(claim.key)
    ) { row throws(StoreError) in
      KeptClaim(
        body: Digest(bytes: row.blob(0)), submission: row.optionalInteger(1).map(SubmissionID.init(rawValue:)),
        response: readResponse(row, from: 2), expiresAt: row.optionalInteger(5))
    }
  }

  /// Keeps a claim with what it made and, unless that is still to come, its answer.
  func keep(
    _ claim: Claim, submission: SubmissionID? = nil, person: PersonID? = nil, response: RecordedResponse?,
    at now: Timestamp
  ) throws(StoreError) {
    try run(
      """
      INSERT INTO claim (scope, key, body, made_at, expires_at, submission, person, status, headers, response)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(claim.scope), .text(claim.key), .blob(claim.body.bytes), .integer(now), .optional(claim.expiresAt),
      .optional(submission?.rawValue), .optional(person?.rawValue), .optional(response?.status),
      response.map { .text($0.headerText) } ?? .null, response.map { .blob($0.body) } ?? .null)
  }

  /// Has an effect unless the claim says that it took place, and keeps the answer made from it.
  /// - Parameter person: Whose the answer is, which is forgotten with them; nil for nobody's.
  func once<Effect>(
    _ claim: Claim?, of person: (Effect) -> PersonID?, at now: Timestamp, respond: (Effect) -> RecordedResponse,
    _ effect: () throws(StoreError) -> Effect
  ) throws(StoreError) -> ClaimOutcome {
    if let claim, let outcome = try claimed(claim, at: now)?.outcome(of: claim) { return outcome }
    let made = try effect()
    let response = respond(made)
    if let claim { try keep(claim, person: person(made), response: response, at: now) }
    return .done(response)
  }

  /// Leaves of a person's claims that they were used. Submissions go with the person, and their claims with them.
  func forgetClaims(of person: PersonID) throws(StoreError) {
    try run(
      """
      UPDATE claim SET person = NULL, body = x'', status = NULL, headers = NULL, response = NULL
      WHERE person = ? AND submission IS NULL
      """, .integer(person.rawValue))
  }

  /// Keeps the answer to the request that made a submission, unless there is one.
  /// - Returns: the answer that stands.
  func answer(_ submission: SubmissionID, _ response: RecordedResponse) throws(StoreError) -> RecordedResponse {
    try run(
      "UPDATE claim SET status = ?, headers = ?, response = ? WHERE submission = ? AND status IS NULL",
      .integer(response.status), .text(response.headerText), .blob(response.body), .integer(submission.rawValue))
    if changes > 0 { return response }
    let standing = try first(
      "SELECT status, headers, response FROM claim WHERE submission = ?", .integer(submission.rawValue)
    ) { row throws(StoreError) in readResponse(row, from: 0) }
    return (standing ?? nil) ?? response
  }
}

extension KeptClaim {
  /// What became of a claim that comes again; nil while it has no answer.
  func outcome(of claim: Claim) -> ClaimOutcome? {
    guard let body else { return .gone }
    if body != claim.body { return .otherBody }
    return response.map { .replayed($0) }
  }
}

extension SQLiteStorage {
  package func outcome(of claim: Claim, at now: Timestamp) throws(StoreError) -> ClaimOutcome? {
    try read { connection throws(StoreError) in
      guard let kept = try connection.kept(claim), !kept.hasExpired(at: now) else { return nil }
      return kept.outcome(of: claim)
    }
  }
}

private func readResponse(_ row: Row, from column: Int32) -> RecordedResponse? {
  guard let status = row.optionalInteger(column) else { return nil }
  return RecordedResponse(status: status, headerText: row.text(column + 1), body: row.blob(column + 2))
}

extension RecordedResponse {
  /// Fields as lines of `name: value`; neither can hold a line break.
  fileprivate var headerText: String { headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }

  fileprivate init(status: Int, headerText: String, body: [UInt8]) {
    let fields = headerText.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line -> Field? in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == UInt8(ascii: " ") }
      return Field(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
    self.init(status: status, headers: fields, body: body)
  }
}
