internal import Dispatch
internal import Exercises
internal import HTTP
internal import JSON
internal import Retry
internal import Simulation
internal import Store

/// Answers the pages of exercises. A form without script does what the API does, in the same words.
struct ExercisePageHandlers: Sendable {
  let context: SiteContext
  let gate: Gate

  init(context: SiteContext) {
    self.context = context
    gate = Gate(context: context)
  }

  private var outline: CourseOutline { context.shelf.outline }

  func list(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) -> Response {
    page(Pages.exercises(outline))
  }

  func exercise(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    return page(Pages.exercise(exercise, work: try WorkReader(context).work(on: exercise, by: caller), in: outline))
  }

  /// What a page that serves everybody shows of this reader's work.
  func standing(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    let exercise = try context.exercise(parameters["id"])
    return page(Pages.standing(of: exercise, work: try WorkReader(context).work(on: exercise, by: caller)))
  }

  // MARK: Checking

  /// Runs the visible checks. Blocks for as long as the exercise's grader takes.
  func check(_ request: Request, _ parameters: PathParameters, _ caller: Caller?, _ cancellation: Cancellation) throws
    -> Response
  {
    let exercise = try context.exercise(parameters["id"])
    return try checked(
      exercise, try ExercisePageHandlers.fields(try form(request, exercise), exercise), caller, request.peer.network,
      cancellation)
  }

  private func checked(
    _ exercise: any Exercise, _ sent: [(name: String, value: String)], _ caller: Caller?, _ network: String,
    _ cancellation: Cancellation, refusal: String? = nil
  ) throws -> Response {
    var work = try WorkReader(context).work(on: exercise, by: caller, sent: sent)
    work.refusal = refusal
    let answer: Arguments
    do throws(InvalidParameters) { answer = try ExerciseForm.answer(sent, to: exercise) } catch {
      work.faults = error.faults
      return page(Pages.exercise(exercise, work: work, in: outline), .unprocessableContent)
    }
    _ = try context.requestLimits.checks.take(
      caller?.person.limitName ?? network, now: context.clock())
    let monitor = RunMonitor(isCancelled: { cancellation.isCancelled })
    let marking = try exercise.mark(answer, of: caller.candidate, monitor)
    work.outcome = ExerciseOutcome(visible: marking)
    return page(Pages.exercise(exercise, work: work, in: outline))
  }

  // MARK: Handing in

  /// Hands in what a form says. The outcome stands at an address of its own, so that loading the page again sends
  /// nothing; sending the form again, with the key that came with it, leads there too.
  func submit(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let exercise = try context.exercise(parameters["id"])
    return .deferred(.grading) { cancellation, completion in
      try submit(request, exercise, try gate.caller(request), cancellation, completion)
    }
  }

  private func submit(
    _ request: Request, _ exercise: any Exercise, _ caller: Caller?, _ cancellation: Cancellation,
    _ completion: Completion
  ) throws {
    let form = try form(request, exercise)
    let sent = try ExercisePageHandlers.fields(form, exercise)
    guard let key = FormFields(form).key else {
      let words = "Nothing is submitted yet: look at the outcome of the visible checks, then submit."
      return completion.send(try checked(exercise, sent, caller, request.peer.network, cancellation, refusal: words))
    }
    guard var caller else { return completion.send(try asked(exercise, sent, instead: nil)) }
    var isForNobody = false
    switch try NamedPerson.form(form, caller, context.storage) {
    case .somebodyElse: return completion.send(try asked(exercise, sent, instead: caller))
    case .nobody: isForNobody = true
    case .caller(let named): caller = named
    case nil: break
    }
    try submit(exercise, sent, key, caller, isForNobody: isForNobody, completion)
  }

  private func submit(
    _ exercise: any Exercise, _ sent: [(name: String, value: String)], _ key: IdempotencyKey, _ caller: Caller,
    isForNobody: Bool, _ completion: Completion
  ) throws {
    @Sendable func refused(_ faults: [Fault], _ refusal: String? = nil, _ status: Status) throws -> Response {
      var work = try WorkReader(context).work(on: exercise, by: caller, sent: sent)
      work.faults = faults
      work.refusal = refusal
      return page(Pages.exercise(exercise, work: work, in: outline), status)
    }
    guard caller.person.role == .student else {
      return completion.send(
        try refused([], "Students alone submit. The visible checks run for everybody.", .forbidden))
    }
    if isForNobody, !exercise.given(for: Candidate(person: caller.asked.rawValue)).isEmpty {
      let words =
        "You have signed in since this form was made. What you are asked is your own: look at it, then submit."
      return completion.send(try refused([], words, .preconditionFailed))
    }
    let answer: Arguments
    do throws(InvalidParameters) { answer = try ExerciseForm.answer(sent, to: exercise) } catch {
      return completion.send(try refused(error.faults, nil, .unprocessableContent))
    }
    _ = try context.requestLimits.submissions.take(caller.person.limitName, now: context.clock())
    if let seconds = context.grading.refusal(caller.person.id) {
      throw Problem(
        .overloaded, "Too many submissions wait to be graded.", headers: ["Retry-After": String(seconds)])
    }
    let body = ExerciseForm.body(sent, of: exercise).bytes
    try deliver(exercise, answer, body, key, caller, round: 1) { outcome in
      // The answer comes on a thread that must not wait for the database.
      DispatchQueue.global().async {
        do {
          switch outcome {
          case .success(let answer): completion.send(try ExercisePageHandlers.redirect(to: answer))
          case .failure(let problem as Problem):
            completion.send(try refused([], problem.detail, Status(problem.type.status)))
          case .failure(let error): completion.fail(error)
          }
        } catch { completion.fail(error) }
      }
    }
  }

  /// How often a second request with a key asks what came of the first, and how long it waits between.
  private static let rounds = 20
  private static let pause = 0.25

  /// A second click comes while the first request is still being carried out: it waits for the same outcome.
  private func deliver(
    _ exercise: any Exercise, _ answer: Arguments, _ body: [UInt8], _ key: IdempotencyKey, _ caller: Caller, round: Int,
    completion: @escaping @Sendable (Result<RecordedResponse, any Error>) -> Void
  ) throws {
    try context.submissions.accept(exercise, answer, body, key, of: caller) { outcome in
      if case .failure(let problem as Problem) = outcome, problem.type == .keyInProgress,
        round < ExercisePageHandlers.rounds
      {
        DispatchQueue.global().asyncAfter(deadline: .now() + ExercisePageHandlers.pause) {
          do { try deliver(exercise, answer, body, key, caller, round: round + 1, completion: completion) } catch {
            completion(.failure(error))
          }
        }
      } else {
        completion(outcome.map(\.answer))
      }
    }
  }

  private static func redirect(to answer: RecordedResponse) throws -> Response {
    guard case .string(let id)? = try JSONParser.parse(answer.body)["id"] else {
      throw Problem(.gradingFailed, "A fault of ours kept the answer from being graded. It costs no attempt.")
    }
    return PageResponse.redirect(to: "/submissions/\(id)")
  }

  /// The page with what was filled in, which asks who is handing it in.
  /// - Parameter other: Who is signed in instead of the one who filled it in; nil if nobody is.
  private func asked(
    _ exercise: any Exercise, _ sent: [(name: String, value: String)], instead other: Caller?
  ) throws -> Response {
    let fields = ExercisePageHandlers.encoded(ExerciseForm.values(sent, of: exercise))
    let errand = Errand(next: "/exercises/\(exercise.id)", answer: (exercise.id, fields))
    var work = try WorkReader(context).work(on: exercise, by: nil, sent: sent)
    if let other {
      // Whoever is signed in must not hand it in by the same button.
      work.key = nil
      return page(
        Pages.exercise(exercise, work: work, entrance: .owner(errand, other: other.person.name), in: outline),
        .preconditionFailed)
    }
    var response = page(
      Pages.exercise(exercise, work: work, entrance: .anybody(errand, key: Secret().text), in: outline), .unauthorized)
    response.headers.set(Gate.unauthorized("").headers)
    return response
  }

  // MARK: What was handed in

  func submission(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let caller else {
      return PageResponse.redirect(to: "/sign-in?next=" + Percent.encode(request.path))
    }
    guard let number = PageQuery.number(parameters["id"]),
      let submission = try context.storage.submission(SubmissionID(rawValue: number)),
      submission.person == caller.person.id || caller.isInstructor,
      let exercise = context.grader[submission.exercise]
    else { throw Problem(.notFound, "There is no such submission of yours.") }
    let shown = try WorkReader(context).shown(submission, of: exercise, to: caller)
    var response = page(Pages.submission(of: exercise, shown, in: outline))
    if case .pending = submission.state { response.headers["Refresh"] = "2" }
    return response
  }

  // MARK: Parts

  private func page(_ html: HTML, _ status: Status = .ok) -> Response {
    PageResponse.response(html, status, isStored: false)
  }

  private func form(_ request: Request, _ exercise: any Exercise) throws -> Query {
    try RequestBody.form(of: request, conditions: .now) { ExerciseForm.mayRepeat($0, exercise) }
  }

  /// The fields of an answer; a page between carries them all in one.
  private static func fields(_ form: Query, _ exercise: any Exercise) throws -> [(name: String, value: String)] {
    guard let inner = form[ExerciseForm.fieldsField].flatMap({ Query(encoded: $0.utf8) }) else { return form.sent }
    try RequestBody.once(inner) { ExerciseForm.mayRepeat($0, exercise) }
    return inner.sent
  }

  private static func encoded(_ values: [(name: String, value: String)]) -> String {
    values.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }.joined(separator: "&")
  }
}
