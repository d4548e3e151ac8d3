import Synchronization

/// What everybody gets who asks for one path at one host by GET and without a query, until its term is over: whoever has
/// it may give it again without asking for it.
package struct StandingAnswer: Sendable {
  /// How long an answer stands. It ends once and for all.
  package final class Term: Sendable {
    private let over = Atomic<Bool>(false)

    package init() {}

    package var isOver: Bool { over.load(ordering: .acquiring) }

    package func end() { over.store(true, ordering: .releasing) }
  }

  package let ready: ReadyResponse
  package let term: Term
  /// Is told, from time to time, how often the answer was given without asking, and how many nanoseconds each took, as a
  /// mean of all that was answered meanwhile; must not block.
  package var whenGiven: @Sendable (_ times: Int, _ nanoseconds: UInt64) -> Void

  package init(
    _ ready: ReadyResponse, until term: Term,
    whenGiven: @escaping @Sendable (_ times: Int, _ nanoseconds: UInt64) -> Void = { _, _ in }
  ) {
    self.ready = ready
    self.term = term
    self.whenGiven = whenGiven
  }

  /// True if an answer to this request may stand for others: nothing but its path and host makes a difference.
  package static func mayStand(for request: Request) -> Bool {
    request.method == .get && !request.hasQuery && request.body.isEmpty
  }
}
