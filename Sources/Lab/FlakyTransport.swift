import HTTP
import Retry

/// How a client's requests go over the wire.
enum FlakyTransportKind: String, Sendable, CaseIterable {
  /// An attempt is one request on a connection of its own.
  case exact
  /// A lost connection is made again and a GET or HEAD sent again, unseen by the app: up to three sends for one
  /// attempt, as was measured on Apple systems. Connections are kept where the server keeps them.
  case resending
}

/// Sends one attempt's request, once or more often than the app learns of.
struct FlakyTransport: ~Copyable {
  private let kind: FlakyTransportKind
  private let server: ScriptedServer<FlakyService>
  private let patience: Patience
  private var idle: ClientConnection?

  /// The most sends for one attempt.
  private static let mostSends = 3

  init(_ kind: FlakyTransportKind, to server: ScriptedServer<FlakyService>, _ patience: Patience) {
    self.kind = kind
    self.server = server
    self.patience = patience
  }

  /// - Returns: how the last send ended, and how many there were.
  mutating func attempt(_ request: ExactRequest, timeout: Duration) -> (outcome: ExactOutcome, sends: Int) {
    let patience = patience.upTo(timeout)
    var sends = 0
    while true {
      sends += 1
      let outcome = send(request, patience)
      guard kind == .resending, sends < FlakyTransport.mostSends, isLostUnanswered(outcome),
        request.method == .get || request.method == .head
      else { return (outcome, sends) }
    }
  }

  private mutating func send(_ request: ExactRequest, _ patience: Patience) -> ExactOutcome {
    let client = ExactClient(timeout: patience.left, patience: patience)
    if server.withService({ $0.takeRefusal() }) {
      idle = nil
      return client.send(request, to: server.closedPort)
    }
    guard kind == .resending else { return client.send(request, to: server.port) }
    return client.send(request, to: server.port, on: &idle)
  }

  private func isLostUnanswered(_ outcome: ExactOutcome) -> Bool {
    guard case .failure(let failure) = outcome else { return false }
    return failure.arrival == .perhaps && (failure.cause == .emptyReply || failure.cause == .reset)
  }
}
