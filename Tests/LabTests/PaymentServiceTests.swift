import HTTP
import Lab
import Testing

@Suite("A payment server, as a value")
struct PaymentServiceTests {
  /// Sends a request and gives what the server sends back on that connection now: a status, or nil.
  private func send(
    _ service: inout PaymentService, _ body: String = #"{"item":"book","amount":5}"#, key: String? = nil,
    method: HTTP.Method = .post, path: String = "/payments", connection: Int = 1
  ) throws -> Int? {
    var fields = [("Content-Type", "application/json")]
    if let key { fields.append(("Idempotency-Key", key)) }
    let request = try Request(method, path, headers: fields, body: Array(body.utf8))
    let orders = service.received(
      ReceivedRequest(number: 1, connection: connection, request: request), at: .zero)
    return status(orders, on: connection)
  }

  private func status(_ orders: [Order], on connection: Int) -> Int? {
    for case .perform(let cues, on: connection) in orders {
      for case .send(let bytes) in cues { return Int(String(decoding: bytes[9..<12], as: UTF8.self)) }
    }
    return nil
  }

  private func service(_ trouble: PaymentService.Trouble = .lostResponses(0)) -> PaymentService {
    PaymentService(.oneTransaction, trouble, trace: ExchangeTrace())
  }

  @Test(
    "refuses what is no payment",
    arguments: [
      "", "{}", "[]", #"{"item":"book"}"#, #"{"item":"book","amount":0}"#, #"{"item":"book","amount":-5}"#,
      #"{"item":"book","amount":1.5}"#, #"{"item":7,"amount":5}"#, #"{"item":"book","amount":5}x"#,
    ])
  func body(text: String) throws {
    var service = service()
    #expect(try send(&service, text) == 400)
    #expect(service.ledger.payments.isEmpty)
  }

  @Test("has nothing but payments by POST")
  func routes() throws {
    var service = service()
    #expect(try send(&service, path: "/") == 404)
    #expect(try send(&service, method: .get) == 405)
    #expect(service.ledger.payments.isEmpty)
  }

  @Test("reads a key quoted or bare as the same one, and refuses a malformed one")
  func keys() throws {
    var service = service()
    #expect(try send(&service, key: "k") == 201)
    #expect(try send(&service, key: #""k""#) == 201)
    #expect(service.ledger.payments.count == 1)
    #expect(try send(&service, key: #""k"#) == 400)
    #expect(try send(&service, key: "") == 400)
    #expect(try send(&service, key: String(repeating: "k", count: 256)) == 400)
    #expect(service.ledger.payments.count == 1)
  }

  @Test("finds another body before it finds the payment in progress")
  func otherBodyFirst() throws {
    var service = service(.overlap(.milliseconds(50)))
    #expect(try send(&service, key: "k", connection: 1) == nil)
    #expect(service.isWorking)
    #expect(try send(&service, #"{"item":"book","amount":6}"#, key: "k", connection: 2) == 422)
    #expect(try send(&service, key: "k", connection: 3) == 409)
  }

  @Test("goes on working for the given time after a duplicate was refused, and then answers the first")
  func overlap() throws {
    var service = service(.overlap(.milliseconds(50)))
    _ = try send(&service, key: "k", connection: 1)
    let request = try Request(
      .post, "/payments", headers: [("Idempotency-Key", "k")], body: Array(#"{"item":"book","amount":5}"#.utf8))
    let orders = service.received(ReceivedRequest(number: 2, connection: 2, request: request), at: .zero)
    let wakes = orders.compactMap { order -> (Int, Duration)? in
      if case .wake(let token, let after) = order { (token, after) } else { nil }
    }
    #expect(wakes.map(\.1) == [.milliseconds(50)])
    let finished = service.woken(wakes[0].0, at: .milliseconds(50))
    #expect(status(finished, on: 1) == 201)
    #expect(service.woken(wakes[0].0, at: .seconds(5)).isEmpty, "a payment is finished once")
    #expect(service.ledger.payments.count == 1)
    #expect(!service.isWorking)
  }

  @Test("closes without a word for as many answers as are to be lost")
  func lost() throws {
    var service = service(.lostResponses(2))
    #expect(try send(&service, key: "k") == nil)
    #expect(try send(&service, key: "k") == nil)
    #expect(try send(&service, key: "k") == 201)
    #expect(service.ledger.payments.count == 1)
    #expect(service.requests == 3)
  }
}
