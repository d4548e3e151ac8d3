/// A claim as it is kept.
struct KeptClaim {
  let body: Digest?
  let submission: SubmissionID?
  let response: RecordedResponse?
}

extension Connection {
  /// What is kept under the claim's scope and key; an expired one is forgotten on the way.
  func claimed(_ claim: Claim, at now: Timestamp) throws(StoreError) -> KeptClaim? {
    let found = try first(
      "SELECT body, submission, status, headers, response, expires_at FROM claim WHERE scope = ? AND key = ?",
      .text(claim.scope), .text(claim.key)
    ) { row throws(StoreError) in
      (
        claim: KeptClaim(
          body: Digest(bytes: row.blob(0)), submission: row.optionalInteger(1).map(SubmissionID.init(rawValue:)),
          response: readResponse(row, from: 2)),
        expiresAt: row.optionalInteger(5)
      )
    }
    guard let expiresAt = found?.expiresAt, expiresAt <= now else { return found?.claim }
    try run("DELETE FROM claim WHERE scope = ? AND key = ?", .text(claim.scope), .text(claim.key))
    return nil
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

  /// Has an effect on a person unless the claim says that it took place, and keeps the answer made from it.
  func once(
    _ claim: Claim?, at now: Timestamp, respond: (Person) -> RecordedResponse, _ effect: () throws(StoreError) -> Person
  ) throws(StoreError) -> ClaimOutcome {
    if let claim, let known = try claimed(claim, at: now) {
      if known.body != claim.body { return .otherBody }
      if let response = known.response { return .replayed(response) }
    }
    let person = try effect()
    let response = respond(person)
    if let claim { try keep(claim, person: person.id, response: response, at: now) }
    return .done(response)
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
