internal import HTTP
internal import JSON
internal import Simulation
internal import Synchronization

/// Answers requests to run a live experiment.
final class LiveRunHandler: Sendable {
  /// How many answers are kept for requests that are sent again, and how long: until the server stops, at most.
  static let keptAnswers = 1000
  static let keptSeconds: UInt64 = 3600

  private let context: SiteContext
  private let ledger = Mutex(
    IdempotencyLedger<Response>(capacity: keptAnswers, lifetime: keptSeconds * 1_000_000_000))

  init(context: SiteContext) { self.context = context }

  func run(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let experiment = try live(parameters["id"])
    let key = try IdempotencyKey.of(request)
    let arguments = try LiveRunHandler.arguments(experiment, try RequestBody.json(of: request))
    let limits = try context.limits.take(request, now: context.clock())
    return .work(.interactive) { [self] cancellation in
      var response = try once(key, request) {
        let result = try context.runner.run(experiment, arguments, isCancelled: { cancellation.isCancelled })
        return JSONResponse.response(result.json)
      }
      response.headers.set(limits)
      return response
    }
  }

  /// Carries the request out, unless one with its key was carried out before.
  private func once(_ key: String?, _ request: Request, _ run: () throws -> Response) throws -> Response {
    guard let key else { return try run() }
    // Addresses set clients apart: two that choose the same key by chance do not get each other's answers.
    let record = request.peer.host + " " + key
    let fingerprint = Digest.sha256(Array((request.path + "\n").utf8) + request.body)
    switch ledger.withLock({ $0.begin(record, fingerprint: fingerprint, now: context.clock()) }) {
    case .replay(var response):
      response.headers["Idempotency-Replayed"] = "true"
      return response
    case .inProgress:
      throw Problem(
        .keyInProgress, "A request with this key is being carried out.", headers: ["Retry-After": "1"])
    case .otherRequest:
      throw Problem(.keyReused, "This key was used for another request.")
    case .run:
      do {
        let response = try run()
        ledger.withLock { $0.finish(record, response) }
        return response
      } catch {
        // Nothing came of it that a client could have seen or that lasts.
        ledger.withLock { $0.abandon(record) }
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
