import Synchronization

/// How an application answers a request.
package enum Reply: Sendable {
  /// Bytes that are ready: sent from the event loop without a copy. Preconditions, ranges and encodings are seen to.
  case ready(ReadyResponse)
  /// Bytes that are ready, as above, and that a loop may give again to others who ask for the same.
  case standing(StandingAnswer)
  /// Sent from the event loop.
  case response(Response)
  /// Made on a worker thread, which may block. Refused with 503 and Retry-After, before it begins, if it would have to
  /// wait for too long. What it throws goes to `Application.response(toThrown:for:)`.
  case work(WorkDemand, @Sendable (Cancellation) throws -> Response)
  /// Begun on a worker thread, which is free again once the closure returns, and answered later from any thread by the
  /// completion. Refused as work is, and what the closure throws becomes the answer as it does for work.
  case deferred(WorkDemand, @Sendable (Cancellation, Completion) throws -> Void)
  /// Found on a worker thread, which may block, before anything is sent: what may have to be refused and is a stream
  /// otherwise, whose status would have gone out by then. Refused as work is, and what the closure throws becomes the
  /// answer as it does for work.
  case found(WorkDemand, @Sendable (Cancellation) throws -> Reply)
  /// A stream written from a worker thread; it ends when the closure returns. `head` has no body. Not run for HEAD.
  case stream(WorkDemand, head: Response, @Sendable (any StreamWriter) throws -> Void)
  /// A stream that other code writes to later and ends with `finish()`. The closure is called once on the event loop,
  /// must not block, and usually keeps the writer somewhere. Not run for HEAD.
  case subscription(head: Response, @Sendable (any StreamWriter) -> Void)
}

/// What kind of work waits for a thread.
package enum WorkClass: Int, Sendable, CaseIterable {
  /// Pages and lists.
  case reading
  /// An experiment that somebody waits for.
  case interactive
  /// An experiment on real sockets, which mostly waits. It has threads of its own.
  case live
  case grading
  case batch
}

/// Tells work that nobody waits for its result any more. Cheap enough to ask every few milliseconds.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func cancel() { flag.store(true, ordering: .relaxed) }
}

/// The one answer to a request, given from any thread when it is there. Only the first counts. One that is given up
/// without an answer gives an error by itself, so that nobody waits for ever.
package final class Completion: Sendable {
  /// Nobody answered.
  package struct Dropped: Error {}

  private let isAnswered = Atomic<Bool>(false)
  private let deliver: @Sendable (Result<Response, any Error>) -> Void

  /// - Parameter deliver: Takes the answer, once, on whichever thread gives it; must not block.
  package init(_ deliver: @escaping @Sendable (Result<Response, any Error>) -> Void) { self.deliver = deliver }

  deinit { give(.failure(Dropped())) }

  package func send(_ response: Response) { give(.success(response)) }

  /// Answers with what the application makes of an error.
  package func fail(_ error: any Error) { give(.failure(error)) }

  private func give(_ result: Result<Response, any Error>) {
    if !isAnswered.exchange(true, ordering: .acquiringAndReleasing) { deliver(result) }
  }
}

/// Where a stream's bytes go. Writing never blocks: what the peer has not taken yet is kept up to a bound, and a peer
/// that falls further behind is dropped.
package protocol StreamWriter: Sendable {
  /// - Returns: false once the peer is gone or was dropped, or after `finish`; nothing written from then on matters.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool

  /// False once the peer is gone.
  var isOpen: Bool { get }

  /// Ends the stream in order. Does nothing the second time.
  func finish()
}

extension StreamWriter {
  @discardableResult
  package func write(_ event: ServerSentEvent) -> Bool { write(event.bytes) }
}
