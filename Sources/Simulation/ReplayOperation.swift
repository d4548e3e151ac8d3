import JSON
import Retry

/// What the operations work on.
struct ReplaySetting: Sendable {
  let item, key: String
  let balance: Int
}

/// The states that an operation leaves, and what they say of it.
struct ReplayOutcome: Sendable {
  enum Sensitivity: String, Sendable, CaseIterable {
    case robust
    case repeatSensitive = "repeat-sensitive"
    case orderSensitive = "order-sensitive"
    case doublySensitive = "doubly-sensitive"
  }

  let once, twice, ab, ba: JSONValue
  let sensitivity: Sensitivity

  /// Applies a once and twice, and a and b in both orders, to copies of one state, and compares what is left.
  init<State: Equatable>(
    _ start: State, show: (State) -> JSONValue, a: (inout State) -> Void, b: (inout State) -> Void
  ) {
    var (once, twice, ab, ba) = (start, start, start, start)
    a(&once)
    a(&twice)
    a(&twice)
    a(&ab)
    b(&ab)
    b(&ba)
    a(&ba)
    (self.once, self.twice, self.ab, self.ba) = (show(once), show(twice), show(ab), show(ba))
    sensitivity =
      switch (once == twice, ab == ba) {
      case (true, true): .robust
      case (false, true): .repeatSensitive
      case (true, false): .orderSensitive
      case (false, false): .doublySensitive
      }
  }
}

/// An operation that clients send, with what it does to the server's state.
struct ReplayOperation: Sendable {
  let name, label: String
  /// What b is, which the operation is put into an order with.
  let other: String
  let why: String
  let play: @Sendable (ReplaySetting) -> ReplayOutcome
}
