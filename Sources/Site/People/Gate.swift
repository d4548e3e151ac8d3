internal import HTTP
internal import Store
internal import Synchronization

/// Finds out who asks, and lets through whom a route is for. Routes made here hand their handlers a `Caller`.
///
/// Looking a token up reads the database, so all of this happens on a worker thread.
struct Gate: Sendable {
  let context: SiteContext

  typealias Handler = @Sendable (Request, PathParameters, Caller) throws -> Response
  typealias OpenHandler = @Sendable (Request, PathParameters, Caller?) throws -> Response
  typealias CancellableHandler = @Sendable (Request, PathParameters, Caller?, Cancellation) throws -> Response
  typealias ReplyingHandler = @Sendable (Request, PathParameters, Caller?) throws -> Reply
  typealias DeferredHandler = @Sendable (Request, PathParameters, Caller, Completion) throws -> Void

  // MARK: Routes

  /// A route for whom the operation's access admits.
  func route(_ method: Method, _ pattern: String, _ operation: Operation, _ handler: @escaping Handler) -> Route {
    Route(method, pattern, operation) { request, parameters in
      .work(.reading) { _ in
        let (caller, limits) = try admitted(request, operation.access)
        return try handler(request, parameters, caller).limited(limits)
      }
    }
  }

  /// A route for all, which learns who is signed in.
  func open(_ method: Method, _ pattern: String, _ operation: Operation, _ handler: @escaping OpenHandler) -> Route {
    open(method, pattern, operation, .reading) { request, parameters, caller, _ in
      try handler(request, parameters, caller)
    }
  }

  /// A route for all, for work that may take longer.
  func open(
    _ method: Method, _ pattern: String, _ operation: Operation, _ demand: WorkDemand,
    _ handler: @escaping CancellableHandler
  ) -> Route {
    Route(method, pattern, operation) { request, parameters in
      .work(demand) { cancellation in
        let caller = try caller(request)
        let limits = try limits(request, caller)
        return try handler(request, parameters, caller, cancellation).limited(limits)
      }
    }
  }

  /// A route for all, whose handler says what work there is and counts it by itself. Where nothing says who asks it is
  /// called on the event loop, and must not block.
  func replying(
    _ method: Method, _ pattern: String, _ operation: Operation, _ handler: @escaping ReplyingHandler
  ) -> Route {
    Route(method, pattern, operation) { request, parameters in
      guard request.headers.contains("Authorization") || context.cookie(for: request).token(in: request) != nil
      else { return try handler(request, parameters, nil) }
      return .found(.reading) { _ in try handler(request, parameters, try caller(request)) }
    }
  }

  /// A route that is answered later, for whom the operation's access admits.
  func deferred(
    _ method: Method, _ pattern: String, _ operation: Operation, _ demand: WorkDemand,
    _ handler: @escaping DeferredHandler
  ) -> Route {
    Route(method, pattern, operation) { request, parameters in
      .deferred(demand) { _, completion in
        let (caller, _) = try admitted(request, operation.access)
        try handler(request, parameters, caller, completion)
      }
    }
  }

  // MARK: Who asks

  /// Who asks and may, with the fields that tell how often they still may.
  /// - Throws: `Problem`: 401, 403 or 429.
  func admitted(_ request: Request, _ access: Access) throws -> (caller: Caller, limits: HeaderFields) {
    guard let caller = try caller(request) else {
      _ = try context.requestLimits.address.take(request.peer.network, now: context.clock())
      throw Gate.unauthorized("This is for people whom the course knows: sign in, or send a token.")
    }
    guard access.admits(caller.person.role) else {
      throw Problem(
        .forbidden, access == .instructor ? "This is for instructors." : "This is for students alone.")
    }
    return (caller, try limits(request, caller))
  }

  /// Who asks; nil if nothing says so, or if a browser's session has ended. Blocks.
  /// - Throws: `Problem`: 401 for a bearer token that is not valid, 403 for a change by cookie of which the browser does
  ///   not say that a page of ours asked for it, 412 if the request takes itself for somebody else's.
  func caller(_ request: Request) throws -> Caller? {
    try holder(request).map { try NamedPerson.checked(request, $0, context.storage) }
  }

  /// Whose token the request has.
  private func holder(_ request: Request) throws -> Caller? {
    let now = context.time()
    if request.headers.contains("Authorization") {
      let digest = Gate.bearer(request).map { Digest(of: Array($0.utf8)) }
      guard let digest, let person = try context.storage.holder(of: digest, kind: .bearer, at: now)
      else {
        _ = try context.requestLimits.address.take(request.peer.network, now: context.clock())
        // Unknown, expired or ended: the answer is the same.
        throw Gate.unauthorized("The token is not valid.", error: "invalid_token")
      }
      return Caller(person: person, means: .bearer, token: digest)
    }
    guard let token = context.cookie(for: request).token(in: request) else { return nil }
    let digest = Digest(of: Array(token.utf8))
    guard let person = try context.storage.holder(of: digest, kind: .session, at: now) else { return nil }
    guard request.method.isSafe || SameOrigin.isProven(request) else {
      throw Problem(.crossSite, "A request that changes something by cookie must come from a page of this site.")
    }
    context.sessions.renew(digest, at: now)
    return Caller(person: person, means: .session, token: digest)
  }

  private func limits(_ request: Request, _ caller: Caller?) throws -> HeaderFields {
    let limits = context.requestLimits
    guard let caller else { return try limits.address.take(request.peer.network, now: context.clock()) }
    return try limits.person.take(caller.person.limitName, now: context.clock())
  }

  static func unauthorized(_ detail: String, error: String? = nil) -> Problem {
    // RFC 6750 §3: without a token, no error code.
    let challenge = "Bearer realm=\"course\"" + (error.map { ", error=\"\($0)\"" } ?? "")
    return Problem(.unauthorized, detail, headers: ["WWW-Authenticate": challenge])
  }

  /// The token of `Authorization: Bearer`; nil for anything else, and for more than one field.
  private static func bearer(_ request: Request) -> String? {
    let values = request.headers.values(of: "Authorization")
    guard values.count == 1 else { return nil }
    let words = values[0].utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 2, words[0].count == 6, words[0].elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 })
    else { return nil }
    return String(decoding: words[1], as: UTF8.self)
  }
}

extension Person {
  /// Under what name a limit by person counts them.
  var limitName: String { "person \(id.rawValue)" }
}

extension Response {
  /// The response with fields that tell of a limit, unless it tells of a tighter one.
  fileprivate func limited(_ fields: HeaderFields) -> Response {
    var response = self
    if !response.headers.contains("RateLimit") { response.headers.set(fields) }
    return response
  }
}
