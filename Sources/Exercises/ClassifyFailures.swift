internal import JSON
internal import Retry
package import Simulation

/// A decision for each of sixteen failures, and for each of eight requests that failed; graded by the classification
/// that the library itself uses.
package struct ClassifyFailures: Exercise {
  package let id = "classify-failures"
  package let title = "Decide what is worth retrying"
  package let lesson = "worth-retrying"
  package let task = """
    For each failure, say what a client should do about it when the request may safely be sent again. Then, for each \
    request, say what to do after its failure: the method and the key count now.
    """
  package let kind = SubmissionKind.answers
  package let graderVersion = "1"
  package let maxScore = ClassifyFailures.most

  package init() {}

  private static let most = 1000

  private struct Item {
    let name: String
    let label: String
    let isVisible: Bool
    let failure: Failure
    let request: RetryRequest
  }

  private static let items: [Item] =
    failures.map { Item(name: $0.description, label: $1, isVisible: $2, failure: $0, request: RetryRequest(.get)) }
    + requests

  private static let failures: [(Failure, String, Bool)] = [
    (.connectionLost, "Connection lost", true), (.timedOut, "Timed out", true),
    (.cannotConnect, "Cannot connect", false), (.hostNotFound, "Host not found", false),
    (.notConnected, "Not connected to the internet", true), (.cancelled, "Cancelled", false),
    (.insecure, "TLS or trust failure", true), (.undecodable, "The response cannot be decoded", false),
    (.status(400), "400 Bad Request", true), (.status(404), "404 Not Found", false),
    (.status(408), "408 Request Timeout", false), (.status(425), "425 Too Early", false),
    (.status(429), "429 Too Many Requests", true), (.status(500), "500 Internal Server Error", true),
    (.status(501), "501 Not Implemented", false), (.status(503), "503 Service Unavailable", true),
  ]

  private static let key = try? IdempotencyKey("k-9")

  private static let requests: [Item] = [
    Item(
      name: "get-timed-out", label: "GET that timed out", isVisible: true, failure: .timedOut,
      request: RetryRequest(.get)),
    Item(
      name: "put-503", label: "PUT answered with 503", isVisible: false, failure: .status(503),
      request: RetryRequest(.put)),
    Item(
      name: "post-timed-out", label: "POST without a key that timed out", isVisible: true, failure: .timedOut,
      request: RetryRequest(.post)),
    Item(
      name: "post-key-timed-out", label: "POST with a key that timed out", isVisible: true, failure: .timedOut,
      request: RetryRequest(.post, key: key)),
    Item(
      name: "post-cannot-connect", label: "POST without a key that could not connect", isVisible: false,
      failure: .cannotConnect, request: RetryRequest(.post)),
    Item(
      name: "patch-connection-lost", label: "PATCH without a key whose connection was lost", isVisible: false,
      failure: .connectionLost, request: RetryRequest(.patch)),
    Item(
      name: "delete-502", label: "DELETE answered with 502", isVisible: true, failure: .status(502),
      request: RetryRequest(.delete)),
    Item(
      name: "post-key-400", label: "POST with a key answered with 400", isVisible: false, failure: .status(400),
      request: RetryRequest(.post, key: key)),
  ]

  package let schema = ClassifyFailures.form
  package let isMarkedAtOnce = true

  private static let form = Schema(
    fields:
      ClassifyFailures.items.map { item in
        Parameter(
          item.name, item.label, .choice(ClassifyFailures.decisions, default: ClassifyFailures.decisions[0].name),
          meaning: "What to do after this failure.")
      })

  private static let decisions = Classification.Decision.allCases.map {
    Parameter.Choice($0.rawValue, label(of: $0))
  }

  private static func label(of decision: Classification.Decision) -> String {
    switch decision {
    case .retry: "Retry, with backoff"
    case .waitForConnectivity: "Wait for connectivity"
    case .rarely: "Retry rarely"
    case .checkFirst: "Check first: it may have been done"
    case .never: "Never retry"
    }
  }

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) -> Marking {
    Marking(
      zip(ClassifyFailures.items, ClassifyFailures.checks).map { item, checks in
        guard let check = checks[answer.text(item.name)] else { preconditionFailure("\(item.name) has no such choice") }
        return check
      })
  }

  /// What there is to say of each decision on each item, in the items' order.
  private static let checks = zip(items, Marking.shares(of: most, among: items.count)).map { item, points in
    let right = Classification(item.failure, of: item.request)
    let pairs = Classification.Decision.allCases.map { decision in
      let passed = decision == right.decision
      let message =
        passed
        ? "\(item.label): right, since \(right.reason)."
        : "\(item.label): not '\(decision.rawValue)'. Think of this: \(right.reason)."
      return (
        decision.rawValue,
        Check(item.name, isVisible: item.isVisible, points: points, passed: passed, message: message)
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  package func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    ModelSolution(
      ClassifyFailures.items.map { item in
        let right = Classification(item.failure, of: item.request)
        return (item.name, .string(right.decision.rawValue), right.reason)
      },
      """
      Ask first whether the next attempt can end otherwise. Trouble on the way passes, and so does a server's "later"; a \
      request that is wrong, a certificate that is not trusted and most bugs meet the same end again.
      """,
      """
      Then ask whether the server may have done it already. If so, a second one must not count twice: GET, PUT and \
      DELETE leave the same state however often they arrive, and a key makes a POST as safe. Without a key the client \
      has to look before it sends anything again; only where the request surely never arrived is that needless.
      """)
  }
}
