internal import Glibc
package import HTTP

/// Where and how a server listens.
package struct Configuration: Sendable {
  /// What loops wait with.
  package enum Backend: Sendable, CaseIterable {
    #if os(Linux)
      case epoll
    #endif
    case poll

    package static var usual: Backend { allCases[0] }
  }

  /// Numeric addresses such as `127.0.0.1`, `::1`, `0.0.0.0`. With port 0 all get the one that the first took.
  package var hosts: [String]
  /// 0 takes a free one.
  package var port: Int
  /// Sockets that already listen, given by whoever started the process; if there are any, `hosts` is not used.
  package var inherited: [Int32] = []
  package var backend = Backend.usual
  /// Threads that serve connections; nil for as many as there are cores.
  package var loops: Int?
  /// Threads that run work, and how much may wait for them. Two of the threads are more than there are cores: one is left
  /// to reading and one to short runs when long ones take all others.
  package var work = WorkRules(threads: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 2)
  package var limits = ParserLimits()
  package var deadlines = Deadlines()
  /// Connections in all. At the limit, those that have been idle longest make room.
  package var connections = 16_384
  /// Connections from one address (from one /64 for IPv6); more are answered with 503.
  package var connectionsPerAddress = 2_048
  /// Proxies that are believed what they say of where a request comes from. The limit by address does not hold for them.
  package var proxies = TrustedProxies()
  /// Whether the limit by address holds for loopback too, where a proxy or the machine's own tools come from.
  package var limitsLoopback = false
  /// Bytes of request bodies that are kept in all; those beyond are answered with 503.
  package var bodies = 256 << 20
  /// Bytes of a stream that its reader may be behind before it is dropped.
  package var streamBacklog = 256 * 1024
  /// How often a silent event stream carries a comment, in milliseconds.
  package var pingInterval = 15_000
  /// How long subscriptions may go on after a drain has begun, in milliseconds, so that a last event reaches them.
  package var drainGrace = 500
  /// Called on a loop for each answer; must not block.
  package var log: (@Sendable (Exchange) -> Void)?

  package init(host: String = "127.0.0.1", port: Int = 0) {
    hosts = [host]
    self.port = port
  }
}

/// A request and its answer, for the log.
package struct Exchange: Sendable {
  /// nil if the request could not be read.
  package let request: Request?
  /// The request's, also if it could not be read.
  package let id: UInt64
  package let peer: PeerAddress
  package let status: Status
  /// Bytes of the response, head included, as far as they were known when it was sent.
  package let bytes: Int
  let start: Int
  /// From the last byte of the request to now, which is when the answer is handed to the socket. The clock is looked at
  /// only if somebody asks.
  package var microseconds: Int { Clock.microseconds() - start }
}
