internal import Exercises
internal import HTTP
internal import JSON
internal import Simulation
internal import Store
internal import Teaching

/// Answers requests to grade an exercise again.
struct RegradeHandlers: Sendable {
  let context: SiteContext
  let gate: Gate

  /// Without `If-Match` a dry run: every change, and the plan's name in `ETag`. With it, exactly that plan. As an event
  /// stream: progress, then the plan, or a problem; who may not have it gets no stream.
  func regrade(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let exercise = try context.exercise(parameters["id"])
    guard Accept.names(request, "text/event-stream"), !request.headers.contains("If-Match") else {
      return .work(.batch) { cancellation in
        let (caller, limits) = try gate.admitted(request, .instructor)
        var response = try answer(request, exercise, caller, monitor(cancellation))
        response.headers.set(limits)
        return response
      }
    }
    return .found(.reading) { _ in
      let (_, limits) = try gate.admitted(request, .instructor)
      try RequestBody.nothing(in: request, conditions: .now)
      var fields = SecurityHeaders.data.with("Cache-Control", "no-store")
      fields.set(limits)
      let head = Response(type: "text/event-stream", headers: fields, body: [])
      return .stream(.batch, head: head) { writer in
        let events = RunEvents(writer, clock: context.clock)
        do {
          let monitor = RunMonitor(
            threads: context.settings.threads, isCancelled: { !writer.isOpen }, progress: { events.progress($0) })
          events.result(try Regrading(context: context).plan(exercise, monitor).json(isApplied: false))
        } catch {
          events.problem(context.problem(of: error, request).json(requestId: request.idText))
        }
      }
    }
  }

  private func answer(_ request: Request, _ exercise: any Exercise, _ caller: Caller, _ monitor: RunMonitor) throws
    -> Response
  {
    try RequestBody.nothing(in: request, conditions: .later)
    let regrading = Regrading(context: context)
    let tags = request.headers.values(of: "If-Match")
    guard !tags.isEmpty else {
      try Conditions.check(request)
      let plan = try regrading.plan(exercise, monitor)
      return RegradeHandlers.response(plan, isApplied: false)
    }
    guard tags.count == 1, tags[0].utf8.count > 2, tags[0].hasPrefix("\""), tags[0].hasSuffix("\"") else {
      throw Problem(.preconditionFailed, "If-Match must name one plan: the ETag of a dry run.")
    }
    // The plan is what is named; what else is said of it has to hold, too.
    guard request.supposes(entityTag: tags[0]) else { throw Conditions.failed }
    let plan = try regrading.apply(String(tags[0].dropFirst().dropLast()), to: exercise, by: caller)
    return RegradeHandlers.response(plan, isApplied: true)
  }

  private func monitor(_ cancellation: Cancellation) -> RunMonitor {
    RunMonitor(threads: context.settings.threads, isCancelled: { cancellation.isCancelled })
  }

  private static func response(_ plan: RegradePlan, isApplied: Bool) -> Response {
    var response = JSONResponse.response(plan.json(isApplied: isApplied).bytes)
    response.headers["ETag"] = "\"\(plan.tag)\""
    return response
  }
}
