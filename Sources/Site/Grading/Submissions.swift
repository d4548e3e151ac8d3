internal import Exercises
internal import HTTP
internal import Retry
internal import Simulation
internal import Store

/// The way of a submission from a valid request to its answer. For the API and for pages alike.
struct Submissions: Sendable {
  let context: SiteContext

  typealias Outcome = Result<(answer: RecordedResponse, isReplay: Bool), any Error>

  /// Takes a submission that was found valid. Blocks for a short read; what follows does not block the caller.
  /// - Parameter completion: Takes the answer, once, on any thread: the grade (201), after a while that it is to come
  ///   (202), the answer that was given to the key before, or a `Problem` or `StoreError`.
  func accept(
    _ exercise: any Exercise, _ answer: Arguments, _ body: [UInt8], _ key: IdempotencyKey, of caller: Caller,
    completion: @escaping @Sendable (Outcome) -> Void
  ) throws {
    let settings = try context.storage.settings(of: exercise.id)
    let submission = NewSubmission(
      person: caller.person.id, candidate: caller.asked, exercise: exercise.id, body: body,
      attemptLimit: settings.attemptLimit,
      deadline: settings.deadline)
    let claim = Claim(
      scope: Claim.scope(of: caller.person.id, "POST /api/v1/exercises/\(exercise.id)/submissions"), key: key.value,
      body: Digest(of: body), expiresAt: nil)
    let grading = context.grading
    let now = context.time()
    let grade = context.grader.ready(answer, to: exercise, of: caller.asked, at: now)
    context.storage.accept(submission, claim: claim, grade: grade, at: now) { result in
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(.graded(let answer)):
        grading.countReady()
        completion(.success((answer, false)))
      case .success(.accepted(let submission)):
        grading.add(submission) { result in
          completion(result.map { ($0, false) }.mapError { $0 as any Error })
        }
      case .success(.replayed(let answer)): completion(.success((answer, true)))
      case .success(let refusal): completion(.failure(Submissions.problem(refusal, zone: settings.timeZone)))
      }
    }
  }

  private static func problem(_ refusal: Acceptance, zone: String) -> Problem {
    switch refusal {
    case .otherBody: Problem(.keyReused, "This key was used for another submission.")
    case .attemptsSpent(let limit):
      Problem(
        .attemptsSpent, limit == 1 ? "The one attempt is spent." : "All \(limit) attempts are spent.")
    case .deadlinePassed(let deadline):
      Problem(.deadlinePassed, "The deadline was \(MomentText.whole(deadline, zone: zone)).")
    case .inProgress, .accepted, .graded, .replayed:
      Problem(
        .keyInProgress, "The submission with this key is being graded.", headers: ["Retry-After": "1"])
    }
  }
}

extension SiteContext {
  var submissions: Submissions { Submissions(context: self) }
}
