#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How long a wait may last, and who may end it earlier: no wait of the lab is without one.
package struct Patience: Sendable {
  package let deadline: ContinuousClock.Instant
  private let isCancelled: @Sendable () -> Bool

  /// The longest time between two looks at whether anybody still waits, in milliseconds.
  private static let slice = 20

  package init(until deadline: ContinuousClock.Instant, isCancelled: @escaping @Sendable () -> Bool) {
    self.deadline = deadline
    self.isCancelled = isCancelled
  }

  /// The same, ending at that instant if it comes earlier.
  package func upTo(_ instant: ContinuousClock.Instant) -> Patience {
    Patience(until: min(deadline, instant), isCancelled: isCancelled)
  }

  package func upTo(_ duration: Duration) -> Patience { upTo(.now + duration) }

  /// The time before the deadline.
  var left: Duration { max(.zero, deadline - .now) }

  enum Outcome {
    /// The descriptor is ready.
    case ready
    /// The deadline came first.
    case late
    /// Nobody waits any more.
    case cancelled
  }

  /// Blocks the calling thread until the descriptor is ready for one of the events or has failed.
  func wait(for descriptor: Int32, _ events: Int32) -> Outcome {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return wait { poll(&entry, 1, $0) > 0 }
  }

  /// Blocks the calling thread until the deadline, never for a shorter time.
  /// - Returns: false as soon as nobody waits any more.
  package func sleep() -> Bool { wait { poll(nil, 0, $0) > 0 } == .late }

  /// Blocks the calling thread until the condition holds, asking every millisecond.
  /// - Returns: false if the deadline came first or nobody waits any more.
  package func sleep(until condition: () -> Bool) -> Bool {
    while !condition() {
      guard upTo(.milliseconds(1)).sleep(), .now < deadline else { return false }
    }
    return true
  }

  private func wait(_ isReady: (_ milliseconds: Int32) -> Bool) -> Outcome {
    while !isCancelled() {
      let left = left
      let milliseconds = Int32(clamping: min(Self.slice, left.roundedUpMilliseconds))
      if isReady(milliseconds) { return .ready }
      if left == .zero { return .late }
    }
    return .cancelled
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  /// Whole milliseconds that are not shorter.
  var roundedUpMilliseconds: Int { milliseconds + (self > .milliseconds(milliseconds) ? 1 : 0) }
}
