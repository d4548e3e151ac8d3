internal import HTTP
internal import JSON
internal import Simulation

/// Answers the API's questions about pure experiments.
struct ExperimentHandlers: Sendable {
  let context: SiteContext

  private static let catalogue = JSONResponse.ready(ExperimentCatalogue.json.bytes)

  func catalogue(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    .ready(try JSONResponse.negotiated(request, ExperimentHandlers.catalogue))
  }

  /// Runs a pure experiment. The same parameters give the same bytes for as long as the engine is the same, so the
  /// entity tags are known before the run.
  func run(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let experiment = try pure(parameters["id"])
    let query = try RunQuery(request, experiment)
    if query.form == .events { return events(request, query) }
    if let tag = query.heldTag(request) {
      return .response(Response(.notModified, headers: query.headers.with("ETag", tag)))
    }
    let run: @Sendable (Cancellation) throws -> Response = { cancellation in
      let result = try context.runner.run(
        experiment, query.arguments, isCancelled: { cancellation.isCancelled })
      return query.response(result, to: request)
    }
    switch context.runner.standing(experiment, query.arguments) {
    case .kept(let result): return .response(query.response(result, to: request))
    case .new: return .work(.interactive(seconds: experiment.expectedSeconds(query.arguments)), run)
    case .running: break
    }
    // A class that asks for the same run waits for it without a thread for each.
    return .deferred(.interactive(seconds: 0)) { cancellation, completion in
      let isFollowing = context.runner.follow(experiment, query.arguments, isCancelled: { cancellation.isCancelled }) {
        switch $0 {
        case .success(let result): completion.send(query.response(result, to: request))
        case .failure(let error): completion.fail(error)
        }
      }
      if !isFollowing { completion.send(try run(cancellation)) }
    }
  }

  private func events(_ request: Request, _ query: RunQuery) -> Reply {
    if request.headers["Last-Event-ID"] == RunEvents.lastId {
      // The browser reconnects after the end of a stream, unless it is told that there is no more.
      return .response(Response(.noContent, headers: query.headers))
    }
    let head = Response(type: "text/event-stream", headers: query.headers, body: [])
    return .stream(context.runner.demand(query.experiment, query.arguments), head: head) { writer in
      let events = RunEvents(writer, clock: context.clock)
      do {
        let result = try context.runner.run(
          query.experiment, query.arguments, isCancelled: { !writer.isOpen }, progress: events.progress)
        events.result(result)
      } catch {
        let problem = context.problem(of: error, request)
        events.problem(problem.json(requestId: request.idText))
        throw error
      }
    }
  }

  private func pure(_ id: String) throws -> any Experiment {
    guard let experiment = Experiments[id] else { throw Problem(.notFound, "There is no experiment of that name.") }
    guard !experiment.isLive else {
      throw Problem(
        .notFound, "\(id) uses real sockets, so its outcome has no address: POST to /api/v1/experiments/\(id)/runs.")
    }
    return experiment
  }
}
