/// Every kind of problem that the server answers with (RFC 9457). The raw value is the last part of the `type`, which is
/// the address of the page that explains it.
package enum ProblemType: String, Sendable, CaseIterable {
  case malformedRequest = "malformed-request"
  case malformedJSON = "malformed-json"
  case invalidParameters = "invalid-parameters"
  case otherEngine = "other-engine"
  case invalidKey = "invalid-key"
  case keyRequired = "key-required"
  case unauthorized
  case crossSite = "cross-site"
  case forbidden
  case unknownJoinCode = "unknown-join-code"
  case deadlinePassed = "deadline-passed"
  case attemptsSpent = "attempts-spent"
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case requestTimeout = "request-timeout"
  case keyInProgress = "key-in-progress"
  case conflict
  case gone
  case lengthRequired = "length-required"
  case preconditionFailed = "precondition-failed"
  case otherPerson = "other-person"
  case contentTooLarge = "content-too-large"
  case targetTooLong = "target-too-long"
  case unsupportedMediaType = "unsupported-media-type"
  case rangeNotSatisfiable = "range-not-satisfiable"
  case expectationFailed = "expectation-failed"
  case misdirectedRequest = "misdirected-request"
  case invalidBody = "invalid-body"
  case keyReused = "key-reused"
  case tooMuchWork = "too-much-work"
  case tooManyRequests = "too-many-requests"
  case fieldsTooLarge = "fields-too-large"
  case internalError = "internal-error"
  case gradingFailed = "grading-failed"
  case notImplemented = "not-implemented"
  case overloaded
  case storageUnavailable = "storage-unavailable"
  case versionNotSupported = "version-not-supported"

  /// The type of what the connection or the router refused with a status alone.
  init(status: Int) {
    self = ProblemType.allCases.first { $0.isGeneral && $0.status == status } ?? .internalError
  }

  /// False for a type that says more than its status does.
  private var isGeneral: Bool {
    switch self {
    case .malformedJSON, .invalidParameters, .otherEngine, .invalidKey, .keyRequired, .crossSite, .unknownJoinCode,
      .deadlinePassed, .attemptsSpent, .conflict, .otherPerson, .keyReused, .tooMuchWork, .gradingFailed,
      .storageUnavailable:
      false
    default: true
    }
  }

  /// The page's path, as the member `type` gives it.
  package var path: String { "/problems/\(rawValue)" }

  package var status: Int { description.status }
  package var title: String { description.title }
}
