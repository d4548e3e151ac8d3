import HTTP
import Retry

/// A payment server: `POST /payments` with `{"item", "amount"}` and perhaps an Idempotency-Key. Its first answers can be
/// lost, or itself killed between paying and recording.
package struct PaymentService: ScriptedService {
  /// What goes wrong with the first requests to pay.
  package enum Trouble: Sendable, Equatable {
    /// The server acts, and closes the connection before it answers.
    case lostResponses(Int)
    /// The server is killed between paying and recording, and starts again.
    case crashes(Int)
    /// Nothing, but the work goes on until this long after a duplicate has been refused, so that the two always overlap.
    case overlap(Duration)
  }

  package private(set) var ledger: PaymentLedger
  /// How many requests have come.
  package private(set) var requests = 0
  private var trouble: Trouble
  /// Where the answer for each ticket goes.
  private var waiting: [Int: (connection: Int, client: String)] = [:]
  private let trace: ExchangeTrace

  /// An overlap without a duplicate ends by itself.
  private static let longestWork = Duration.seconds(5)

  package init(_ rule: PaymentLedger.Rule, _ trouble: Trouble, trace: ExchangeTrace) {
    ledger = PaymentLedger(rule)
    self.trouble = trouble
    self.trace = trace
  }

  /// True while a payment is being made.
  package var isWorking: Bool { !waiting.isEmpty }

  package mutating func received(_ received: ReceivedRequest, at time: Duration) -> [Order] {
    requests += 1
    let request = received.request
    let client = request.headers[PaymentMessage.clientField] ?? "client"
    let trace = trace
    let answer = { (status: Int, title: String) -> [Order] in
      trace.message(from: "server", to: client, "\(status) \(title)")
      return [.perform([.send(PaymentMessage.problem(status, title)), .close], on: received.connection)]
    }
    guard request.path == "/payments" else { return answer(404, "No such thing here") }
    guard request.method == .post else { return answer(405, "Payments are made by POST") }
    guard let message = PaymentMessage(request.body) else { return answer(400, "The body is no payment") }
    let fields = request.headers.values(of: "Idempotency-Key")
    let keys = fields.compactMap { try? IdempotencyKey(fieldValue: $0) }
    guard fields.count == keys.count, keys.count <= 1 else { return answer(400, "The key is malformed") }
    let entry = PaymentLedger.Entry(
      caller: request.headers["Authorization"] ?? "", route: "POST /payments", key: keys.first,
      body: request.body, item: message.item)
    switch ledger.begin(entry, at: time) {
    case .otherBody: return answer(422, "This key was used for another payment")
    case .inProgress:
      let refusal = answer(409, "The payment with this key is being made")
      guard case .overlap(let work) = trouble else { return refusal }
      return refusal + waiting.keys.map { .wake($0, after: work) }
    case .recorded(let payment):
      trace.action("server", "finds key \(payment.entry.key?.value ?? "-") recorded: pays nothing")
      return receipt(payment, replayed: true, to: client, on: received.connection)
    case .work(let ticket):
      waiting[ticket] = (received.connection, client)
      guard case .overlap = trouble else { return finish(ticket, at: time) }
      trace.action("server", "begins to pay")
      return [.wake(ticket, after: PaymentService.longestWork)]
    }
  }

  package mutating func woken(_ token: Int, at time: Duration) -> [Order] { finish(token, at: time) }

  /// Pays and records; a ticket that is finished already stays so.
  private mutating func finish(_ ticket: Int, at time: Duration) -> [Order] {
    guard let (connection, client) = waiting.removeValue(forKey: ticket), let payment = ledger.pay(ticket) else {
      return []
    }
    let key = payment.entry.key?.value
    trace.action("server", "pays: payment \(payment.number), \(payment.listing)")
    if case .crashes(let left) = trouble, left > 0 {
      trouble = .crashes(left - 1)
      let before = ledger.payments.count
      ledger.crash()
      let kept = before == ledger.payments.count && ledger.payments.last == payment
      trace.action(
        "server",
        "is killed before it records \(key.map { "key \($0)" } ?? "the payment"): "
          + (kept ? "the payment stays" : "the open transaction is undone"))
      trace.message(from: "server", to: client, lost: true, "the answer, of which nothing was sent")
      trace.action("server", "starts again with \(ledger.payments.count) paid and no record of the key")
      return [.perform([.close], on: connection)]
    }
    guard let recorded = ledger.record(ticket, at: time) else { return [] }
    if let key, ledger.honoursKeys { trace.action("server", "records receipt \(recorded.receipt) under key \(key)") }
    return receipt(recorded, replayed: false, to: client, on: connection)
  }

  private mutating func receipt(
    _ payment: PaymentLedger.Payment, replayed: Bool, to client: String, on connection: Int
  ) -> [Order] {
    let what = "201 with \(replayed ? "the recorded " : "")receipt \(payment.receipt)"
    if case .lostResponses(let left) = trouble, left > 0 {
      trouble = .lostResponses(left - 1)
      trace.message(from: "server", to: client, lost: true, "\(what): the connection closes first")
      return [.perform([.close], on: connection)]
    }
    trace.message(from: "server", to: client, what)
    return [.perform([.send(PaymentMessage.receipt(payment, replayed: replayed)), .close], on: connection)]
  }
}
