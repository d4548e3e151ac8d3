internal import Exercises
internal import HTTP
internal import JSON
internal import Store

/// The checks of a marking as they are kept with its grade, all of them. What is shown of them is chosen at the door.
enum GradeReport {
  static func bytes(_ marking: Marking) -> [UInt8] { (["checks": marking.json(for: .instructor)] as JSONValue).bytes }

  /// The checks that a reader may see, and how many of all passed.
  static func members(_ report: [UInt8], for reader: Marking.Reader) -> [JSONMember] {
    let all: [JSONValue] =
      if case .array(let checks)? = (try? JSONParser.parse(report))?["checks"] { checks } else { [] }
    let visible = all.filter { $0["visible"] == .bool(true) }
    let hidden = all.filter { $0["visible"] != .bool(true) }
    return [
      JSONMember("visible", tally(visible)), JSONMember("hidden", tally(hidden)),
      JSONMember("checks", .array(reader == .instructor ? all : visible)),
    ]
  }

  private static func tally(_ checks: [JSONValue]) -> JSONValue {
    ["passed": .integer(checks.count { $0["passed"] == .bool(true) }), "of": .integer(checks.count)]
  }
}

extension Submission {
  /// What the API shows of a submission. A student sees how many hidden checks passed, and nothing else of them.
  func json(for reader: Marking.Reader) -> JSONValue {
    var members = [
      JSONMember("id", .string(String(id.rawValue))), JSONMember("exercise", .string(exercise)),
      JSONMember("attempt", .integer(attempt)),
      JSONMember("submittedAt", .string(InstantText.rfc3339(milliseconds: submittedAt))),
    ]
    if reader == .instructor { members.append(JSONMember("person", .string(String(person.rawValue)))) }
    switch state {
    case .pending: members.append(JSONMember("status", "pending"))
    case .abandoned(_, let at):
      members += [
        JSONMember("status", "failed"), JSONMember("endedAt", .string(InstantText.rfc3339(milliseconds: at))),
      ]
    case .graded(let grade, let at):
      members += [
        JSONMember("status", "graded"), JSONMember("gradedAt", .string(InstantText.rfc3339(milliseconds: at))),
        JSONMember("score", .number(Double(grade.score) / 100)),
        JSONMember("maxScore", .number(Double(grade.maxScore) / 100)),
        JSONMember("graderVersion", .string(grade.graderVersion)),
      ]
      members += GradeReport.members(grade.report, for: reader)
    }
    return .object(members)
  }

  var path: String { "/api/v1/submissions/\(id.rawValue)" }

  /// This submission in another state.
  func with(_ state: State) -> Submission {
    Submission(
      id: id, person: person, exercise: exercise, body: body, attempt: attempt, submittedAt: submittedAt, state: state)
  }

  /// The answer to the request that handed this in, as it is kept.
  var recorded: RecordedResponse {
    let location = RecordedResponse.Field("Location", path)
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
