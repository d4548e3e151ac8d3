import Synchronization
import Threads

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server on a free port of 127.0.0.1 that does exactly what a service tells it: it answers, it delays, it breaks off.
///
/// One thread performs everything, and due times before arrivals, so that a service sees events in one order.
package final class ScriptedServer<Service: ScriptedService>: Sendable {
  /// Where it listens.
  package let port: UInt16
  /// A port of its own that nobody listens on: whoever connects to it is refused.
  package let closedPort: UInt16

  private let state: Mutex<ServerState<Service>>
  private let thread: Mutex<WorkerThread<Void>?>
  private let waker: WakePipe

  /// Starts to listen.
  /// - Parameter epoch: the instant from which the service's times count.
  /// - Throws: `SocketFault` or `NoThread` when the system has no descriptor, port or thread left.
  package init(_ service: Service, limits: ServerLimits = ServerLimits(), epoch: ContinuousClock.Instant = .now) throws
  {
    let listener = try Socket.listening()
    let closed = try Socket.bound()
    port = listener.port
    closedPort = closed.port
    waker = try WakePipe()
    thread = Mutex(nil)
    state = Mutex(ServerState(listener: listener, closed: closed, service: service, limits: limits, epoch: epoch))
    try thread.withLock { $0 = try WorkerThread { [self] in serve() } }
  }

  /// Looks at the service, or changes it, between two events.
  package func withService<Result: Sendable>(_ body: (inout Service) throws -> Result) rethrows -> Result {
    try state.withLock { try body(&$0.service) }
  }

  /// Ends every connection and the thread, and returns once both are gone. Again is no harm.
  package func stop() {
    state.withLock { $0.isStopping = true }
    waker.wake()
    let running = thread.withLock { $0.take() }
    running?.join()
  }

  private func serve() {
    while true {
      guard let (entries, timeout) = state.withLock({ $0.prepare() }) else { return }
      var polled = [pollfd(fd: waker.readEnd, events: Int16(POLLIN), revents: 0)] + entries
      _ = poll(&polled, nfds_t(polled.count), timeout)
      if polled[0].revents != 0 { waker.drain() }
      state.withLock { $0.handle(polled.dropFirst()) }
    }
  }
}
