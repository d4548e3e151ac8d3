import Simulation

/// A client that wants one order paid: it sends again when no answer came and when the payment is still being made,
/// whatever the method. That is safe with a key, and just what doubles a payment without one.
struct PaymentClient: Sendable {
  let name: String
  let port: UInt16
  let attempts: Int
  /// How long it waits after each answer that a payment with its key is being made.
  let patienceWithProgress: Duration
  let patience: Patience
  let trace: ExchangeTrace

  /// The wait before the second attempt; it doubles from attempt to attempt.
  private static let firstWait = Duration.milliseconds(10)
  private static let timeout = Duration.seconds(10)

  struct Outcome: Sendable, Equatable {
    /// What each attempt got: a status, or nil where no answer came.
    var statuses: [Int?] = []
    var receipt: String?
  }

  /// Sends the order until an answer settles it or the attempts are used up.
  /// - Parameter key: the key for an attempt's number, which counts from 1; nil for none.
  func pay(_ message: PaymentMessage, key: (Int) -> String?) throws(RunStopped) -> Outcome {
    var outcome = Outcome()
    for attempt in 1...attempts {
      let attemptKey = key(attempt)
      let request = ExactRequest(
        "POST", "/payments",
        headers: [("Content-Type", "application/json"), (PaymentMessage.clientField, name)]
          + (attemptKey.map { [("Idempotency-Key", "\"\($0)\"")] } ?? []),
        body: message.body)
      trace.message(
        from: name, to: "server",
        "POST /payments, \(attemptKey.map { "key \($0)" } ?? "no key"): \(message.item) for \(message.amount) cents")
      let wait: Duration
      switch ExactClient(timeout: PaymentClient.timeout, patience: patience).send(request, to: port) {
      case .response(let response):
        outcome.statuses.append(response.status)
        guard response.status == 409 else {
          outcome.receipt = response.status == 201 ? PaymentMessage.receipt(in: response.body) : nil
          trace.action(name, outcome.receipt.map { "has receipt \($0)" } ?? "has no receipt: \(response.status)")
          return outcome
        }
        wait = patienceWithProgress
        trace.action(name, attempt < attempts ? "waits, then asks again" : "gives up")
      case .failure(let failure):
        if failure.cause == .cancelled { throw .cancelled }
        outcome.statuses.append(nil)
        wait = PaymentClient.firstWait * (1 << (attempt - 1))
        trace.action(
          name,
          "got no answer, and cannot know whether it paid: \(attempt < attempts ? "sends again" : "gives up")")
      }
      if attempt < attempts, !patience.upTo(wait).sleep() { throw .cancelled }
    }
    return outcome
  }
}
