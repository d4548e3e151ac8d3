internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// The page that imports a class list.
extension TeachingPageHandlers {
  func roster(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return signIn("/teach/roster") }
    return page(pages.roster())
  }

  func importRoster(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return signIn("/teach/roster") }
    let form = try RequestBody.form(of: request, conditions: .now)
    var list = RosterForm(text: form["roster"] ?? "", givesTokens: form["tokens"] == "true")
    let bytes = Array(list.text.utf8)
    let now = context.time()
    // A form that comes late must not bring back who was deleted since. Another list from the same page is another form.
    let sealed = SealedAnswer(
      FormFields(form).key,
      scope: Claim.scope(of: instructor.person.id, "POST \(request.path) \(Digest(of: bytes).bytes.hex)"),
      fingerprint: bytes, now: now)
    if let claim = sealed.claim, let outcome = try context.storage.outcome(of: claim, at: now) {
      return try repeated(sealed, outcome)
    }
    let plan: RosterPlan
    let people = try context.storage.everybody()
    do throws(CSVFaults) { plan = try RosterPlan(Roster(bytes), people: people) } catch {
      list.faults = error.faults
      return page(pages.roster(list), .unprocessableContent)
    }
    list.plan = plan
    guard form["do"] == "import" else { return page(pages.roster(list)) }
    let imported = ImportedList()
    let token: (@Sendable (Person) -> NewToken)? = if list.givesTokens { { imported.token(for: $0) } } else { nil }
    let outcome: ClaimOutcome
    do throws(StoreError) {
      outcome = try context.storage.importRoster(
        plan.people, token: token, claim: sealed.claim, at: now,
        by: instructor.actor, respond: { _ in sealed.kept(RecordedResponse(.ok, imported.json)) })
    } catch .conflict(let field) {
      list.plan = nil
      list.faults = [
        CSVFault(line: 1, "a \(field) came to be somebody else's while the list was read; check the list again")
      ]
      return page(pages.roster(list), .unprocessableContent)
    } catch { throw error }
    guard case .done = outcome else { return try repeated(sealed, outcome) }
    return page(pages.roster(RosterForm(plan: plan, isDone: true, tokens: imported.entries)))
  }

  /// Nothing happens a second time, but what was shown once for the form is shown for it again.
  private func repeated(_ sealed: SealedAnswer, _ outcome: ClaimOutcome) throws -> Response {
    let kept = try sealed.given(outcome).answer.body
    let tokens = ImportedList.entries(try? JSONParser.parse(kept))
    return page(pages.roster(RosterForm(isRepeated: true, tokens: tokens)))
  }
}
