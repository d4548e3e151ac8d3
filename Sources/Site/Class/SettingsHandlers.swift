internal import Exercises
internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// Answers with an exercise's deadline, attempts and solutions, and sets them.
struct SettingsHandlers: Sendable {
  let context: SiteContext

  static let mostAttempts = 10_000

  func read(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    return try JSONResponse.negotiated(request, tagged: json(try context.storage.settings(of: exercise.id)).bytes)
  }

  func write(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    var body = try BodyMembers(request, conditions: .later)
    var settings = ExerciseSettings(exercise: exercise.id)
    let zoneName = body.text("timeZone", maxBytes: 100)
    let zone = context.zones[zoneName]
    if zone == nil, !zoneName.isEmpty { body.refuse("timeZone", SettingsHandlers.unknownZone) }
    settings.timeZone = zone?.name ?? "UTC"
    switch body.value("deadline", StatedDeadline.form + ", or null") {
    case .string(let text)?:
      do throws(StatedDeadline.Fault) {
        // Without a zone only the form can be judged.
        let instant = try StatedDeadline.instant(of: text, in: zone ?? .utc, or: "null")
        if zone != nil { settings.deadline = instant }
      } catch { body.refuse("deadline", error.text) }
    case .null?, nil: break
    default: body.refuse("deadline", "must be \(StatedDeadline.form), or null")
    }
    let limits = 1...SettingsHandlers.mostAttempts
    switch body.value("attemptLimit", "a whole number from 1 to \(SettingsHandlers.mostAttempts), or null") {
    case .integer(let limit)? where limits.contains(limit): settings.attemptLimit = limit
    case .null?, nil: break
    default:
      body.refuse("attemptLimit", "must be a whole number from 1 to \(SettingsHandlers.mostAttempts), or null")
    }
    switch body.value("showsSolutionAfterDeadline", "true or false") {
    case .bool(let shows)?: settings.showsSolutionAfterDeadline = shows
    case nil: break
    default: body.refuse("showsSolutionAfterDeadline", "must be true or false")
    }
    try body.finish()
    try context.storage.set(
      settings, told: context.words(on: settings), supposing: Conditions.supposition(of: request) { json($0).bytes },
      at: context.time(), by: caller.actor)
    // Without its entity tag: what is kept is not, byte for byte, what came (RFC 9110 §9.3.4).
    return JSONResponse.response(json(settings).bytes)
  }

  static let unknownZone = "must be an IANA time zone that this system knows, such as Europe/Berlin"

  private func json(_ settings: ExerciseSettings) -> JSONValue {
    [
      "exercise": .string(settings.exercise), "timeZone": .string(settings.timeZone),
      "deadline": context.local(settings).map { .string($0.text) } ?? .null,
      "deadlineUTC": settings.deadline.map { .string(InstantText.rfc3339(milliseconds: $0)) } ?? .null,
      "deadlineText": settings.deadline.map { .string(MomentText.whole($0, zone: settings.timeZone)) } ?? .null,
      "deadlineRemark": context.remark(on: settings).map { .string($0) } ?? .null,
      "attemptLimit": settings.attemptLimit.map { .integer($0) } ?? .null,
      "showsSolutionAfterDeadline": .bool(settings.showsSolutionAfterDeadline),
    ]
  }
}

extension Storage {
  /// What was set for an exercise, or that nothing was.
  func settings(of exercise: String) throws(StoreError) -> ExerciseSettings {
    try settings().first { $0.exercise == exercise } ?? ExerciseSettings(exercise: exercise)
  }
}
