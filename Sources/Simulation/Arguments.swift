package import JSON

/// Values that a schema has accepted: every parameter has one, so no default is hidden.
package struct Arguments: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case integer(Int)
    case number(Double)
    case text(String)
    case texts([String])
    case integers([Int])
    case flag(Bool)
    case none
  }

  /// In the schema's order.
  package private(set) var values: [(name: String, value: Value)]

  init(_ values: [(name: String, value: Value)]) { self.values = values }

  package static func == (left: Arguments, right: Arguments) -> Bool {
    left.values.elementsEqual(right.values) { $0.name == $1.name && $0.value == $1.value }
  }

  /// The value of a parameter that the schema has; asking for another name is a programmer's error.
  package subscript(name: String) -> Value {
    guard let found = values.first(where: { $0.name == name }) else { preconditionFailure("no parameter \(name)") }
    return found.value
  }

  package func integer(_ name: String) -> Int {
    guard case .integer(let value) = self[name] else { preconditionFailure("\(name) is no integer") }
    return value
  }
  package func optionalInteger(_ name: String) -> Int? {
    if case .none = self[name] { return nil }
    return integer(name)
  }
  package func number(_ name: String) -> Double {
    guard case .number(let value) = self[name] else { preconditionFailure("\(name) is no number") }
    return value
  }
  package func text(_ name: String) -> String {
    guard case .text(let value) = self[name] else { preconditionFailure("\(name) is no text") }
    return value
  }
  package func texts(_ name: String) -> [String] {
    guard case .texts(let value) = self[name] else { preconditionFailure("\(name) is no list of texts") }
    return value
  }
  package func integers(_ name: String) -> [Int] {
    guard case .integers(let value) = self[name] else { preconditionFailure("\(name) is no list of integers") }
    return value
  }
  package func flag(_ name: String) -> Bool {
    guard case .flag(let value) = self[name] else { preconditionFailure("\(name) is no flag") }
    return value
  }

  /// The seed, which every experiment has.
  package var seed: Int { integer("seed") }

  /// The same with one value put in the place of another.
  func replacing(_ name: String, with value: Value) -> Arguments {
    var copy = self
    for index in copy.values.indices where copy.values[index].name == name { copy.values[index].value = value }
    return copy
  }

  /// Puts a value in the place of the one at an index of `values`.
  mutating func set(_ value: Value, at index: Int) { values[index].value = value }

  /// Every effective value by name, as the API echoes it.
  package var json: JSONValue {
    .object(values.map { JSONMember($0.name, $0.value.json) })
  }
}

extension Arguments.Value {
  package var json: JSONValue {
    switch self {
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let value): .string(value)
    case .texts(let values): .strings(values)
    case .integers(let values): .integers(values)
    case .flag(let value): .bool(value)
    case .none: .null
    }
  }
}

/// Everything that was wrong with a set of parameters.
package struct InvalidParameters: Error, Equatable {
  package let faults: [Fault]

  package init(_ faults: [Fault]) { self.faults = faults }
}
