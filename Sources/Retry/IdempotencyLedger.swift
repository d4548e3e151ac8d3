/// A server's side of idempotency keys: which operation runs, is done, or may start, as a value without I/O.
///
/// A record belongs to a scope (the caller and the route) and a key. It is kept for a stated time. A record whose work
/// never ended, since the server died, is refused only until its lease has run out: then the next request takes it over.
public struct IdempotencyLedger<Answer: Sendable>: Sendable {
  /// What to do with a request that has a key.
  public enum Admission: Sendable {
    /// Do the work, then call `finish` (or `abandon` if nothing was done) with the ticket.
    case act(Ticket)
    /// It was done: answer the same again.
    case replay(Answer)
    /// It is being done: 409, and come again after so long.
    case inProgress(Duration)
    /// The key came with another payload before: 422.
    case mismatch
  }

  /// The right to finish one operation. It is void once another request has taken the operation over.
  public struct Ticket: Sendable, Hashable {
    fileprivate let name: Name
    fileprivate let number: Int64
  }

  fileprivate struct Name: Sendable, Hashable {
    let scope: String
    let key: IdempotencyKey
  }

  private struct Record: Sendable {
    let fingerprint: [UInt8]
    let number: Int64
    let until: Duration
    var answer: Answer?
  }

  private let lease: Duration
  private let keptFor: Duration
  private var records: [Name: Record] = [:]
  private var issued: Int64 = 0

  /// - Parameters:
  ///   - lease: how long work may take before another request may take it over.
  ///   - keptFor: how long an answer is kept.
  public init(lease: Duration, keptFor: Duration) {
    self.lease = lease
    self.keptFor = keptFor
  }

  /// How many records are kept.
  public var count: Int { records.count }

  /// Admits a request.
  /// - Parameters:
  ///   - fingerprint: of the payload, such as its digest or the payload itself.
  ///   - now: of any clock that does not go back, from any start.
  public mutating func begin(
    scope: String, key: IdempotencyKey, fingerprint: [UInt8], at now: Duration
  ) -> Admission {
    let name = Name(scope: scope, key: key)
    if let record = records[name], now < record.until || record.answer == nil {
      if record.fingerprint != fingerprint { return .mismatch }
      if let answer = record.answer { return .replay(answer) }
      if now < record.until { return .inProgress(record.until - now) }
    }
    issued += 1
    records[name] = Record(fingerprint: fingerprint, number: issued, until: now + lease, answer: nil)
    return .act(Ticket(name: name, number: issued))
  }

  /// Records the answer. In a real server this and the effect are one transaction.
  /// - Returns: false if the ticket is void: the work was taken over.
  @discardableResult
  public mutating func finish(_ ticket: Ticket, _ answer: Answer, at now: Duration) -> Bool {
    guard let record = records[ticket.name], record.number == ticket.number else { return false }
    records[ticket.name] = Record(
      fingerprint: record.fingerprint, number: record.number, until: now + keptFor, answer: answer)
    return true
  }

  /// Forgets an operation of which nothing was done, so that it may be sent again with any payload.
  public mutating func abandon(_ ticket: Ticket) {
    if records[ticket.name]?.number == ticket.number { records[ticket.name] = nil }
  }

  /// Forgets answers that are older than they are kept.
  public mutating func prune(at now: Duration) {
    records = records.filter { $0.value.answer == nil || now < $0.value.until }
  }
}
