import Lab
import Retry
import Testing

@Suite("A payment ledger")
struct PaymentLedgerTests {
  private func entry(_ key: String?, _ body: String = "{}", caller: String = "ann", route: String = "/pay")
    -> PaymentLedger.Entry
  {
    PaymentLedger.Entry(
      caller: caller, route: route, key: key.flatMap { try? IdempotencyKey($0) }, body: Array(body.utf8), item: "book")
  }

  /// Begins, pays and records in one go.
  private func settle(_ ledger: inout PaymentLedger, _ entry: PaymentLedger.Entry) -> PaymentLedger.Payment? {
    guard case .work(let ticket) = ledger.begin(entry, at: .zero) else { return nil }
    _ = ledger.pay(ticket)
    return ledger.record(ticket, at: .zero)
  }

  @Test("without a key pays each time", arguments: [PaymentLedger.Rule.separateSteps, .oneTransaction, .ignoresKeys])
  func keyless(rule: PaymentLedger.Rule) {
    var ledger = PaymentLedger(rule)
    #expect(settle(&ledger, entry(nil))?.receipt == "r-1")
    #expect(settle(&ledger, entry(nil))?.receipt == "r-2")
    #expect(ledger.payments.map(\.listing) == ["book@-", "book@-"])
  }

  @Test(
    "pays once for a key and then answers with the record",
    arguments: [PaymentLedger.Rule.separateSteps, .oneTransaction])
  func keyed(rule: PaymentLedger.Rule) throws {
    var ledger = PaymentLedger(rule)
    let paid = try #require(settle(&ledger, entry("k")))
    for _ in 1...3 { #expect(ledger.begin(entry("k"), at: .zero) == .recorded(paid)) }
    #expect(ledger.payments.map(\.listing) == ["book@k"])
  }

  @Test("that ignores keys pays each time")
  func ignored() {
    var ledger = PaymentLedger(.ignoresKeys)
    _ = settle(&ledger, entry("k"))
    _ = settle(&ledger, entry("k"))
    #expect(ledger.payments.count == 2)
  }

  @Test("refuses a duplicate while the first is worked on")
  func inProgress() {
    var ledger = PaymentLedger(.oneTransaction)
    #expect(ledger.begin(entry("k"), at: .zero) == .work(1))
    #expect(ledger.begin(entry("k"), at: .zero) == .inProgress)
    _ = ledger.pay(1)
    #expect(ledger.begin(entry("k"), at: .zero) == .inProgress)
    #expect(ledger.begin(entry(nil), at: .zero) == .work(2), "a request without a key is nobody's duplicate")
  }

  @Test("finds another body before it finds work in progress, and after the record too")
  func otherBody() {
    var ledger = PaymentLedger(.oneTransaction)
    _ = ledger.begin(entry("k", "a"), at: .zero)
    #expect(ledger.begin(entry("k", "b"), at: .zero) == .otherBody)
    _ = ledger.pay(1)
    _ = ledger.record(1, at: .zero)
    #expect(ledger.begin(entry("k", "b"), at: .zero) == .otherBody)
    #expect(ledger.payments.count == 1)
  }

  @Test("keeps one caller's and one route's keys apart from another's")
  func scope() {
    var ledger = PaymentLedger(.oneTransaction)
    _ = settle(&ledger, entry("k"))
    #expect(settle(&ledger, entry("k", caller: "bob"))?.number == 2)
    #expect(settle(&ledger, entry("k", route: "/refund"))?.number == 3)
    #expect(settle(&ledger, entry("K"))?.number == 4, "keys are compared byte by byte")
  }

  @Test("killed between two steps has paid and does not know it")
  func crashSeparate() {
    var ledger = PaymentLedger(.separateSteps)
    _ = ledger.begin(entry("k"), at: .zero)
    _ = ledger.pay(1)
    ledger.crash()
    #expect(ledger.payments.count == 1)
    #expect(settle(&ledger, entry("k"))?.number == 2)
    #expect(ledger.payments.count == 2)
  }

  @Test("killed within a transaction has done neither step")
  func crashTransaction() {
    var ledger = PaymentLedger(.oneTransaction)
    _ = ledger.begin(entry("k"), at: .zero)
    _ = ledger.pay(1)
    ledger.crash()
    #expect(ledger.payments.isEmpty)
    #expect(settle(&ledger, entry("k"))?.number == 1)
    #expect(ledger.payments.count == 1)
  }

  @Test(
    "killed while a key is in progress does not refuse it for ever",
    arguments: [PaymentLedger.Rule.separateSteps, .oneTransaction])
  func crashInProgress(rule: PaymentLedger.Rule) {
    var ledger = PaymentLedger(rule)
    _ = ledger.begin(entry("k"), at: .zero)
    ledger.crash()
    #expect(ledger.begin(entry("k"), at: .zero) == .work(2))
  }

  @Test("killed after the record answers from it")
  func crashLater() throws {
    var ledger = PaymentLedger(.oneTransaction)
    let paid = try #require(settle(&ledger, entry("k")))
    ledger.crash()
    #expect(ledger.begin(entry("k"), at: .zero) == .recorded(paid))
  }

  @Test("takes each step of a ticket once, and only in order")
  func steps() {
    var ledger = PaymentLedger(.oneTransaction)
    #expect(ledger.pay(1) == nil)
    _ = ledger.begin(entry("k"), at: .zero)
    #expect(ledger.record(1, at: .zero) == nil, "nothing is paid yet")
    #expect(ledger.pay(1) != nil)
    #expect(ledger.pay(1) == nil)
    #expect(ledger.record(1, at: .zero) != nil)
    #expect(ledger.record(1, at: .zero) == nil)
    #expect(ledger.payments.count == 1)
  }

  @Test("gives every payment a number of its own while several transactions are open")
  func numbers() throws {
    var ledger = PaymentLedger(.oneTransaction)
    for key in ["a", "b", "c"] { _ = ledger.begin(entry(key), at: .zero) }
    let numbers = [2, 1, 3].compactMap { ledger.pay($0)?.number }
    for ticket in [3, 1, 2] { _ = ledger.record(ticket, at: .zero) }
    #expect(Set(numbers).count == 3)
    #expect(Set(ledger.payments.map(\.number)).count == 3)
  }
}
