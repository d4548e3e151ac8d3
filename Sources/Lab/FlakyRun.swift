import HTTP
import Retry
import Simulation

/// One request under one policy against a scripted server, on real sockets and a real clock: the loop of `Retry`, driven
/// by what the client sees.
struct FlakyRun: Sendable {
  let policy: RetryPolicy
  let request: RetryRequest
  let budget: SharedRetryBudget
  let script: RetryScript
  let transport: FlakyTransportKind
  /// How long an answer takes where the script does not say.
  let latency: Duration
  /// How long one attempt may take.
  let timeout: Duration
  let seed: UInt64

  struct Result: Sendable {
    var timeline = RetryTimeline()
    /// How often the transport sent each attempt's request.
    var sends: [Int] = []
    /// The server's own log.
    var server: [FlakyService.Entry] = []
  }

  /// How long the server's log may take to come to its end after the client has.
  private static let settling = Duration.milliseconds(500)

  func run(_ patience: Patience) throws -> Result {
    let epoch = ContinuousClock.now
    let service = FlakyService(script, latency: latency, longestDrip: timeout * 2) { .now }
    let server = try ScriptedServer(service, epoch: epoch)
    defer { server.stop() }
    var result = try attempts(at: server, since: epoch, patience)
    _ = patience.upTo(FlakyRun.settling).sleep { server.withService { $0.isQuiet } }
    result.server = server.withService { $0.log }
    return result
  }

  private func attempts(
    at server: ScriptedServer<FlakyService>, since epoch: ContinuousClock.Instant, _ patience: Patience
  ) throws -> Result {
    let method = HTTP.Method(rawValue: request.method.name) ?? .get
    var fields: HeaderFields = ["Accept": "application/json"]
    fields["Idempotency-Key"] = request.key?.quoted
    let body = method == .get || method == .head || method == .options ? [] : Array(#"{"item":"book"}"#.utf8)
    let outgoing = ExactRequest(method, "/items", headers: fields, body: body)
    let microseconds = { (ContinuousClock.now - epoch).microseconds }

    var transport = FlakyTransport(transport, to: server, patience)
    var loop = RetryLoop(policy, for: request, budget: budget, seed: seed)
    var result = Result()
    while true {
      let start = microseconds()
      let allowed = loop.begin(at: .microseconds(start)) ?? timeout
      let number = loop.attempt
      let before = server.withService { $0.log.count }
      let (exact, sends) = transport.attempt(outgoing, timeout: allowed)
      let (end, date) = (microseconds(), HTTPDate.now)
      let arrived = server.withService { $0.log.count } > before
      result.sends.append(sends)
      result.timeline.sent += sends
      result.timeline.attempts.append(
        exact.attempt(number, from: start, to: end, arrived: arrived, now: date))
      switch loop.next(exact.outcome(now: date), at: .microseconds(end)) {
      case .stop(.cancelled): throw RunStopped.cancelled
      case .stop(let reason):
        result.timeline = result.timeline.stopped(reason.rawValue, at: end)
        return result
      case .waitForConnectivity:
        // Nothing on the loopback interface is ever offline.
        result.timeline = result.timeline.stopped(StopReason.notConnected.rawValue, at: end)
        return result
      case .wait(let wait, let rule):
        guard patience.upTo(wait).sleep() else { throw RunStopped.cancelled }
        result.timeline.waits.append(
          RetryTimeline.Wait(start: end, end: microseconds(), rule: rule.rawValue, length: wait.microseconds))
      }
    }
  }
}

extension ExactOutcome {
  /// The attempt as a timeline has it.
  fileprivate func attempt(
    _ number: Int, from start: Int64, to end: Int64, arrived: Bool, now: HTTPDate
  ) -> RetryTimeline.Attempt {
    var retryAfter: String?
    var refusal: RetryAfter.Refusal?
    var failure: Failure?
    let outcome: String
    switch self {
    case .response(let response):
      outcome = "\(response.status)"
      retryAfter = response.retryAfter
      do throws(RetryAfter.Refusal) {
        if let retryAfter { _ = try RetryAfter(retryAfter, now: now) }
      } catch {
        refusal = error
      }
      if response.status >= 400 { failure = .status(response.status) }
    case .failure(let seen):
      outcome = seen.cause.scriptName
      failure = seen.cause.failure
    }
    let answered = if case .failure(let seen) = self { seen.arrival == .yes } else { true }
    return RetryTimeline.Attempt(
      number: number, start: start, end: end, outcome: outcome, arrived: arrived, answered: answered,
      retryAfter: retryAfter, refusal: refusal, failure: failure)
  }
}

extension ExactFailure.Cause {
  /// What a script calls the fault that the client sees like this.
  var scriptName: String {
    let fault: RetryScript.Fault? =
      switch self {
      case .refused: .refuse
      case .emptyReply: .drop
      case .reset: .reset
      case .truncated: .truncated
      case .timedOut: .timeout
      case .malformed(.chunkSize), .malformed(.chunkEnd): .malformedChunk
      case .malformed: .garbled
      case .cancelled, .system: nil
      }
    if let fault { return fault.rawValue }
    return self == .cancelled ? "cancelled" : "other"
  }
}
