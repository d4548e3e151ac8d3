import Dispatch
import Synchronization

/// How a run tells of its progress and learns that nobody waits any more.
package struct RunMonitor: Sendable {
  /// The most threads that the run may use.
  package let threads: Int
  /// True once the run should stop. Cheap enough to ask every millisecond.
  package let isCancelled: @Sendable () -> Bool
  /// Takes the share done, 0…1, never less than before; called from one thread at a time, at least every 100 ms on a
  /// long run. It may be called every millisecond: the receiver passes on what it needs.
  package let progress: @Sendable (Double) -> Void

  package init(
    threads: Int = 1, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.threads = threads
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// - Throws: `RunStopped.cancelled` once nobody waits any more.
  func check() throws(RunStopped) {
    if isCancelled() { throw .cancelled }
  }

  /// The monitor of one of several parts of a run that take about the same time.
  func part(_ index: Int, of count: Int) -> RunMonitor { part(index..<index + 1, of: count) }

  /// The monitor of several of such parts together.
  func part(_ parts: Range<Int>, of count: Int) -> RunMonitor {
    let progress = progress
    return RunMonitor(threads: threads, isCancelled: isCancelled) {
      progress((Double(parts.lowerBound) + Double(parts.count) * $0) / Double(count))
    }
  }

  /// Does blocks of work on up to `threads` threads; each takes the next block as soon as it is free.
  /// - Parameters:
  ///   - blocks: How many there are. A block should take about a millisecond.
  ///   - make: Makes one thread's own state.
  ///   - work: Does one block.
  /// - Returns: Each thread's state, in no order: combine them in a way that does not depend on it.
  /// - Throws: `RunStopped.cancelled`.
  func inBlocks<Part: Sendable>(
    _ blocks: Int, make: @Sendable () -> Part, work: @Sendable (inout Part, Int) -> Void
  ) throws(RunStopped) -> [Part] {
    let shared = SharedWork<Part>()
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, blocks))) { _ in
      var part = make()
      while let block = shared.next(below: blocks), !isCancelled() {
        work(&part, block)
        shared.finish { progress(Double($0) / Double(blocks)) }
      }
      shared.add(part)
    }
    try check()
    return shared.parts
  }
}

/// What the threads of one run share: which block is next, how many are done, and what came out.
private final class SharedWork<Part: Sendable>: Sendable {
  private let started = Atomic(0)
  private let done = Atomic(0)
  private let told = Mutex(0)
  private let results = Mutex<[Part]>([])

  var parts: [Part] { results.withLock { $0 } }

  func next(below count: Int) -> Int? {
    let index = started.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  /// Counts a block, and tells how many are done unless another thread is telling just now.
  func finish(tell: (Int) -> Void) {
    let count = done.wrappingAdd(1, ordering: .relaxed).newValue
    _ = told.withLockIfAvailable { last in
      guard count > last else { return }
      last = count
      tell(count)
    }
  }

  func add(_ part: Part) { results.withLock { $0.append(part) } }
}

/// Why a run ended without a report.
package enum RunStopped: Error, Equatable {
  /// The monitor said so.
  case cancelled
  /// The run reached a stated bound, which the text names.
  case bound(String)
}
