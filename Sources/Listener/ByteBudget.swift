import Synchronization

/// How many bytes all connections together may keep of something that peers send.
final class ByteBudget: Sendable {
  private let used = Atomic<Int>(0)
  private let limit: Int

  var taken: Int { used.load(ordering: .relaxed) }

  init(limit: Int) { self.limit = limit }

  /// Takes or, if negative, gives back bytes.
  /// - Returns: false if more than the limit is taken now; the bytes count all the same.
  func take(_ bytes: Int) -> Bool { used.add(bytes, ordering: .relaxed).newValue <= limit }
}
