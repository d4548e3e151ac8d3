package import Retry

/// A payment server's memory as a value: what has been paid, and which key stands for which payment.
///
/// A payment is made in two steps, the effect (`pay`) and the record of it under its key (`record`). How the steps hang
/// together is the ledger's rule, and what a crash between them leaves behind is the difference.
package struct PaymentLedger: Sendable {
  package enum Rule: Sendable, Equatable {
    /// Keys are not looked at.
    case ignoresKeys
    /// Each step lasts at once, by itself.
    case separateSteps
    /// Both steps are one transaction: neither lasts before both are done.
    case oneTransaction
  }

  /// A request to pay. A key means something only together with who sent it and what it was sent to.
  package struct Entry: Sendable, Equatable {
    package let caller: String
    package let route: String
    package let key: IdempotencyKey?
    /// What was asked, byte for byte: the same key with other bytes is another request.
    package let body: [UInt8]
    /// What is bought.
    package let item: String

    package init(caller: String, route: String, key: IdempotencyKey?, body: [UInt8], item: String) {
      self.caller = caller
      self.route = route
      self.key = key
      self.body = body
      self.item = item
    }

    fileprivate var scope: String { "\(route)\n\(caller)" }
  }

  package struct Payment: Sendable, Equatable {
    /// Counts the payments that were made, from 1.
    package let number: Int
    package let entry: Entry

    /// What the server gives the client for it.
    package var receipt: String { "r-\(number)" }
    /// The payment as the ledger lists it: what was bought, and under which key.
    package var listing: String { "\(entry.item)@\(entry.key?.value ?? "-")" }
  }

  package enum Decision: Sendable, Equatable {
    /// Nobody has asked for this before: pay and record under this number.
    case work(Int)
    /// It is paid and recorded: answer as the first time.
    case recorded(Payment)
    /// The same request is being worked on.
    case inProgress
    /// The key stands for another request.
    case otherBody
  }

  private typealias Keys = IdempotencyLedger<Payment>

  private struct Work: Sendable {
    let entry: Entry
    let ticket: Keys.Ticket?
    var payment: Payment?
  }

  private let rule: Rule
  /// What has been paid and lasts.
  package private(set) var payments: [Payment] = []
  /// The keys as the running server knows them, and as they would be after a crash. Work in progress is known to the
  /// running server only, so that no key stays in progress for ever.
  private var keys: Keys
  private var lastingKeys: Keys
  private var working: [Int: Work] = [:]
  private var begun = 0

  package init(_ rule: Rule) {
    self.rule = rule
    keys = Keys(lease: .seconds(3600), keptFor: .seconds(7 * 86_400))
    lastingKeys = keys
  }

  package var honoursKeys: Bool { rule != .ignoresKeys }

  /// What to do with a request. Time is any clock's that does not go back.
  package mutating func begin(_ entry: Entry, at time: Duration) -> Decision {
    var ticket: Keys.Ticket?
    if honoursKeys, let key = entry.key {
      switch keys.begin(scope: entry.scope, key: key, fingerprint: entry.body, at: time) {
      case .act(let granted): ticket = granted
      case .replay(let payment): return .recorded(payment)
      case .inProgress: return .inProgress
      case .mismatch: return .otherBody
      }
    }
    begun += 1
    working[begun] = Work(entry: entry, ticket: ticket)
    return .work(begun)
  }

  /// The effect: money moves. Under `oneTransaction` it lasts only once it is recorded.
  /// - Returns: nil if nothing is worked on under that number, or it has been paid already.
  package mutating func pay(_ number: Int) -> Payment? {
    guard let work = working[number], work.payment == nil else { return nil }
    let open = rule == .oneTransaction ? working.values.count { $0.payment != nil } : 0
    let payment = Payment(number: payments.count + open + 1, entry: work.entry)
    working[number]?.payment = payment
    if rule != .oneTransaction { payments.append(payment) }
    return payment
  }

  /// The record: from now on the key stands for this payment.
  /// - Returns: nil if nothing was paid under that number.
  package mutating func record(_ number: Int, at time: Duration) -> Payment? {
    guard let work = working[number], let payment = work.payment else { return nil }
    working[number] = nil
    if rule == .oneTransaction { payments.append(payment) }
    if let key = work.entry.key, let ticket = work.ticket {
      keys.finish(ticket, payment, at: time)
      let entry = work.entry
      if case .act(let lasting) = lastingKeys.begin(
        scope: entry.scope, key: key, fingerprint: entry.body, at: time)
      {
        lastingKeys.finish(lasting, payment, at: time)
      }
    }
    return payment
  }

  /// The server dies and starts again from what lasts.
  package mutating func crash() {
    working = [:]
    keys = lastingKeys
  }
}
