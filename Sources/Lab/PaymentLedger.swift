/// A payment server's memory as a value: what has been paid, and which key stands for which payment.
///
/// A payment is made in two steps, the effect (`pay`) and the record of it under its key (`record`). How the steps hang
/// together is the ledger's rule, and what a crash between them leaves behind is the difference.
package struct PaymentLedger: Sendable, Equatable {
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
    package var caller: String
    package var route: String
    package var key: String?
    /// What was asked, byte for byte: the same key with other bytes is another request.
    package var body: [UInt8]
    /// What is bought.
    package var item: String

    package init(caller: String = "", route: String = "", key: String?, body: [UInt8], item: String) {
      self.caller = caller
      self.route = route
      self.key = key
      self.body = body
      self.item = item
    }
  }

  package struct Payment: Sendable, Equatable {
    /// Counts the payments that were made, from 1.
    package let number: Int
    package let entry: Entry

    /// What the server gives the client for it.
    package var receipt: String { "r-\(number)" }
    /// The payment as the ledger lists it: what was bought, and under which key.
    package var listing: String { "\(entry.item)@\(entry.key ?? "-")" }
  }

  package enum Decision: Sendable, Equatable {
    /// Nobody has asked for this before: pay and record under this ticket.
    case work(Int)
    /// It is paid and recorded: answer as the first time.
    case recorded(Payment)
    /// The same request is being worked on.
    case inProgress
    /// The key stands for another request.
    case otherBody
  }

  private struct Scope: Hashable {
    let caller: String
    let route: String
    let key: String
  }

  private let rule: Rule
  /// What has been paid and lasts.
  package private(set) var payments: [Payment] = []
  private var records: [Scope: Payment] = [:]
  /// What is being worked on. It does not outlive a crash, so that no key stays in progress for ever.
  private var working: [Int: (entry: Entry, payment: Payment?)] = [:]
  private var tickets = 0

  package init(_ rule: Rule) { self.rule = rule }

  package static func == (left: PaymentLedger, right: PaymentLedger) -> Bool {
    left.rule == right.rule && left.payments == right.payments && left.records == right.records
      && left.working.keys == right.working.keys
  }

  package var honoursKeys: Bool { rule != .ignoresKeys }

  /// What to do with a request. A key's other body is found before its being in progress: the client must mend that,
  /// not wait for it.
  package mutating func begin(_ entry: Entry) -> Decision {
    if let scope = scope(of: entry) {
      let recorded = records[scope]
      let open = working.values.first { self.scope(of: $0.entry) == scope }
      if let known = recorded?.entry ?? open?.entry, known.body != entry.body { return .otherBody }
      if let recorded { return .recorded(recorded) }
      if open != nil { return .inProgress }
    }
    tickets += 1
    working[tickets] = (entry, nil)
    return .work(tickets)
  }

  /// The effect: money moves. Under `oneTransaction` it lasts only once it is recorded.
  /// - Returns: nil if nothing is worked on under that ticket, or it has been paid already.
  package mutating func pay(_ ticket: Int) -> Payment? {
    guard let work = working[ticket], work.payment == nil else { return nil }
    let pending = working.values.count { $0.payment != nil && rule == .oneTransaction }
    let payment = Payment(number: payments.count + pending + 1, entry: work.entry)
    working[ticket]?.payment = payment
    if rule != .oneTransaction { payments.append(payment) }
    return payment
  }

  /// The record: from now on the key stands for this payment.
  /// - Returns: nil if nothing was paid under that ticket.
  package mutating func record(_ ticket: Int) -> Payment? {
    guard let work = working[ticket], let payment = work.payment else { return nil }
    working[ticket] = nil
    if rule == .oneTransaction { payments.append(payment) }
    if let scope = scope(of: work.entry) { records[scope] = payment }
    return payment
  }

  /// The server dies and starts again from what lasts.
  package mutating func crash() { working = [:] }

  private func scope(of entry: Entry) -> Scope? {
    guard rule != .ignoresKeys, let key = entry.key else { return nil }
    return Scope(caller: entry.caller, route: entry.route, key: key)
  }
}
