/// A request's claim to have one effect however often it is sent: its key, where the key counts, and what it was sent
/// with (IETF draft-ietf-httpapi-idempotency-key-header).
package struct Claim: Sendable, Equatable {
  /// The caller and the route: a key says nothing outside them.
  package let scope: String
  package let key: String
  /// Of the request's body.
  package let body: Digest
  /// When it may be forgotten; nil keeps it as long as what it made.
  package let expiresAt: Timestamp?

  package init(scope: String, key: String, body: Digest, expiresAt: Timestamp?) {
    self.scope = scope
    self.key = key
    self.body = body
    self.expiresAt = expiresAt
  }

  /// The scope of what one person asks of a route, such as `POST /api/v1/students`.
  package static func scope(of person: PersonID, _ route: String) -> String { "person \(person.rawValue) \(route)" }
}

/// An answer as it was first given, to be given again.
package struct RecordedResponse: Sendable, Equatable {
  package let status: Int
  package let headers: [Field]
  package let body: [UInt8]

  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(status: Int, headers: [Field] = [], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// What became of a claim.
package enum ClaimOutcome: Sendable, Equatable {
  /// The effect took place now.
  case done(RecordedResponse)
  /// It had taken place before; this was the answer.
  case replayed(RecordedResponse)
  /// The key was used with another body (422).
  case otherBody
  /// What it made was deleted since, and nothing of it is known any more (410).
  case gone
}

/// What became of a submission with a claim.
package enum Acceptance: Sendable, Equatable {
  /// Taken, to be graded now.
  case accepted(Submission)
  /// Taken with the grade that was ready; this is the answer.
  case graded(RecordedResponse)
  case replayed(RecordedResponse)
  /// The key was used with another body (422). Found before it is asked whether the first is still in progress.
  case otherBody
  /// The first request with the key has no answer yet (409).
  case inProgress(SubmissionID)
  /// Every attempt is spent.
  case attemptsSpent(limit: Int)
  /// It came too late.
  case deadlinePassed(Timestamp)
}
