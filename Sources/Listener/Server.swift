import Glibc
package import HTTP
import Synchronization
import Threads

/// An HTTP/1.1 server. It runs on threads of its own: some that each wait for their share of the connections, and some
/// for work that may block.
package final class Server: Sendable {
  private let configuration: Configuration
  private let application: any Application
  private let running = Mutex<LoopContext?>(nil)

  package init(_ configuration: Configuration, _ application: any Application) {
    self.configuration = configuration
    self.application = application
  }

  /// Begins to accept connections. To be called once.
  /// - Returns: the port; 0 if an inherited socket has none, such as one of the file system.
  /// - Throws: `ListenError` if one of the addresses cannot be listened at.
  @discardableResult
  package func start() throws(ListenError) -> Int {
    signal(SIGPIPE, SIG_IGN)
    let (listeners, port) = try listen()
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var mailboxes: [Mailbox] = []
    for _ in 0..<max(1, configuration.loops ?? cores) { mailboxes.append(try Mailbox()) }
    let pool = WorkPool(configuration.work)
    let context = LoopContext(
      configuration: configuration, application: application, pool: pool,
      ledger: ConnectionLedger(
        perAddress: configuration.connectionsPerAddress, limitsLoopback: configuration.limitsLoopback,
        proxies: configuration.proxies),
      bodies: ByteBudget(limit: configuration.bodies),
      mailboxes: mailboxes, listeners: listeners, statistics: mailboxes.map { _ in StatisticsCell() },
      draining: Monitor(mailboxes.map { _ in Int.max }))
    switch configuration.backend {
    #if os(Linux)
      case .epoll: try Server.run(context, EpollPoller.self)
    #endif
    case .poll: try Server.run(context, PollPoller.self)
    }
    pool.start()
    running.withLock { $0 = context }
    // Whoever was let in sooner could take the descriptors that another loop needs to begin with.
    for mailbox in mailboxes { mailbox.post(.listen) }
    return port
  }

  /// What has been served so far.
  package var statistics: Statistics {
    guard let context = running.withLock({ $0 }) else { return Statistics() }
    var sum = Statistics()
    for cell in context.statistics { sum.add(cell.value.withLock { $0 }) }
    let counts = context.pool.counts()
    for kind in WorkClass.allCases {
      sum.waitingByClass[kind.rawValue] = counts.waiting[kind] ?? 0
      sum.waitingSecondsByClass[kind.rawValue] = counts.waitingSeconds[kind] ?? 0
    }
    sum.running = counts.running
    sum.bodyBytes = context.bodies.taken
    sum.jobsSkipped = counts.skipped
    return sum
  }

  /// Accepts nothing more, lets what is under way finish, and ends the server's threads. Idle connections are closed at
  /// once, subscriptions after `Configuration.drainGrace`. Work that is not done when the time is over is answered with
  /// 503, as is a request of whose body a part is missing, and one of whose head with 408; event streams get last words,
  /// and a moment later everything is closed, wherever it stands.
  /// - Parameter milliseconds: how long to wait for work at most. The drain ends within a second and a half of it.
  /// - Returns: true if everything had finished by then.
  @discardableResult
  package func drain(within milliseconds: Int = 8_000) -> Bool {
    guard let context = running.withLock({ $0 }) else { return true }
    let end = Clock.microseconds() + milliseconds * 1000
    application.willDrain()
    for mailbox in context.mailboxes { mailbox.post(.drain) }
    _ = context.draining.wait(until: end) { counts in counts.allSatisfy { $0 < Int.max } }
    for listener in context.listeners { close(listener) }
    let grace = min(end, Clock.microseconds() + configuration.drainGrace * 1000)
    var isDone = context.draining.wait(until: grace) { counts in counts.allSatisfy { $0 == 0 } }
    if !isDone {
      for mailbox in context.mailboxes { mailbox.post(.endSubscriptions) }
      isDone = context.draining.wait(until: end) { counts in counts.allSatisfy { $0 == 0 } }
    }
    if !isDone {
      for mailbox in context.mailboxes { mailbox.post(.giveUp) }
      _ = context.draining.wait(until: Clock.microseconds() + Server.lastMoment) { counts in
        counts.allSatisfy { $0 == 0 }
      }
    }
    for mailbox in context.mailboxes { mailbox.post(.stop) }
    _ = context.draining.wait(until: Clock.microseconds() + Server.lastMoment) { counts in
      counts.allSatisfy { $0 == -1 }
    }
    context.pool.stop()
    running.withLock { $0 = nil }
    return isDone
  }

  /// How long last answers may take to leave, and then loops to end, in microseconds.
  private static let lastMoment = 700_000

  private func listen() throws(ListenError) -> ([Int32], Int) {
    if let first = configuration.inherited.first {
      configuration.inherited.forEach(Socket.prepare)
      return (configuration.inherited, Socket.boundPort(first) ?? 0)
    }
    var listeners: [Int32] = []
    var port = configuration.port
    do throws(ListenError) {
      for host in configuration.hosts {
        let (descriptor, own) = try Socket.listen(host, port)
        listeners.append(descriptor)
        port = own
      }
    } catch {
      for listener in listeners { close(listener) }
      throw error
    }
    return (listeners, port)
  }

  private static func run<Backend: Poller>(
    _ context: LoopContext, _ backend: Backend.Type
  ) throws(ListenError) {
    for index in context.mailboxes.indices {
      do throws(ListenError) {
        let loop = try EventLoop<Backend>(context, index: index)
        guard SystemThread.start({ loop.run() }) else { throw ListenError("thread", index, EAGAIN) }
      } catch {
        for mailbox in context.mailboxes { mailbox.post(.stop) }
        for listener in context.listeners { close(listener) }
        throw error
      }
    }
  }
}
