internal import JSON
internal import Retry
package import Simulation

/// A class of message for each of eight outcomes; graded by the messages that the library itself gives.
package struct TellTheUser: Exercise {
  package let id = "tell-the-user"
  package let title = "Tell the user what happened"
  package let lesson = "what-to-tell-the-user"
  package let task = """
    The retries are over, and a person waits. Choose for each outcome what to tell them: what they can do now, and \
    nothing that is not known.
    """
  package let kind = SubmissionKind.answers
  package let graderVersion = "1"
  package let maxScore = 800

  package init() {}

  private struct Outcome {
    let name: String
    let label: String
    let isVisible: Bool
    let failure: Failure
    let request: RetryRequest
  }

  private static let key = try? IdempotencyKey("k-9")

  private static let outcomes = [
    Outcome(
      name: "offline", label: "The phone has no connection", isVisible: true, failure: .notConnected,
      request: RetryRequest(.get)),
    Outcome(
      name: "list-503", label: "Reading the list: 503 three times", isVisible: true, failure: .status(503),
      request: RetryRequest(.get)),
    Outcome(
      name: "payment-timed-out", label: "Paying without a key: timed out", isVisible: true, failure: .timedOut,
      request: RetryRequest(.post)),
    Outcome(
      name: "payment-refused", label: "Paying without a key: the connection was refused", isVisible: false,
      failure: .cannotConnect, request: RetryRequest(.post)),
    Outcome(
      name: "form-422", label: "Sending the form: 422", isVisible: true, failure: .status(422),
      request: RetryRequest(.post)),
    Outcome(
      name: "payment-key-timed-out", label: "Paying with a key, kept for another try: timed out three times",
      isVisible: false,
      failure: .timedOut, request: RetryRequest(.post, key: key)),
    Outcome(
      name: "certificate", label: "The certificate is not trusted", isVisible: false, failure: .insecure,
      request: RetryRequest(.get)),
    Outcome(
      name: "left", label: "The user left the screen", isVisible: false, failure: .cancelled,
      request: RetryRequest(.get)),
  ]

  private static let choices = UserMessage.allCases.map {
    Parameter.Choice($0.rawValue, $0.text.isEmpty ? "Nothing: nobody waits." : $0.text)
  }

  package let schema = TellTheUser.form
  package let isMarkedAtOnce = true

  private static let form = Schema(
    fields:
      TellTheUser.outcomes.map {
        Parameter(
          $0.name, $0.label, .choice(TellTheUser.choices, default: TellTheUser.choices[0].name),
          meaning: "What to tell the user.")
      })

  package func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) -> Marking {
    let outcomes = TellTheUser.outcomes
    return Marking(
      zip(outcomes, Marking.shares(of: maxScore, among: outcomes.count)).map { outcome, points in
        let right = Classification(outcome.failure, of: outcome.request)
        let passed = answer.text(outcome.name) == right.message.rawValue
        let message =
          passed
          ? "\(outcome.label): right."
          : "\(outcome.label): ask what the client knows, and what the person can do now. Known here: \(right.reason)."
        return Check(outcome.name, isVisible: outcome.isVisible, points: points, passed: passed, message: message)
      })
  }

  private static let solved: [(name: String, value: JSONValue, reason: String)] = [
    ("offline", "offline", "nothing left the device, and it goes on by itself once there is a connection"),
    ("list-503", "try-again-shortly", "reading does no harm, and the server itself says later"),
    ("payment-timed-out", "uncertain", "the request may have arrived, so the money may be gone"),
    ("payment-refused", "try-again-shortly", "no connection came about, so nothing can have been paid"),
    ("form-422", "correct-entry", "the server has read the form and says that the entry is wrong"),
    ("payment-key-timed-out", "try-again-shortly", "whether it was done is open, but the key makes another try safe"),
    ("certificate", "insecure", "nothing was sent to a server that may be somebody else's"),
    ("left", "none", "nobody is there to read it"),
  ]

  package func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    ModelSolution(
      TellTheUser.solved,
      """
      A message says what the person can do now: wait for a connection, come back shortly, mend the entry, look before \
      trying again. The status and the exception mean nothing to them.
      """,
      """
      It claims nothing that the client does not know. After a timeout without a key nobody on this side knows whether \
      it was done, so neither "it failed" nor "please try again" would be true.
      """)
  }
}
