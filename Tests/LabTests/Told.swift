import Synchronization

/// What a monitor was told.
final class Told: Sendable {
  private let shares = Mutex<[Double]>([])

  var all: [Double] { shares.withLock { $0 } }

  func add(_ share: Double) { shares.withLock { $0.append(share) } }
}
