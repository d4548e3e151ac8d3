internal import HTTP
internal import JSON
internal import Retry
internal import Store
internal import Teaching

/// Imports class lists. For the API and for pages alike.
struct RosterHandlers: Sendable {
  let context: SiteContext

  /// Adds and updates students from a class list, once for a key: all of it or nothing.
  func importList(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let isDry = try RosterHandlers.isDry(request)
    let key = try IdempotencyField.optional(request)
    let bytes = try RequestBody.csv(of: request)
    let roster = try CSVProblem.checked { () throws(CSVFaults) in try Roster(bytes) }
    let people = try context.storage.everybody()
    let plan = try CSVProblem.checked { () throws(CSVFaults) in try RosterPlan(roster, people: people) }
    if isDry { return JSONResponse.response(RosterHandlers.json(plan, roster, isDry: true).bytes) }
    let now = context.time()
    let claim = key.map {
      Claim(
        scope: "person \(caller.person.id.rawValue) POST \(request.path)", key: $0.value,
        body: Store.Digest(of: request.body), expiresAt: now + SealedAnswer.keptFor)
    }
    let answer = RecordedResponse(.ok, RosterHandlers.json(plan, roster, isDry: false))
    switch try context.storage.importRoster(
      plan.people, claim: claim, at: now, by: caller.actor, respond: { _ in answer })
    {
    case .done(let answer): return Response(answer)
    case .replayed(let answer): return Response(answer, isReplay: true)
    case .otherBody: throw Problem(.keyReused, "This key was used for another request.")
    }
  }

  private static func isDry(_ request: Request) throws -> Bool {
    for (name, value) in request.query.sent where name != "dryRun" || !["true", "false"].contains(value) {
      throw Problem(
        .invalidParameters, "The query has parameters that are not allowed.",
        errors: [
          Problem.Invalid(
            .parameter(name), name == "dryRun" ? "must be true or false" : "is unknown; the parameter is dryRun")
        ])
    }
    return request.query["dryRun"] == "true"
  }

  private static func json(_ plan: RosterPlan, _ roster: Roster, isDry: Bool) -> JSONValue {
    [
      "dryRun": .bool(isDry), "added": .strings(plan.added.map(\.name)),
      "updated": .array(
        plan.updated.map { ["id": .string(String($0.person.id.rawValue)), "name": .string($0.details.name)] }),
      "unchanged": .integer(plan.unchanged), "ignoredColumns": .strings(roster.ignoredColumns),
    ]
  }
}
