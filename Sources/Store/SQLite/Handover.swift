import Synchronization

/// Carries a value that is not Sendable to the one thread that uses it from then on.
final class Handover<Value>: @unchecked Sendable {
  // Unchecked: whoever makes it gives the value up (`sending`), and one thread takes it.
  private var value: Value?

  init(_ value: sending Value) { self.value = value }

  func take(_ body: (Value) -> Void) {
    guard let taken = value else { return }
    value = nil
    body(taken)
  }
}

/// A value that one thread sets and another takes later.
final class Box<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? { content.withLock { $0 } }
  func set(_ value: Value) { content.withLock { $0 = value } }
}
