package import Retry

/// What became of one request under one policy: each attempt, each wait, and why it stopped. Times are microseconds
/// since the first attempt began.
package struct RetryTimeline: Sendable {
  package struct Attempt: Sendable {
    package let number: Int
    package let start, end: Int64
    /// What happened, in a script's words, as the client saw it.
    package let outcome: String
    /// Whether the request came to the server, and whether the client got the answer.
    package let arrived, answered: Bool
    /// The Retry-After that came, and what is wrong with it.
    package let retryAfter: String?
    package let refusal: RetryAfter.Refusal?
    package let failure: Failure?

    package init(
      number: Int, start: Int64, end: Int64, outcome: String, arrived: Bool, answered: Bool, retryAfter: String?,
      refusal: RetryAfter.Refusal?, failure: Failure?
    ) {
      self.number = number
      self.start = start
      self.end = end
      self.outcome = outcome
      self.arrived = arrived
      self.answered = answered
      self.retryAfter = retryAfter
      self.refusal = refusal
      self.failure = failure
    }
  }

  package struct Wait: Sendable {
    package let start, end: Int64
    package let rule: String
    /// How long it was to be: on a clock a wait is never shorter, and a little longer.
    package let length: Int64

    /// - Parameter length: left out, it was as long as it was to be.
    package init(start: Int64, end: Int64, rule: String, length: Int64? = nil) {
      self.start = start
      self.end = end
      self.rule = rule
      self.length = length ?? end - start
    }
  }

  package var attempts: [Attempt] = []
  package var waits: [Wait] = []
  package var stopped = ""
  package var stoppedAt: Int64 = 0
  /// Requests that left the device.
  package var sent = 0

  package init() {}

  package func stopped(_ reason: String, at time: Int64) -> RetryTimeline {
    var timeline = self
    timeline.stopped = reason
    timeline.stoppedAt = time
    return timeline
  }
}
