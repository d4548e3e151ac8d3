import JSON
import Retry

/// One order sent through a network that loses the first messages, to a server that keeps a ledger. The client is
/// `Retry`'s own loop, the server `Retry`'s own ledger of keys.
struct OrderExchange {
  /// What the network does to a disturbed attempt.
  enum Trouble: String, CaseIterable {
    /// The server acts; its answer is lost.
    case responseLost = "response-lost"
    /// The request is lost on its way.
    case requestLost = "request-lost"
    /// The server refuses the connection.
    case refused
  }

  let item: String
  let key: IdempotencyKey?
  let policy: RetryPolicy
  let trouble: Trouble
  /// How many attempts are disturbed, the first ones.
  let disturbed: Int
  let serverHonoursKeys: Bool

  struct Step {
    let from, to, what: String
    var lost = false

    var json: JSONValue {
      ["from": .string(from), "to": .string(to), "what": .string(what), "lost": .bool(lost)]
    }
  }

  struct Result {
    var attempts = 0
    /// The server's ledger, as `item@key`.
    var records: [String] = []
    /// The ledger when the first attempt was over.
    var recordsAfterFirst: [String] = []
    /// What the client saw of each attempt: a failure's name, or the status.
    var observations: [String] = []
    /// The failure at the end, if there was one.
    var failure: Failure?
    var stopped = StopReason.succeeded
    var steps: [Step] = []
  }

  func run() -> Result {
    let request = RetryRequest(.post, key: key)
    var loop = RetryLoop(policy, for: request, seed: 1)
    var ledger = IdempotencyLedger<String>(lease: .seconds(60), keptFor: .seconds(86_400))
    var result = Result()
    var now = Duration.zero
    while true {
      result.attempts += 1
      let failure = result.attempts <= disturbed ? self.failure : nil
      send(failure, &result, &ledger, at: now)
      result.observations.append(failure?.description ?? "201")
      result.failure = failure
      if result.attempts == 1 { result.recordsAfterFirst = result.records }
      now += .seconds(1)
      switch loop.next(failure.map { .failure($0) } ?? .success, at: now) {
      case .wait(let wait, _): now += wait
      case .waitForConnectivity: break
      case .stop(let reason):
        result.stopped = reason
        return result
      }
    }
  }

  /// What the client sees of a disturbed attempt.
  private var failure: Failure { trouble == .refused ? .cannotConnect : .timedOut }

  private var record: String { "\(item)@\(key?.value ?? "-")" }

  private func send(
    _ failure: Failure?, _ result: inout Result, _ ledger: inout IdempotencyLedger<String>, at now: Duration
  ) {
    let name = key.map { "order \(item), key \($0)" } ?? "order \(item)"
    if failure != nil, trouble == .refused {
      result.steps.append(Step(from: "client", to: "server", what: "connection refused", lost: true))
      return
    }
    let arrives = failure == nil || trouble == .responseLost
    result.steps.append(Step(from: "client", to: "server", what: name, lost: !arrives))
    if arrives {
      let did = act(&result, &ledger, at: now)
      result.steps.append(Step(from: "server", to: "server", what: did))
      result.steps.append(Step(from: "server", to: "client", what: "201, receipt of \(record)", lost: failure != nil))
    }
    if failure != nil { result.steps.append(Step(from: "client", to: "client", what: "gives up waiting: timed out")) }
  }

  /// Acts on the request, unless its key says that this was done.
  private func act(_ result: inout Result, _ ledger: inout IdempotencyLedger<String>, at now: Duration) -> String {
    guard serverHonoursKeys, let key else {
      result.records.append(record)
      return "records \(record)"
    }
    switch ledger.begin(scope: "orders", key: key, fingerprint: Array(item.utf8), at: now) {
    case .act(let ticket):
      result.records.append(record)
      ledger.finish(ticket, record, at: now)
      return "records \(record)"
    case .replay, .inProgress, .mismatch: return "knows the key: records nothing"
    }
  }
}

extension Parameter {
  static let item = Parameter(
    "item", "Item", .text(maxBytes: 40, default: "book"),
    meaning: "What is ordered: 1 to 40 letters, digits, dots, hyphens or underscores."
  ).matching("^[A-Za-z0-9._-]+$")
}

extension Arguments {
  var itemFaults: [Fault] {
    let isName = { (byte: UInt8) in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || [45, 46, 95].contains(byte)
    }
    let item = text("item").utf8
    return !item.isEmpty && item.allSatisfy(isName)
      ? [] : [Fault("item", "must be one or more letters a–z, A–Z, digits, dots, hyphens or underscores")]
  }
}
