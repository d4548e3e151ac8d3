import Simulation
import Synchronization

/// A live run's link to whoever watches it: each look at whether anybody still waits also tells how far the run is.
final class RunPulse: Sendable {
  private let monitor: RunMonitor
  private let share: @Sendable () -> Double
  /// Held while progress is told, from one thread at a time and never less than before.
  private let told = Mutex(0.0)

  init(_ monitor: RunMonitor, share: @escaping @Sendable () -> Double) {
    self.monitor = monitor
    self.share = share
  }

  func patience(until deadline: ContinuousClock.Instant) -> Patience {
    Patience(until: deadline) { [self] in
      beat()
      return monitor.isCancelled()
    }
  }

  func beat() {
    told.withLock { last in
      last = max(last, share())
      monitor.progress(last)
    }
  }
}
