internal import HTTP
internal import JSON
internal import Retry
internal import Simulation
internal import Store
internal import Synchronization

/// Answers requests to run a live experiment.
final class LiveRunHandler: Sendable {
  /// How long an answer is kept for a request that is sent again: at most until the server stops.
  static let keptFor = Duration.seconds(600)
  /// How many answers are kept. Beyond them, requests with a new key are refused rather than their answers forgotten.
  static let mostKept = 2000
  /// How long a run may take: no live experiment takes longer.
  private static let lease = Duration.seconds(120)

  private let context: SiteContext
  private let ledger = Mutex(IdempotencyLedger<Response>(lease: lease, keptFor: keptFor))

  init(context: SiteContext) { self.context = context }

  func run(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Reply {
    let experiment = try live(parameters["id"])
    guard request.query.isEmpty else {
      throw Problem(
        .invalidParameters, "A live run takes its parameters as the body's members.",
        errors: request.query.pairs.prefix(50).map {
          Problem.Invalid(.parameter($0.name), "must stand in the body, not in the query")
        })
    }
    let key = try IdempotencyField.optional(request)
    let arguments = try LiveRunHandler.arguments(experiment, try RequestBody.json(of: request, conditions: .now))
    let limits = try context.limits.take(request, by: caller, now: context.clock())
    let demand = context.limits.counted(context.runner.demand(experiment, arguments), for: request, by: caller)
    return .work(demand) { [self] cancellation in
      var response = try once(key, request, caller) {
        let result = try context.runner.run(experiment, arguments, isCancelled: { cancellation.isCancelled })
        return JSONResponse.response(result.json)
      }
      response.headers.set(limits)
      return response
    }
  }

  /// Carries the request out, unless one with its key was carried out before.
  private func once(
    _ key: IdempotencyKey?, _ request: Request, _ caller: Caller?, _ run: () throws -> Response
  ) throws -> Response {
    guard let key else { return try run() }
    // Two people that choose the same key do not get each other's answers, even behind one address; where nobody is known
    // addresses set them apart.
    let scope = (caller?.person.limitName ?? request.peer.host) + " " + request.path
    let fingerprint = Digest(of: request.body).bytes
    let now = context.clock
    let admission = try ledger.withLock { ledger throws(Problem) in
      ledger.prune(at: .nanoseconds(now()))
      let admission = ledger.begin(scope: scope, key: key, fingerprint: fingerprint, at: .nanoseconds(now()))
      if case .act(let ticket) = admission, ledger.count > LiveRunHandler.mostKept {
        ledger.abandon(ticket)
        throw Problem(.overloaded, "Too many answers are kept for their keys.", headers: ["Retry-After": "60"])
      }
      return admission
    }
    switch admission {
    case .replay(var response):
      response.headers["Idempotency-Replayed"] = "true"
      return response
    case .inProgress:
      throw Problem(.keyInProgress, "A request with this key is being carried out.", headers: ["Retry-After": "1"])
    case .mismatch:
      throw Problem(.keyReused, "This key was used for another request.")
    case .act(let ticket):
      do {
        let response = try run()
        ledger.withLock { _ = $0.finish(ticket, response, at: .nanoseconds(now())) }
        return response
      } catch {
        // Nothing came of it that a client could have seen or that lasts.
        ledger.withLock { $0.abandon(ticket) }
        throw error
      }
    }
  }

  private func live(_ id: String) throws -> any Experiment {
    guard let experiment = Experiments[id] else { throw Problem(.notFound, "There is no experiment of that name.") }
    guard experiment.isLive else {
      throw Problem(.notFound, "\(id) is a pure experiment: GET /api/v1/experiments/\(id).")
    }
    return experiment
  }

  private static func arguments(_ experiment: any Experiment, _ body: JSONValue) throws -> Arguments {
    do throws(InvalidParameters) { return try experiment.arguments(json: body) } catch {
      throw Problem(
        .invalidBody, "The body is not what this experiment takes.",
        errors: error.faults.map { fault in
          fault.parameter.isEmpty
            ? Problem.Invalid(.pointer(""), fault.message) : .member(fault.parameter, fault.message)
        })
    }
  }
}
