internal import Exercises
internal import HTTP
internal import Simulation
internal import Store
internal import Teaching

/// Answers the instructor's pages about a class. What they do is what the API does.
struct TeachingPageHandlers: Sendable {
  let context: SiteContext

  private static let perPage = 100

  var pages: TeachingPages { TeachingPages(outline: context.shelf.outline) }

  // MARK: Gradebook

  func gradebook(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return signIn("/teach") }
    return page(try gradebookPage(after: request.query["after"].flatMap(PageQuery.number) ?? 0))
  }

  func fillCanvas(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return signIn("/teach") }
    let pasted = try RequestBody.form(of: request, conditions: .now)["export"] ?? ""
    let export: CanvasExport
    do throws(CSVFaults) { export = try CanvasExport(Array(pasted.utf8)) } catch {
      let faults = error.faults.map(\.description)
      return page(try gradebookPage(pasted: pasted, faults: faults), .unprocessableContent)
    }
    return page(try gradebookPage(filling: export.filled(from: try context.gradebook())))
  }

  private func gradebookPage(
    after cursor: Int = 0, filling: CanvasFilling? = nil, pasted: String = "", faults: [String] = []
  ) throws -> HTML {
    let gradebook = try context.gradebook()
    let first = gradebook.rows.firstIndex { $0.person.id.rawValue > cursor } ?? gradebook.rows.count
    let end = min(first + TeachingPageHandlers.perPage, gradebook.rows.count)
    let next = end < gradebook.rows.count ? String(gradebook.rows[end - 1].person.id.rawValue) : nil
    let deadlines = gradebook.columns.map { column in
      context.local(column.settings).map { "\($0.date) \($0.clock), \(column.settings.timeZone)" }
    }
    return pages.gradebook(
      gradebook, rows: first..<end, next: next, deadlines: deadlines, filling: filling, pasted: pasted,
      faults: faults)
  }

  // MARK: An exercise

  func exercise(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    guard try instructor(caller) != nil else { return signIn("/teach/exercises/\(exercise.id)") }
    let notice = request.query["done"] == "saved" ? "The settings are saved." : nil
    return page(try exercisePage(exercise, notice: notice))
  }

  func saveSettings(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    guard let instructor = try instructor(caller) else { return signIn("/teach/exercises/\(exercise.id)") }
    let form = try RequestBody.form(of: request, conditions: .now)
    // What is missing would be taken for emptied.
    for name in ["deadline", "timeZone", "attemptLimit"] where form[name] == nil {
      throw Problem(.malformedRequest, "The form has no field \(name).")
    }
    func text(_ name: String) -> String { form[name]?.split(separator: " ").joined(separator: " ") ?? "" }
    var terms = TeachingPages.Terms(
      deadline: text("deadline"), timeZone: text("timeZone"), attemptLimit: text("attemptLimit"),
      showsSolution: form["showsSolution"] == "true")
    var settings = ExerciseSettings(
      exercise: exercise.id, timeZone: terms.timeZone, showsSolutionAfterDeadline: terms.showsSolution)
    let zone = context.zones[terms.timeZone]
    if zone == nil { terms.faults["timeZone"] = SettingsHandlers.unknownZone }
    if !terms.deadline.isEmpty {
      do throws(StatedDeadline.Fault) {
        settings.deadline = try StatedDeadline.instant(of: terms.deadline, in: zone ?? .utc, or: "empty")
      } catch { terms.faults["deadline"] = error.text }
    }
    if !terms.attemptLimit.isEmpty {
      settings.attemptLimit = PageQuery.number(terms.attemptLimit)
      if !(1...SettingsHandlers.mostAttempts).contains(settings.attemptLimit ?? 0) {
        terms.faults["attemptLimit"] = "must be a whole number from 1 to \(SettingsHandlers.mostAttempts), or empty"
      }
    }
    guard terms.faults.isEmpty else {
      return page(
        pages.exercise(exercise.id, exercise.title, terms, zones: context.zones.names), .unprocessableContent)
    }
    try context.storage.set(
      settings, told: context.words(on: settings), at: context.time(), by: instructor.actor)
    return TeachingPageHandlers.redirect("/teach/exercises/\(exercise.id)?done=saved")
  }

  /// With a plan in the form exactly that; without one, what would change.
  func regrade(
    _ request: Request, _ parameters: PathParameters, _ caller: Caller?, _ cancellation: Cancellation
  ) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    guard let instructor = try instructor(caller) else { return signIn("/teach/exercises/\(exercise.id)") }
    let form = request.body.isEmpty ? nil : try RequestBody.form(of: request, conditions: .now)
    try Conditions.check(request)
    let regrading = Regrading(context: context)
    if let tag = form?["plan"] {
      let plan = try regrading.apply(tag, to: exercise, by: instructor)
      return page(try exercisePage(exercise, plan: plan, isApplied: true))
    }
    let monitor = RunMonitor(threads: context.settings.threads, isCancelled: { cancellation.isCancelled })
    return page(try exercisePage(exercise, plan: try regrading.plan(exercise, monitor)))
  }

  private func exercisePage(
    _ exercise: any Exercise, notice: String? = nil, plan: RegradePlan? = nil, isApplied: Bool = false
  ) throws -> HTML {
    let settings = try context.storage.settings(of: exercise.id)
    var terms = TeachingPages.Terms(
      deadline: context.local(settings)?.text ?? "", timeZone: settings.timeZone,
      attemptLimit: settings.attemptLimit.map { String($0) } ?? "", showsSolution: settings.showsSolutionAfterDeadline)
    if let deadline = settings.deadline {
      let text =
        "\(settings.isOver(at: context.time()) ? "It was" : "Now"): \(MomentText.whole(deadline, zone: settings.timeZone))."
      terms.standing = [text, context.remark(on: settings)].compactMap { $0 }.joined(separator: " ")
    }
    return pages.exercise(
      exercise.id, exercise.title, terms, zones: context.zones.names, notice: notice, plan: plan, isApplied: isApplied)
  }

  // MARK: Audit trail

  func audit(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return signIn("/teach/audit") }
    let found = try context.storage.audit(
      before: request.query["before"].flatMap(PageQuery.number), limit: TeachingPageHandlers.perPage + 1)
    let entries = Array(found.prefix(TeachingPageHandlers.perPage))
    let next = found.count > entries.count ? entries.last.map { String($0.number) } : nil
    return page(pages.audit(entries, names: try context.names(of: entries), next: next))
  }

  // MARK: Parts

  /// - Returns: nil for somebody who is not signed in.
  /// - Throws: `Problem`: 403 for a student.
  func instructor(_ caller: Caller?) throws -> Caller? {
    guard let caller else { return nil }
    guard caller.isInstructor else { throw Problem(.forbidden, "This is for instructors.") }
    return caller
  }

  func signIn(_ path: String) -> Response { TeachingPageHandlers.redirect("/sign-in?next=\(path)") }

  private static func redirect(_ path: String) -> Response {
    Response(.seeOther, headers: SecurityHeaders.page.with("Cache-Control", "no-store").with("Location", path))
  }

  func page(_ html: HTML, _ status: Status = .ok) -> Response {
    PageResponse.response(html, status, isStored: false)
  }
}
