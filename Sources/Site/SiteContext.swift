internal import Glibc
internal import Synchronization

/// What the handlers share.
package final class SiteContext: Sendable {
  package let settings: SiteSettings
  package let runner: ExperimentRunner
  package let log: RequestLog
  package let metrics: Metrics
  /// Nanoseconds of a clock that never goes back.
  package let clock: @Sendable () -> UInt64
  package let limits = LiveRunLimits()
  private let currentShelf: Mutex<Shelf>
  private let draining = Atomic<Bool>(false)

  package init(
    settings: SiteSettings, shelf: Shelf, log: RequestLog? = nil,
    clock: @escaping @Sendable () -> UInt64 = SiteContext.monotonicClock
  ) {
    self.settings = settings
    self.clock = clock
    runner = ExperimentRunner(threads: settings.threads)
    self.log = log ?? RequestLog(level: settings.logging)
    metrics = Metrics()
    metrics.add(runner.readings)
    currentShelf = Mutex(shelf)
  }

  /// What is on the disk, as last read.
  package var shelf: Shelf {
    get { currentShelf.withLock { $0 } }
    set { currentShelf.withLock { $0 = newValue } }
  }

  /// True once the server is about to stop: it takes no new work then.
  package var isDraining: Bool { draining.load(ordering: .relaxed) }

  package func drain() { draining.store(true, ordering: .relaxed) }

  package static let monotonicClock: @Sendable () -> UInt64 = {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
