package import Retry

/// How a client chooses its wait before each retry: the rule is `Retry`'s own.
package typealias Strategy = Backoff.Strategy

extension Backoff.Strategy {
  /// True if two clients that failed together may wait for different times.
  package var isRandom: Bool {
    switch self {
    case .immediate, .constant, .exponential: false
    case .full, .equal, .decorrelated: true
    }
  }

  /// Its one name for readers, on toggles and in tables; charts and sentences write it small.
  package var label: String { words.prefix(1).uppercased() + words.dropFirst() }

  /// Its name in a sentence.
  var words: String {
    switch self {
    case .immediate: "immediate"
    case .constant: "constant"
    case .exponential: "exponential"
    case .full: "full jitter"
    case .equal: "equal jitter"
    case .decorrelated: "decorrelated jitter"
    }
  }
}

extension Parameter {
  /// The strategies that a run compares. `none` is another name of `exponential`: no jitter.
  static func strategies(_ allowed: [Strategy] = Strategy.allCases, default names: [Strategy]) -> Parameter {
    Parameter(
      "strategy", "Backoff strategies",
      .choices(
        allowed.map { Choice($0.rawValue, $0.label, aliases: $0 == .exponential ? ["none"] : []) },
        default: names.map(\.rawValue)),
      meaning: "How each client chooses its wait before a retry; one or several, compared.")
  }

  static let base = Parameter(
    "baseMs", "Base", unit: "ms", .integer(1...60_000, default: 100),
    meaning: "The wait before the first retry, before jitter; it doubles with each retry.")

  static let cap = Parameter(
    "capMs", "Cap", unit: "ms", .integer(1...3_600_000, default: 2_000),
    meaning: "No wait is longer than this; at least the base.")

  static let bucket = Parameter(
    "bucketMs", "Bucket", unit: "ms", .integer(1...10_000, default: 10),
    meaning: "The width of the time slices in which requests are counted.")
}

extension Arguments {
  var strategies: [Strategy] { texts("strategy").compactMap(Strategy.init(rawValue:)) }

  /// The fault of a cap below its base, or none.
  var capFaults: [Fault] {
    let (base, cap) = (integer("baseMs"), integer("capMs"))
    return cap >= base ? [] : [Fault("capMs", "must be at least baseMs, \(base); was \(cap)")]
  }
}
