import JSON
import Synchronization
import Testing

extension JSONValue {
  /// A member's value; what is missing fails the test that asks.
  func member(_ name: String) -> JSONValue {
    guard let value = self[name] else {
      Issue.record("no member \(name)")
      return .null
    }
    return value
  }

  func integer(_ name: String) -> Int {
    if case .integer(let value) = member(name) { return value }
    Issue.record("\(name) is no integer")
    return .min
  }

  func number(_ name: String) -> Double {
    switch member(name) {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default:
      Issue.record("\(name) is no number")
      return .nan
    }
  }

  func text(_ name: String) -> String {
    if case .string(let value) = member(name) { return value }
    Issue.record("\(name) is no text")
    return ""
  }

  func integers(_ name: String) -> [Int] {
    if case .integers(let values) = member(name) { return values }
    Issue.record("\(name) is no column of integers")
    return []
  }

  func numbers(_ name: String) -> [Double] {
    if case .numbers(let values) = member(name) { return values }
    Issue.record("\(name) is no column of numbers")
    return []
  }

  func elements(_ name: String) -> [JSONValue] {
    if case .array(let values) = member(name) { return values }
    Issue.record("\(name) is no array")
    return []
  }
}

extension [Double] {
  var mean: Double { reduce(0, +) / Double(count) }

  var standardDeviation: Double {
    let mean = mean
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }
}

/// Keeps what a run tells of its progress.
final class Recorder: Sendable {
  private let told = Mutex<[Double]>([])

  /// Elements of their own: the thread sanitizer does not see the reference count that guards a shared buffer.
  var values: [Double] { told.withLock { $0.map { $0 } } }

  func record(_ share: Double) { told.withLock { $0.append(share) } }
}
