import Retry
import Testing

@Suite("A server's ledger of idempotency keys")
struct IdempotencyLedgerTests {
  typealias Ledger = IdempotencyLedger<String>

  let key: IdempotencyKey
  var ledger = Ledger(lease: .seconds(30), keptFor: .seconds(3600))

  init() throws { key = try IdempotencyKey("k-9") }

  mutating func begin(_ body: String = "book", scope: String = "ann /orders", at second: Int) -> Ledger.Admission {
    ledger.begin(scope: scope, key: key, fingerprint: Array(body.utf8), at: .seconds(second))
  }

  func word(_ admission: Ledger.Admission) -> String {
    switch admission {
    case .act: "act"
    case .replay(let answer): "replay \(answer)"
    case .inProgress(let wait): "wait \(wait)"
    case .mismatch: "mismatch"
    }
  }

  @Test("acts once, answers the same again, and refuses another body before all else")
  mutating func once() throws {
    guard case .act(let ticket) = begin(at: 0) else { throw Unexpected() }
    #expect(word(begin(at: 10)) == "wait 20.0 seconds")
    #expect(word(begin("pen", at: 10)) == "mismatch")
    let finished = ledger.finish(ticket, "receipt 1", at: .seconds(11))
    #expect(finished)
    #expect(word(begin(at: 12)) == "replay receipt 1")
    #expect(word(begin("pen", at: 12)) == "mismatch")
    #expect(word(begin(at: 3_600)) == "replay receipt 1")
  }

  @Test("a key belongs to its caller and route")
  mutating func scoped() {
    #expect(word(begin(at: 0)) == "act")
    #expect(word(begin(scope: "bob /orders", at: 0)) == "act")
  }

  @Test("work whose server died is taken over once its lease has run out, and its own end is then void")
  mutating func takenOver() throws {
    guard case .act(let lost) = begin(at: 0) else { throw Unexpected() }
    #expect(word(begin(at: 29)) == "wait 1.0 seconds")
    guard case .act(let ticket) = begin(at: 30) else { throw Unexpected() }
    let isVoid = !ledger.finish(lost, "late", at: .seconds(31))
    let isDone = ledger.finish(ticket, "receipt 2", at: .seconds(32))
    #expect(isVoid && isDone)
    #expect(word(begin(at: 33)) == "replay receipt 2")
  }

  @Test("another body does not take over work that may have been done")
  mutating func takeoverNeedsTheSameBody() {
    #expect(word(begin(at: 0)) == "act")
    #expect(word(begin("pen", at: 100)) == "mismatch")
  }

  @Test("answers are kept for the stated time, then forgotten")
  mutating func forgotten() throws {
    guard case .act(let ticket) = begin(at: 0) else { throw Unexpected() }
    ledger.finish(ticket, "receipt 1", at: .seconds(10))
    ledger.prune(at: .seconds(3_609))
    #expect(ledger.count == 1)
    ledger.prune(at: .seconds(3_610))
    #expect(ledger.count == 0)
    #expect(word(begin("pen", at: 3_610)) == "act")
  }

  @Test("work that did nothing is forgotten at once")
  mutating func abandoned() throws {
    guard case .act(let ticket) = begin(at: 0) else { throw Unexpected() }
    ledger.abandon(ticket)
    #expect(word(begin("pen", at: 1)) == "act")
  }

  struct Unexpected: Error {}
}
