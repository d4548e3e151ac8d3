internal import Exercises
internal import HTTP
internal import JSON
internal import Store

/// Answers what somebody who is signed in sees of themselves.
struct AccountPageHandlers: Sendable {
  let context: SiteContext

  func me(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let caller else { return PageResponse.redirect(to: "/sign-in?next=/me") }
    let best = try context.storage.bestGrades(of: caller.person.id)
    let reader = WorkReader(context)
    let rows = try ExerciseCatalogue.exercises.map { exercise in
      let grade = best.first { $0.exercise == exercise.id }
      return AccountSummary.Row(
        exercise: exercise.id, best: grade.map { ($0.score, $0.maxScore) },
        terms: try reader.terms(of: exercise.id, for: caller.person),
        history: try reader.history(of: caller.person.id, exercise.id))
    }
    let keys = try OwnTokens(context: context).list(of: caller).map { token in
      AccountSummary.Key(
        id: token.name, isSession: token.kind == .session, madeAt: MomentText.brief(token.madeAt),
        endsAt: token.expiresAt.map { MomentText.brief($0) }, isInUse: token.digest == caller.token)
    }
    let account = AccountSummary(
      name: caller.person.name, isInstructor: caller.isInstructor, rows: rows, keys: keys,
      formKey: Secret().text, notice: request.query["done"] == "ended" ? "It has ended." : nil)
    return PageResponse.response(Pages.account(account, in: context.shelf.outline), isStored: false)
  }

  /// A further token for the reader's programs, once for the form's key.
  func addToken(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let caller else { return PageResponse.redirect(to: "/sign-in?next=/me") }
    let key = FormFields(try RequestBody.form(of: request, conditions: .now)).key
    let response = try TokenGrant(context: context).answer(
      try InnerRequest.post("/api/v1/me/tokens", key, for: request), to: caller.person.id, replacing: false, by: caller)
    return PageResponse.response(
      Pages.ownToken(try InnerRequest.token(in: response).token, in: context.shelf.outline), isStored: false)
  }

  func endToken(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let caller else { return PageResponse.redirect(to: "/sign-in?next=/me") }
    let ended = try OwnTokens(context: context).end(
      try RequestBody.form(of: request, conditions: .now)["id"] ?? "", of: caller)
    return PageResponse.redirect(to: ended.digest == caller.token ? "/sign-in" : "/me?done=ended")
  }

  /// Everything that is kept of the caller, as a file.
  func data(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let caller else { return PageResponse.redirect(to: "/sign-in?next=/me") }
    var response = JSONResponse.response(
      try PersonData.json(caller.person, context.storage, for: .student).bytes)
    response.headers["Content-Disposition"] = "attachment; filename=\"course-data.json\""
    return response
  }
}
