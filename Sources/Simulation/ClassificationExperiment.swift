import Retry

/// Which failures are worth another attempt, for a given request, and what to tell the user.
package struct ClassificationExperiment: Experiment {
  package let id = "classification"
  package let title = "Which failures are worth retrying"
  package let question = "For each way in which a request can fail: is another attempt worth it, and is it safe?"

  private static let transport: [Failure] = [
    .connectionLost, .timedOut, .cannotConnect, .hostNotFound, .notConnected, .cancelled, .insecure, .undecodable,
  ]

  package init() {}

  package let schema = Schema(
    [
      .method, .key,
      Parameter(
        "failures", "Failures without a response",
        .choices(transport.map { .init($0.description, $0.label) }, default: transport.map(\.description)),
        meaning: "Which failures of the connection, and of reading the answer, to classify."),
      Parameter(
        "statuses", "Statuses",
        .integers(
          400...599, count: 1...200,
          default: [400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 501, 502, 503, 504, 505]),
        meaning: "Which statuses of an answer to classify."),
    ], isSeeded: false)

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let names = arguments.texts("failures")
    var failures = ClassificationExperiment.transport.filter { names.contains($0.description) }
    var seen: Set<Int> = []
    for status in arguments.integers("statuses") where seen.insert(status).inserted { failures.append(.status(status)) }
    let request = RetryRequest(RequestMethod(arguments.text("method")), key: arguments.key)
    return ClassificationReport(request: request, failures: failures).report
  }

  package func faults(in arguments: Arguments) -> [Fault] { arguments.keyFaults }
}

/// The first classifier that most clients have: offline, server error, client error, unreadable answer.
enum FourCaseClassifier {
  /// It takes everything short of an answer for a lack of network, and every 5xx for a passing one.
  static func isRetried(_ failure: Failure) -> Bool {
    switch failure {
    case .undecodable: false
    case .status(let code): (500...599).contains(code)
    default: true
    }
  }
}

extension Failure {
  /// The failure as a reader sees it.
  var label: String {
    switch self {
    case .connectionLost: "Connection lost"
    case .timedOut: "Timed out"
    case .cannotConnect: "Cannot connect"
    case .hostNotFound: "Host not found"
    case .notConnected: "Not connected to the internet"
    case .cancelled: "Cancelled"
    case .insecure: "TLS or trust failure"
    case .undecodable: "Decoding failure"
    case .status(let code): "Status \(code)"
    case .other: "Anything else"
    }
  }
}
