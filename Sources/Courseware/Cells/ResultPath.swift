package import JSON

/// Where a value stands in an experiment's result: `series[full].peak`, `attempts[0].startMs`, `records.count`.
///
///     path = name { "." name | "[" index or key "]" }
///
/// A name picks an object's member. An index counts from 0; a negative one counts from the end. A key picks the element
/// of an array whose first member that is a string equals it, or an object's member of a name that no `.name` can
/// write. `.count` behind an array is its length.
package struct ResultPath: Sendable, Hashable, CustomStringConvertible {
  /// As it was written.
  package let text: String
  private let steps: [Step]

  private enum Step: Sendable, Hashable {
    case name(String)
    case bracket(String)
  }

  package var description: String { text }

  /// Why a path cannot be read or leads nowhere, as a sentence that says what would be right.
  package struct Fault: Error, Sendable, Equatable {
    package let message: String
  }

  /// The most bytes in a path: far more than any result needs.
  package static let maximumBytes = 500

  package init(_ text: String) throws(Fault) {
    self.text = text
    let bytes = Array(text.utf8)
    var steps: [Step] = []
    var at = 0
    func fault(_ message: String) -> Fault {
      Fault(message: "The path `\(text)` \(message); write it like `series[full].peak`.")
    }
    guard bytes.count <= ResultPath.maximumBytes else {
      throw Fault(message: "The path has \(bytes.count) bytes; at most \(ResultPath.maximumBytes) are read.")
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "["), at > 0 {
        guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "]")) else { throw fault("has a `[` without its `]`") }
        guard end > at + 1 else { throw fault("has empty brackets") }
        steps.append(.bracket(bytes[(at + 1)..<end].text))
        at = end + 1
      } else {
        if at > 0 {
          guard bytes[at] == UInt8(ascii: ".") else { throw fault("has no `.` or `[` behind a `]`") }
          at += 1
        }
        let end = bytes[at...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? bytes.count
        let name = bytes[at..<end]
        guard !name.isEmpty else { throw fault("lacks a name") }
        guard name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        else { throw fault("has a name of other than letters, digits, `_` and `-`") }
        steps.append(.name(name.text))
        at = end
      }
    }
    guard !steps.isEmpty else { throw Fault(message: "The path is empty; write it like `series[full].peak`.") }
    self.steps = steps
  }

  /// The value there.
  /// - Throws: What is not there, and what is.
  package func value(in result: JSONValue) throws(Fault) -> JSONValue {
    var value = result
    var walked = ""
    for step in steps {
      switch step {
      case .name(let name):
        value = try ResultPath.member(name, of: value, at: walked)
        walked += walked.isEmpty ? name : ".\(name)"
      case .bracket(let key):
        value = try ResultPath.element(key, of: value, at: walked)
        walked += "[\(key)]"
      }
    }
    return value
  }

  /// The number there. A count or another whole number is given as a `Double` too.
  package func number(in result: JSONValue) throws(Fault) -> Double {
    switch try value(in: result) {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    case let other: throw Fault(message: "`\(text)` is \(other.kind), not a number.")
    }
  }

  /// The list of numbers there.
  package func numbers(in result: JSONValue) throws(Fault) -> [Double] {
    switch try value(in: result) {
    case .integers(let numbers): return numbers.map { Double($0) }
    case .numbers(let numbers): return numbers
    case .array(let elements):
      let numbers = elements.compactMap(\.asNumber)
      guard numbers.count == elements.count else {
        throw Fault(message: "`\(text)` is an array of other than numbers.")
      }
      return numbers
    case let other: throw Fault(message: "`\(text)` is \(other.kind), not an array of numbers.")
    }
  }

  private static func member(_ name: String, of value: JSONValue, at place: String) throws(Fault) -> JSONValue {
    if case .object(let members) = value {
      if let member = value[name] { return member }
      throw Fault(message: "\(shown(place)) has no `\(name)`; it has \(list(members.map(\.name))).")
    }
    if let count = value.elementCount {
      if name == "count" { return .integer(count) }
      throw Fault(message: "\(shown(place)) is an array: write an index or a key in brackets before `.\(name)`.")
    }
    throw Fault(message: "\(shown(place)) is \(value.kind) and has no `\(name)`.")
  }

  private static func element(_ key: String, of value: JSONValue, at place: String) throws(Fault) -> JSONValue {
    if case .object(let members) = value {
      if let member = value[key] { return member }
      throw Fault(message: "\(shown(place)) has no `\(key)`; it has \(list(members.map(\.name))).")
    }
    guard let count = value.elementCount else {
      throw Fault(message: "\(shown(place)) is \(value.kind) and has no `[\(key)]`.")
    }
    if let index = index(key, count: count), let element = value.element(at: index) { return element }
    guard case .array(let elements) = value, elements.contains(where: { $0.label != nil }) else {
      throw Fault(message: "\(shown(place)) has \(count) elements, so there is no `[\(key)]`.")
    }
    if let element = elements.first(where: { $0.label?.utf8.elementsEqual(key.utf8) == true }) { return element }
    throw Fault(message: "\(shown(place)) has no `[\(key)]`; it has \(list(elements.compactMap(\.label))).")
  }

  private static func index(_ key: String, count: Int) -> Int? {
    let isNegative = key.utf8.first == UInt8(ascii: "-")
    guard let number = wholeNumber(isNegative ? key.utf8.dropFirst() : key.utf8[...]) else { return nil }
    let index = isNegative ? count - number : number
    return (0..<count).contains(index) ? index : nil
  }

  private static func shown(_ place: String) -> String { place.isEmpty ? "The result" : "`\(place)`" }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
    return names.isEmpty ? "nothing" : names.count > 20 ? shown + " and more" : shown
  }
}

extension JSONValue {
  /// The length of an array or a column.
  fileprivate var elementCount: Int? {
    switch self {
    case .array(let elements): elements.count
    case .integers(let elements): elements.count
    case .numbers(let elements): elements.count
    case .strings(let elements): elements.count
    default: nil
    }
  }

  fileprivate func element(at index: Int) -> JSONValue? {
    switch self {
    case .array(let elements): elements[index]
    case .integers(let elements): .integer(elements[index])
    case .numbers(let elements): .number(elements[index])
    case .strings(let elements): .string(elements[index])
    default: nil
    }
  }

  /// An object's first member that is a string, by which an array's elements are told apart.
  fileprivate var label: String? {
    guard case .object(let members) = self else { return nil }
    for member in members {
      if case .string(let text) = member.value { return text }
    }
    return nil
  }

  /// The kind of value, with its article.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "a string"
    case .array, .integers, .numbers, .strings: "an array"
    case .object: "an object"
    }
  }
}
