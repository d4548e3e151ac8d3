import Synchronization

/// A monotonic clock that moves only when someone sleeps: a test takes no time, and sees every wait.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private let state = Mutex<(now: Duration, sleeps: [Duration])>((.seconds(1_000), []))

  let minimumResolution = Duration.zero
  var now: Instant { Instant(time: state.withLock { $0.now }) }
  /// Every wait so far.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func advance(by duration: Duration) { state.withLock { $0.now += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(deadline.time - state.now)
      state.now = max(state.now, deadline.time)
    }
  }
}

/// A clock whose sleep never ends by itself, and tells when one has begun.
struct EndlessClock: Clock {
  let began: AsyncStream<Void>.Continuation
  let minimumResolution = Duration.zero
  var now: ManualClock.Instant { ManualClock.Instant(time: .zero) }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    began.yield()
    let (never, continuation) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    try Task.checkCancellation()
  }
}
