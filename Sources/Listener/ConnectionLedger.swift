import HTTP
import Synchronization

/// How many connections there are, in all and by address.
final class ConnectionLedger: Sendable {
  private struct Key: Hashable {
    let high: UInt64
    let low: UInt64

    init(_ peer: PeerAddress) {
      high = peer.high
      low = peer.isIPv4 ? peer.low : 0
    }
  }

  private struct State {
    var total = 0
    var byAddress: [Key: Int] = [:]
  }

  enum Verdict {
    case welcome
    case tooManyFromThere
  }

  private let state = Mutex(State())
  private let perAddress: Int
  private let limitsLoopback: Bool
  private let proxies: TrustedProxies

  init(perAddress: Int, limitsLoopback: Bool, proxies: TrustedProxies) {
    self.proxies = proxies
    self.perAddress = perAddress
    self.limitsLoopback = limitsLoopback
  }

  var total: Int { state.withLock { $0.total } }

  /// Counts a connection, which must be taken off again whatever the verdict.
  func add(_ peer: PeerAddress) -> Verdict {
    state.withLock { state in
      state.total += 1
      let count = state.byAddress[Key(peer), default: 0] + 1
      state.byAddress[Key(peer)] = count
      let isLimited = (limitsLoopback || !peer.isLoopback) && !proxies.contains(peer)
      return count > perAddress && isLimited ? .tooManyFromThere : .welcome
    }
  }

  func remove(_ peer: PeerAddress) {
    state.withLock { state in
      state.total -= 1
      let count = state.byAddress[Key(peer), default: 1] - 1
      state.byAddress[Key(peer)] = count == 0 ? nil : count
    }
  }
}
