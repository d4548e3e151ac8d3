internal import Store
internal import Teaching

/// A deadline as an instructor states it: what the clocks of a zone show then.
enum StatedDeadline {
  static let form = "a time on the zone's clocks, such as 2026-12-01T23:59"

  /// What is wrong with one, as the end of a sentence that begins with the field's name.
  struct Fault: Error {
    let text: String
  }

  /// Of two instants at which the clocks show it the first.
  /// - Parameter otherwise: What may stand in its place, such as `null`.
  /// - Throws: for what is no time, for a time that the clocks are put forward over, and for one that falls into no year
  ///   from 1 to 9999 where UTC counts it.
  static func instant(of text: String, in zone: ZoneRules, or otherwise: String) throws(Fault) -> Timestamp {
    guard let time = LocalTime(text) else { throw Fault(text: "must be \(form), or \(otherwise)") }
    switch zone.showing(of: time) {
    case .once(let seconds), .twice(let seconds, _):
      guard LocalTime(secondsSince1970: seconds).secondsSince1970 == seconds else {
        throw Fault(text: "must be in the years 1 to 9999 in UTC too, which is hours before or after \(zone.name)")
      }
      return seconds * 1000
    case .never(let from, let to):
      let end = from.date == to.date ? to.clock : "\(to.date) \(to.clock)"
      throw Fault(
        text: "must be a time that the clocks show: those of \(zone.name) are put forward from \(from.date) "
          + "\(from.clock) to \(end), which skips \(time.clock)")
    }
  }

  /// What has to be said of a deadline whose time the clocks show twice; nil for every other.
  static func remark(on deadline: Timestamp, in zone: ZoneRules) -> String? {
    let seconds = deadline / 1000
    let time = zone.local(at: seconds)
    guard case .twice(let first, let second) = zone.showing(of: time) else { return nil }
    let offsets = [first, second].map { ZoneRules.text(offset: zone.offset(at: $0)) }
    return "The clocks of \(zone.name) show \(time.clock) twice that day, at \(offsets[0]) and again at \(offsets[1]); "
      + "the deadline is the \(seconds == first ? "first" : "second")."
  }
}

extension SiteContext {
  private func zone(of settings: ExerciseSettings) -> ZoneRules { zones[settings.timeZone] ?? .utc }

  /// The deadline as the clocks of its zone show it.
  func local(_ settings: ExerciseSettings) -> LocalTime? {
    settings.deadline.map { zone(of: settings).local(at: $0 / 1000) }
  }

  /// What has to be said of the deadline, if anything.
  func remark(on settings: ExerciseSettings) -> String? {
    settings.deadline.flatMap { StatedDeadline.remark(on: $0, in: zone(of: settings)) }
  }

  /// What is set, in words for the audit trail.
  func words(on settings: ExerciseSettings) -> String {
    let deadline = settings.deadline.map { "until \(MomentText.whole($0, zone: settings.timeZone))" } ?? "no deadline"
    let attempts =
      switch settings.attemptLimit {
      case nil: "any number of attempts"
      case 1?: "1 attempt"
      case let limit?: "\(limit) attempts"
      }
    let solution = settings.showsSolutionAfterDeadline ? "the solution after the deadline" : "no solution"
    return "\(deadline); \(attempts); \(solution)"
  }
}
