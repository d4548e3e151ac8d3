internal import JSON
internal import Simulation

/// A run of an experiment that a grader compares with: the same code that the reader runs.
struct Run {
  let arguments: Arguments
  let result: JSONValue

  init(of id: String, _ parameters: JSONValue, _ monitor: RunMonitor) throws {
    guard let experiment = Catalogue[id] else { throw GraderFault("there is no experiment \(id)") }
    arguments = try experiment.arguments(json: parameters)
    result = try experiment.run(arguments, monitor).result
  }

  /// The element of a list whose member has that text.
  func element(of list: String, where member: String, is name: String) throws -> JSONValue {
    guard case .array(let elements) = result[list], let found = elements.first(where: { $0[member] == .string(name) })
    else { throw GraderFault("the result's \(list) has no \(name)") }
    return found
  }

  /// A number of the result's own.
  func number(_ name: String) -> Double? { result[name]?.double }
}

/// A fault of ours, not of whoever answers: it costs them no attempt.
struct GraderFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension JSONValue {
  /// The number, if this is one.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The column's numbers, if this is one.
  var doubles: [Double]? {
    switch self {
    case .integers(let values): values.map(Double.init)
    case .numbers(let values): values
    case .array(let values): values.compactMap(\.double)
    default: nil
    }
  }
}
