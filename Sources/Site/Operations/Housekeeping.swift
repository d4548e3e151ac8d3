internal import Dispatch
internal import Store
internal import Synchronization

/// Drops what has expired from the database, at the start and every hour.
final class Housekeeping: Sendable {
  private let queue = DispatchQueue(label: "housekeeping")
  private let isRunning = Mutex(false)

  private static let interval = 3_600

  func begin(_ context: SiteContext) {
    isRunning.withLock { $0 = true }
    queue.async { [self] in tidy(context) }
  }

  /// Returns once nothing is under way any more.
  func end() {
    isRunning.withLock { $0 = false }
    queue.sync {}
  }

  private func tidy(_ context: SiteContext) {
    guard isRunning.withLock({ $0 }) else { return }
    do { try context.storage.tidy(at: context.time()) } catch {
      context.log.write("error", "not-tidied", [("error", "\(error)")])
    }
    queue.asyncAfter(deadline: .now() + .seconds(Housekeeping.interval)) { [self, weak context] in
      if let context { tidy(context) }
    }
  }
}
