internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// Imports class lists. For the API and for pages alike.
struct RosterHandlers: Sendable {
  let context: SiteContext

  /// Adds and updates students from a class list, once for a key: all of it or nothing.
  func importList(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let isDry = try RosterHandlers.isDry(request)
    let now = context.time()
    let sealed = try SealedAnswer(request, by: caller, at: now)
    let bytes = try RequestBody.csv(of: request, conditions: .now)
    // Before the list is held against the class, which may be another by now.
    if !isDry, let claim = sealed.claim, let outcome = try context.storage.outcome(of: claim, at: now) {
      return try sealed.response(outcome)
    }
    let roster = try CSVProblem.checked { () throws(CSVFaults) in try Roster(bytes) }
    let people = try context.storage.everybody()
    let plan = try CSVProblem.checked { () throws(CSVFaults) in try RosterPlan(roster, people: people) }
    if isDry { return JSONResponse.response(RosterHandlers.json(plan, roster, isDry: true).bytes) }
    let answer = sealed.kept(RecordedResponse(.ok, RosterHandlers.json(plan, roster, isDry: false)))
    return try sealed.response(
      try context.storage.importRoster(
        plan.people, token: nil, claim: sealed.claim, at: now, by: caller.actor, respond: { _ in answer }))
  }

  private static func isDry(_ request: Request) throws -> Bool {
    let sent = try QueryParameters.read(request, ["dryRun"]) { _, value in
      ["true", "false"].contains(value) ? nil : "must be true or false"
    }
    return sent["dryRun"] == "true"
  }

  private static func json(_ plan: RosterPlan, _ roster: Roster, isDry: Bool) -> JSONValue {
    [
      "dryRun": .bool(isDry), "added": .strings(plan.added.map(\.name)),
      "updated": .array(
        plan.updated.map { ["id": .string(String($0.person.id.rawValue)), "name": .string($0.details.name)] }),
      "unchanged": .integer(plan.unchanged), "ignoredColumns": .strings(roster.ignoredColumns),
      "notices": .array(plan.notices.map(\.json)),
    ]
  }
}
