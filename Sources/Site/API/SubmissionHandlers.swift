internal import Exercises
internal import HTTP
internal import JSON
internal import Retry
internal import Store

/// Takes submissions, and answers what became of them.
struct SubmissionHandlers: Sendable {
  let context: SiteContext

  /// Takes a submission, once for a key. It is answered with its grade, or after a second that the grade is to come.
  func submit(_ request: Request, _ parameters: PathParameters, _ caller: Caller, _ completion: Completion) throws {
    let exercise = try context.exercise(parameters["id"])
    let key = try IdempotencyField.required(request)
    let answer = try context.grader.answer(request, to: exercise)
    let limits = try context.requestLimits.submissions.take(caller.person.limitName, now: context.clock())
    if let seconds = context.grading.refusal(caller.person.id) {
      throw Problem(
        .overloaded, "Too many submissions wait to be graded.", headers: ["Retry-After": String(seconds)])
    }
    try context.submissions.accept(exercise, answer, request.body, key, of: caller) { result in
      switch result {
      case .success(let (answer, isReplay)):
        var response = Response(answer, isReplay: isReplay)
        response.headers.set(limits)
        completion.send(response)
      case .failure(let error): completion.fail(error)
      }
    }
  }

  func one(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    guard let number = PageQuery.number(parameters["id"]),
      let submission = try context.storage.submission(SubmissionID(rawValue: number)),
      caller.isInstructor || submission.person == caller.person.id
    else { throw Problem(.notFound, "There is no such submission, or it is somebody else's.") }
    let reader: Marking.Reader = caller.isInstructor ? .instructor : .student
    var response = try JSONResponse.negotiated(request, submission.json(for: reader).bytes)
    if submission.state == .pending { response.headers["Retry-After"] = "1" }
    return response
  }

  /// The caller's best grades, their sum, and everything they handed in, in the order in which it came.
  func grades(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let query = try PageQuery(request)
    let person = caller.person.id
    let best = try context.storage.bestGrades(of: person)
    let found = try context.storage.submissions(
      person: person, exercise: nil, after: query.cursor.map(SubmissionID.init(rawValue:)), limit: query.limit + 1)
    let (history, next) = query.part(found) { $0.id.rawValue }
    let answer: JSONValue = [
      "grades": .array(
        best.map { grade in
          [
            "exercise": .string(grade.exercise), "score": .number(Double(grade.score) / 100),
            "maxScore": .number(Double(grade.maxScore) / 100),
            "submission": .string(String(grade.submission.rawValue)), "attempts": .integer(grade.attempts),
            "submittedAt": .string(InstantText.rfc3339(milliseconds: grade.submittedAt)),
          ]
        }),
      "total": .number(Double(best.reduce(0) { $0 + $1.score }) / 100),
      "history": .array(history.map { $0.json(for: .student) }), "next": next,
    ]
    return try JSONResponse.negotiated(request, answer.bytes)
  }
}
