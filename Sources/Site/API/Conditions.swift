internal import HTTP
internal import Store

/// Whether a request is to be carried out that says what it supposes of what it changes, by `If-Match` or
/// `If-None-Match` (RFC 9110 §13.1). It is held against that after everything that would refuse it anyway (§13.2.1).
package enum Conditions {
  /// Where what is at an address has an entity tag, this is compared in the step that changes it.
  package enum Time: Sendable {
    /// Before the content is read. For addresses that have no entity tag: whatever is there is there, and has none of
    /// those that a request may name.
    case now
    /// By the handler.
    case later

    /// What stands between the refusals for what a body is said to be and those for what it holds.
    /// - Throws: `Problem`: 412.
    func beforeContent(of request: Request) throws {
      if self == .now { try Conditions.check(request) }
    }
  }

  static let failed = Problem(
    .preconditionFailed, "What is here is not what the request supposes. Nothing was changed.")

  /// - Parameter isThere: False where the request will be refused since there is nothing at its address.
  /// - Throws: `Problem`: 412 if an address without an entity tag is not what the request supposes.
  static func check(_ request: Request, where isThere: @autoclosure () throws -> Bool = true) throws {
    if request.isConditional, try isThere(), !request.supposes(entityTag: nil) { throw failed }
  }

  /// For a change of what is shown as JSON.
  static func supposition<Subject>(
    of request: Request, _ shown: @escaping @Sendable (Subject) -> [UInt8]
  ) -> Supposition<Subject> {
    { subject in !request.isConditional || request.supposes(entityTag: JSONResponse.entityTag(of: shown(subject))) }
  }
}
