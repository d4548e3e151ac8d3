import HTTP
import Retry
import Simulation

/// A client that wants one order paid: it sends again when no answer came and when the payment is still being made,
/// whatever the method. That is safe with a key, and just what doubles a payment without one.
struct PaymentClient: Sendable {
  let name: String
  let port: UInt16
  let attempts: Int
  /// The longest wait before the second attempt, and twice the shortest; it doubles from attempt to attempt.
  let firstWait: Duration
  /// Of the waits' jitter.
  let seed: UInt64
  let patience: Patience
  let trace: ExchangeTrace

  /// How long one attempt may take.
  private static let timeout = Duration.seconds(10)

  struct Result: Sendable, Equatable {
    /// What each attempt got: a status, or nil where no answer came.
    var statuses: [Int?] = []
    var receipt: String?
  }

  private var policy: RetryPolicy {
    let base = Int64(firstWait.milliseconds) * 1000
    return RetryPolicy(
      maxAttempts: attempts, backoff: Backoff(.equal, baseMicroseconds: base, capMicroseconds: base * 64),
      statuses: RetryPolicy.laterStatuses.union([409]), repeatsAnyRequest: true, budget: .none)
  }

  /// Sends the order until an answer settles it or the attempts are used up.
  /// - Parameter key: the key for an attempt's number, which counts from 1; nil for none.
  func pay(_ message: PaymentMessage, key: (Int) -> String?) throws(RunStopped) -> Result {
    let client = ExactClient(timeout: PaymentClient.timeout, patience: patience)
    var loop = RetryLoop(policy, for: RetryRequest(.post), startedAt: trace.now, seed: seed)
    var result = Result()
    while true {
      _ = loop.begin(at: trace.now)
      let key = key(loop.attempt)
      var fields: HeaderFields = ["Content-Type": "application/json", PaymentMessage.clientField: name]
      fields["Idempotency-Key"] = key.map { "\"\($0)\"" }
      trace.message(
        from: name, to: "server",
        "POST /payments, \(key.map { "key \($0)" } ?? "no key"): \(message.item) for \(message.amount) cents")
      let outcome = client.send(ExactRequest(.post, "/payments", headers: fields, body: message.body), to: port)
      if case .response(let response) = outcome {
        result.statuses.append(response.status)
        if response.status == 201 { result.receipt = PaymentMessage.receipt(in: response.body) }
      } else {
        result.statuses.append(nil)
      }
      switch loop.next(outcome.outcome(now: .now), at: trace.now) {
      case .wait(let wait, _):
        trace.action(name, "\(PaymentClient.finding(outcome)): waits, then sends again")
        guard patience.upTo(wait).sleep() else { throw .cancelled }
      case .stop(.cancelled): throw .cancelled
      case .stop, .waitForConnectivity:
        trace.action(name, result.receipt.map { "has receipt \($0)" } ?? "\(PaymentClient.finding(outcome)): gives up")
        return result
      }
    }
  }

  private static func finding(_ outcome: ExactOutcome) -> String {
    switch outcome {
    case .response(let response) where response.status == 409: "learns that the payment is being made"
    case .response(let response): "has no receipt but \(response.status)"
    case .failure: "got no answer, and cannot know whether it paid"
    }
  }
}
