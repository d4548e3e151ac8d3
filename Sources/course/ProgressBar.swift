import Synchronization

/// A bar on standard error, if that is a terminal.
final class ProgressBar: Sendable {
  private let unit: String
  /// The width last drawn, so that equal states are drawn once.
  private let drawn = Mutex(-1)

  private static let width = 40

  /// - Parameter unit: What is counted, in the plural.
  init(_ unit: String) { self.unit = unit }

  /// May be called from any thread.
  func show(_ done: Int, of total: Int) {
    guard Console.isTerminal, total > 0 else { return }
    drawn.withLock { drawn in
      let filled = done * ProgressBar.width / total
      guard filled > drawn else { return }
      drawn = filled
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: ProgressBar.width - filled)
      Console.write("\r\(bar) \(done) of \(total) \(unit)")
    }
  }

  func clear() {
    if drawn.withLock({ $0 }) >= 0 { Console.write("\r\u{1B}[K") }
  }
}
