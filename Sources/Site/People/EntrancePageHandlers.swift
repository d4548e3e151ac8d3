internal import HTTP
internal import JSON
internal import Retry
internal import Store
internal import Teaching

/// Answers the pages by which people come in and go out. What they do is what the API does.
struct EntrancePageHandlers: Sendable {
  let context: SiteContext

  private var outline: CourseOutline { context.shelf.outline }

  // MARK: Joining

  func join(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) -> Response {
    page(Pages.join(Errand(query: request.query), key: Secret().text, in: outline))
  }

  func enrol(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let form = try RequestBody.form(of: request, conditions: .now)
    let errand = Errand(form)
    var fields = FormFields(form)
    let code = fields.text("code", maxBytes: Enrolment.longestCode)
    let name = fields.text(.name)
    let key = fields.key
    func refused(_ faults: [String: String]) -> Response {
      // Nothing came of this key, but another is as good and needs no proof of that.
      page(
        Pages.join(errand, key: Secret().text, code: code, name: name, faults: faults, in: outline),
        .unprocessableContent)
    }
    guard fields.faults.isEmpty else { return refused(fields.faults) }
    let answer: RecordedResponse
    do {
      answer = try Enrolment(context: context).enrol(name, code: code, key: key, fingerprint: request.body).answer
    } catch StoreError.unknownJoinCode {
      return refused(["code": "is not open; ask your instructor for the code of your class"])
    }
    guard case .string(let token)? = (try? JSONParser.parse(answer.body))?["token"],
      let (person, session) = try signIn(token, request)
    else { throw Problem(.internalError, "The new student could not be signed in.") }
    var response = page(Pages.welcome(person.name, token: token, errand, in: outline))
    response.headers["Set-Cookie"] = session
    return response
  }

  // MARK: Signing in and out

  func signInForm(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) -> Response {
    // The link of the first start brings an invitation; it is used by a click, not by a visit.
    page(Pages.signIn(Errand(query: request.query), invitation: request.query["token"], in: outline))
  }

  func signIn(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let form = try RequestBody.form(of: request, conditions: .now)
    let errand = Errand(form)
    let token = PersonRules.trimmed(form["token"] ?? "")
    guard let (person, session) = try signIn(token, request) else {
      let fault = token.isEmpty ? "is missing" : "is not valid: it is mistyped, or it has ended"
      var response = page(Pages.signIn(errand, fault: fault, in: outline), .unauthorized)
      response.headers.set(Gate.unauthorized("").headers)
      return response
    }
    var response =
      errand.answer == nil
      ? PageResponse.redirect(to: errand.next ?? "/me") : page(Pages.signedIn(person.name, errand, in: outline))
    response.headers["Set-Cookie"] = session
    return response
  }

  func signOut(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    try Conditions.check(request)
    let cookie = context.cookie(for: request)
    if let token = cookie.token(in: request) { try context.sessions.signOut(token, at: context.time()) }
    var response = PageResponse.redirect(to: "/")
    response.headers["Set-Cookie"] = cookie.removed
    return response
  }

  /// Who is now signed in, and the field that keeps them so; nil if the token is not valid.
  private func signIn(_ token: String, _ request: Request) throws -> (person: Person, cookie: String)? {
    let cookie = context.cookie(for: request)
    return try context.sessions.signIn(token, replacing: cookie.token(in: request), at: context.time())
      .map { ($0.0, cookie.set($0.1)) }
  }

  private func page(_ html: HTML, _ status: Status = .ok) -> Response {
    PageResponse.response(html, status, isStored: false)
  }
}
