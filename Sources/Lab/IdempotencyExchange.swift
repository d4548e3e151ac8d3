import Simulation
import Threads

/// One variant of the `idempotency` experiment, played between real sockets and counted at the server.
struct IdempotencyExchange: Sendable {
  let variant: IdempotencyVariant
  let order: PaymentMessage
  let key: String
  let attempts: Int
  let lostResponses: Int
  /// How long the payment takes after its duplicate was refused, where two come at once.
  let work: Duration
  /// Of the clients' waits.
  let seed: UInt64

  struct Result: Sendable {
    let variant: IdempotencyVariant
    var clients: [PaymentClient.Result]
    var payments: [PaymentLedger.Payment]
    var requests: Int
    var steps: [ExchangeTrace.Step]

    var statuses: [Int?] { clients.flatMap(\.statuses) }
    var receipts: [String] { clients.compactMap(\.receipt) }
  }

  func run(_ patience: Patience) throws -> Result {
    let trace = ExchangeTrace()
    let trouble: PaymentService.Trouble =
      switch variant {
      case .concurrent: .overlap(work)
      case .killedSeparate, .killedTransaction: .crashes(lostResponses)
      default: .lostResponses(lostResponses)
      }
    let server = try ScriptedServer(PaymentService(variant.rule, trouble, trace: trace), epoch: trace.epoch)
    defer { server.stop() }
    let client = { (name: String) in
      PaymentClient(
        name: name, port: server.port, attempts: attempts,
        // A duplicate's next attempt comes when the payment has been made.
        firstWait: variant == .concurrent ? max(.milliseconds(20), work * 2) : .milliseconds(20), seed: seed,
        patience: patience, trace: trace)
    }
    var clients: [PaymentClient.Result]
    switch variant {
    case .concurrent: clients = try runTwo(client("client"), client("second client"), at: server, patience)
    case .changedBody:
      clients = [try pay(client("client"))]
      trace.action("client", "orders something else with the same key")
      clients.append(try client("client").pay(PaymentMessage(item: order.item, amount: order.amount * 2)) { _ in key })
    default: clients = [try pay(client("client"))]
    }
    let (payments, requests) = server.withService { ($0.ledger.payments, $0.requests) }
    return Result(variant: variant, clients: clients, payments: payments, requests: requests, steps: trace.steps)
  }

  private func pay(_ client: PaymentClient) throws(RunStopped) -> PaymentClient.Result {
    try client.pay(order) { variant.key(key, attempt: $0) }
  }

  /// The second client asks as soon as the server has begun the first one's payment.
  private func runTwo(
    _ first: PaymentClient, _ second: PaymentClient, at server: ScriptedServer<PaymentService>, _ patience: Patience
  ) throws -> [PaymentClient.Result] {
    let thread = try WorkerThread {
      Swift.Result { () throws(RunStopped) in try pay(first) }
    }
    let other = Swift.Result { () throws(RunStopped) in
      guard patience.sleep(until: { server.withService { $0.isWorking } }) else { throw .cancelled }
      return try pay(second)
    }
    let mine = thread.join()
    return [try mine.get(), try other.get()]
  }
}
