internal import Exercises
internal import HTTP
internal import JSON
internal import Store

/// The checks of a marking as they are kept with its grade, all of them. What is shown of them is chosen at the door.
enum GradeReport {
  static func bytes(_ marking: Marking) -> [UInt8] {
    Array("{\"checks\":".utf8) + list(of: marking.checks) + "}".utf8
  }

  fileprivate static func list(of checks: [Check]) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(listOf: checks.map(\.bytes))
    return writer.bytes
  }

  /// The checks that a reader may see, and how many of all passed.
  static func members(_ report: JSONValue?, for reader: Marking.Reader) -> [JSONMember] {
    let all: [JSONValue] = if case .array(let checks)? = report?["checks"] { checks } else { [] }
    let visible = all.filter { $0["visible"] == .bool(true) }
    let hidden = all.filter { $0["visible"] != .bool(true) }
    return tallies(visible: tally(visible), hidden: tally(hidden)) + [
      JSONMember("checks", .array(reader == .instructor ? all : visible))
    ]
  }

  fileprivate static func tallies(visible: JSONValue, hidden: JSONValue) -> [JSONMember] {
    [JSONMember("visible", visible), JSONMember("hidden", hidden)]
  }

  private static func tally(_ checks: [JSONValue]) -> JSONValue {
    ["passed": .integer(checks.count { $0["passed"] == .bool(true) }), "of": .integer(checks.count)]
  }
}

extension Submission {
  /// What the API shows of a submission. A student sees how many hidden checks passed, and nothing else of them.
  func json(for reader: Marking.Reader) -> JSONValue {
    var members = identity
    if reader == .instructor { members.append(JSONMember("person", .string(String(person.rawValue)))) }
    members.append(JSONMember("submittedAt", .string(InstantText.rfc3339(milliseconds: submittedAt))))
    switch state {
    case .pending: members.append(JSONMember("status", "pending"))
    case .abandoned(_, let at):
      members += [
        JSONMember("status", "failed"), JSONMember("endedAt", .string(InstantText.rfc3339(milliseconds: at))),
      ]
    case .graded(let grade, let at):
      members += grade.members(try? JSONParser.parse(grade.report), at: at, for: reader)
    }
    return .object(members)
  }

  /// What only the store knows of a new submission comes first, so that the rest can be made before.
  fileprivate var identity: [JSONMember] {
    [
      JSONMember("id", .string(String(id.rawValue))), JSONMember("exercise", .string(exercise)),
      JSONMember("attempt", .integer(attempt)),
    ]
  }

  var path: String { "/api/v1/submissions/\(id.rawValue)" }

  /// This submission in another state.
  func with(_ state: State) -> Submission {
    Submission(
      id: id, person: person, candidate: candidate, exercise: exercise, body: body, attempt: attempt,
      submittedAt: submittedAt, state: state)
  }

  fileprivate var location: RecordedResponse.Field { RecordedResponse.Field("Location", path) }

  /// The answer to the request that handed this in, as it is kept.
  var recorded: RecordedResponse {
    switch state {
    case .graded: return RecordedResponse(.created, json(for: .student), [location])
    case .pending: return RecordedResponse(.accepted, json(for: .student), [location, .init("Retry-After", "1")])
    case .abandoned:
      return RecordedResponse(
        Problem(
          .gradingFailed,
          "The submission was taken, but a fault of ours kept it from being graded. It does not count as an attempt."))
    }
  }
}

extension Grade {
  fileprivate func members(_ report: JSONValue?, at: Timestamp, for reader: Marking.Reader) -> [JSONMember] {
    result(at: at) + GradeReport.members(report, for: reader)
  }

  /// What it came to, without what was looked at.
  fileprivate func result(at: Timestamp) -> [JSONMember] {
    [
      JSONMember("status", "graded"), JSONMember("gradedAt", .string(InstantText.rfc3339(milliseconds: at))),
      JSONMember("score", .number(Double(score) / 100)), JSONMember("maxScore", .number(Double(maxScore) / 100)),
      JSONMember("graderVersion", .string(graderVersion)),
    ]
  }

  /// - Parameter report: As it is kept.
  init(_ marking: Marking, by exercise: any Exercise, report: [UInt8]) {
    self.init(
      score: marking.score, maxScore: marking.maxScore, report: report, graderVersion: exercise.graderVersion)
  }
}

extension ReadyGrade {
  /// A grade for a submission that is about to be taken. The answer is made here but for the submission's numbers, so
  /// that the store, which makes one after the other, has next to nothing to do for it.
  init(_ marking: Marking, by exercise: any Exercise, at now: Timestamp) {
    let grade = Grade(marking, by: exercise, report: GradeReport.bytes(marking))
    let visible = marking.checks.filter(\.isVisible)
    let members =
      [JSONMember("submittedAt", .string(InstantText.rfc3339(milliseconds: now)))] + grade.result(at: now)
      + GradeReport.tallies(visible: marking.visible.json, hidden: marking.hidden.json)
    let rest =
      JSONValue.object(members).bytes.dropFirst().dropLast() + ",\"checks\":".utf8 + GradeReport.list(of: visible)
      + "}".utf8
    self.init(grade) { submission in
      // Two objects become one.
      var body = JSONValue.object(submission.identity).bytes
      body[body.endIndex - 1] = UInt8(ascii: ",")
      return RecordedResponse(.created, body + rest, [submission.location])
    }
  }
}
