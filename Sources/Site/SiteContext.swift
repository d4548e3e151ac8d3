internal import Glibc
internal import HTTP
package import Store
internal import Synchronization
internal import Teaching

/// What the handlers share.
package final class SiteContext: Sendable {
  package let settings: SiteSettings
  package let runner: ExperimentRunner
  package let log: RequestLog
  package let metrics: Metrics
  /// Nanoseconds of a clock that never goes back.
  package let clock: @Sendable () -> UInt64
  /// The time of day.
  package let time: @Sendable () -> Timestamp
  package let limits = LiveRunLimits()
  package let requestLimits: RequestLimits
  package let storage: any Storage
  package let sessions: Sessions
  package let grader: SubmissionGrader
  package let grading: GradingQueue
  /// Time zones for deadlines.
  var zones: ZoneCatalogue { .system }
  /// Plans of regrading that were shown.
  let regrades = RegradeShelf()
  private let currentShelf: Mutex<Shelf>
  private let draining = Atomic<Bool>(false)

  package init(
    settings: SiteSettings, shelf: Shelf, storage: any Storage, grader: SubmissionGrader = SubmissionGrader(),
    log: RequestLog? = nil, clock: @escaping @Sendable () -> UInt64 = SiteContext.monotonicClock,
    time: @escaping @Sendable () -> Timestamp = SiteContext.timeOfDay
  ) {
    let log = log ?? RequestLog(level: settings.logging)
    self.settings = settings
    self.clock = clock
    self.time = time
    self.storage = storage
    self.grader = grader
    self.log = log
    sessions = Sessions(storage)
    requestLimits = RequestLimits(submissionsPerMinute: settings.submissionsPerMinute)
    grading = GradingQueue(
      storage, grader, log: log, clock: clock, time: time, threads: settings.threads, limits: settings.grading)
    runner = ExperimentRunner(threads: settings.threads)
    metrics = Metrics()
    metrics.add(runner.readings)
    metrics.add(grading.readings)
    currentShelf = Mutex(shelf)
  }

  /// What is on the disk, as last read.
  package var shelf: Shelf {
    get { currentShelf.withLock { $0 } }
    set {
      let former = currentShelf.withLock { shelf in
        defer { shelf = newValue }
        return shelf
      }
      if former !== newValue { former.term.end() }
    }
  }

  /// True once the server is about to stop: it takes no new work then.
  package var isDraining: Bool { draining.load(ordering: .relaxed) }

  package func drain() { draining.store(true, ordering: .relaxed) }

  /// The cookie of sessions as this request's connection allows it.
  func cookie(for request: Request) -> SessionCookie {
    SessionCookie(isSecure: settings.isBehindTLS || request.isSecure)
  }

  package static let timeOfDay: @Sendable () -> Timestamp = {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  package static let monotonicClock: @Sendable () -> UInt64 = {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
