package import Exercises
package import HTTP
internal import JSON
package import Simulation
package import Store

/// Reads submissions and grades them. The same submission always gets the same grade from one version of a grader.
package struct SubmissionGrader: Sendable {
  package let exercises: [any Exercise]

  package init(_ exercises: [any Exercise] = ExerciseCatalogue.exercises) { self.exercises = exercises }

  package subscript(id: String) -> (any Exercise)? { exercises.first { $0.id == id } }

  /// The most bytes of a submission's body.
  package static let maximumBytes = 65_536

  /// The answer in a request's body.
  /// - Throws: `Problem`: 413, 415, 400 if the body is not JSON, or 422 with every fault.
  package func answer(_ request: Request, to exercise: any Exercise) throws -> Arguments {
    guard request.body.count <= SubmissionGrader.maximumBytes else {
      throw Problem(.contentTooLarge, "A submission has at most \(SubmissionGrader.maximumBytes) bytes.")
    }
    let member = exercise.kind.rawValue
    var body = try BodyMembers(request, conditions: .now)
    var answer: Arguments?
    if let value = body.value(member, "an object") {
      do throws(InvalidParameters) { answer = try exercise.answer(value) } catch {
        body.refuse(error.faults.map { SubmissionGrader.invalid($0, in: member) })
      }
    }
    try body.finish()
    guard let answer else { throw Problem(.invalidBody, "The body is not what this exercise takes.") }
    return answer
  }

  /// The grade of an answer whose marking takes no time; nil where it has to wait for its turn. Where the marking fails
  /// the queue will tell of it.
  func ready(_ answer: Arguments, to exercise: any Exercise, of person: PersonID, at now: Timestamp) -> ReadyGrade? {
    guard exercise.isMarkedAtOnce,
      let marking = try? exercise.mark(answer, of: Candidate(person: person.rawValue), RunMonitor())
    else { return nil }
    return ReadyGrade(marking, by: exercise, at: now)
  }

  /// Grades what was accepted.
  /// - Throws: `RunStopped`, or what is a fault of ours: every answer was found valid before it was accepted.
  package func grade(_ submission: Submission, _ monitor: RunMonitor) throws -> Grade {
    guard let exercise = self[submission.exercise] else { throw Fault("there is no exercise \(submission.exercise)") }
    guard let value = try JSONParser.parse(submission.body)[exercise.kind.rawValue] else {
      throw Fault("the body has no \(exercise.kind.rawValue)")
    }
    let candidate = Candidate(person: submission.candidate.rawValue)
    let marking = try exercise.mark(try exercise.answer(value), of: candidate, monitor)
    return Grade(marking, by: exercise, report: GradeReport.bytes(marking))
  }

  /// Why a submission that was accepted cannot be graded.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  private static func invalid(_ fault: Simulation.Fault, in member: String) -> Problem.Invalid {
    guard !fault.parameter.isEmpty else { return .member(member, fault.message) }
    guard case .pointer(let inner) = Problem.Invalid.member(fault.parameter, "").place else {
      return .member(member, fault.message)
    }
    return Problem.Invalid(.pointer("/\(member)\(inner)"), fault.message)
  }
}
