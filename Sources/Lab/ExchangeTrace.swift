package import JSON
import Synchronization

/// What happened between clients and a server, in the order in which it happened, as both sides write it down.
package final class ExchangeTrace: Sendable {
  package struct Step: Sendable, Equatable {
    /// Since the exchange began. It differs from run to run, which nothing else in a step does.
    package let at: Duration
    package let from: String
    /// The same as `from` where nothing was sent, but something done.
    package let to: String
    package let what: String
    /// True for a message that never arrived.
    package let lost: Bool

    package var json: JSONValue {
      [
        "atMs": .integer(at.milliseconds), "from": .string(from), "to": .string(to), "what": .string(what),
        "lost": .bool(lost),
      ]
    }
  }

  /// When the exchange began.
  let epoch = ContinuousClock.Instant.now
  var now: Duration { .now - epoch }
  private let written = Mutex<[Step]>([])

  package init() {}

  package var steps: [Step] { written.withLock { $0 } }

  func message(from: String, to: String, lost: Bool = false, _ what: String) {
    written.withLock { $0.append(Step(at: now, from: from, to: to, what: what, lost: lost)) }
  }

  func action(_ who: String, _ what: String) { message(from: who, to: who, what) }
}
