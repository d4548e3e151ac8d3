// JSON text to values and back, strictly (RFC 8259, RFC 7493).
//
//   JSONValue    what a document holds; members keep their order
//   JSONWriter   values to bytes
//   JSONParser   bytes to values, or a JSONFault with its offset

/// A JSON document or a part of one. An object keeps its members' order, so that the same value is always the same bytes.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number written without fraction or exponent that fits an `Int`.
  case integer(Int)
  /// Any other number. Not finite is written as `null`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
  /// A column of whole numbers: written as an array, without a value's overhead for each. The parser never makes it.
  case integers([Int])
  /// A column of numbers. The parser never makes it.
  case numbers([Double])
  /// A column of strings. The parser never makes it.
  case strings([String])
}

/// A name and a value in an object.
package struct JSONMember: Sendable, Equatable {
  package let name: String
  package let value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// The member of that name, or nil if this is no object or has none. Names compare by their UTF-8 bytes, as other
  /// readers compare them, not by canonical equivalence.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.hasBytes(of: name) }?.value
  }
}

extension String {
  /// True if both have the same UTF-8 bytes. To `==`, canonically equivalent texts are equal already.
  package func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { others in
        own.elementsEqual(others)
      }
    }
    // Not in one piece only for what came from Objective-C.
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0.0, $0.1) })
  }
}
