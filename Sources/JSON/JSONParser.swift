/// Reads JSON text strictly (RFC 8259) and as a value that means the same to every reader (RFC 7493): a duplicate name,
/// a byte order mark, a lone surrogate, invalid UTF-8, a number beyond a `Double`'s range or anything else that
/// readers disagree on is a fault.
///
/// Time is linear in the text; memory is bounded by it, and the stack by `maximumDepth`.
package struct JSONParser {
  /// How deep arrays and objects may stand in one another.
  package static let maximumDepth = 64

  let text: [UInt8]
  var position = 0
  private var depth = 0

  private init(_ text: [UInt8]) { self.text = text }

  /// The value of a whole JSON text.
  /// - Throws: The first fault, with its byte offset.
  package static func parse(_ text: [UInt8]) throws(JSONFault) -> JSONValue {
    var parser = JSONParser(text)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw parser.fault("The text begins with a byte order mark; leave it out.")
    }
    let value = try parser.value()
    parser.skipSpace()
    if let byte = parser.next { throw parser.fault("Nothing may follow the value, but \(shown(byte)) does.") }
    return value
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      try enter()
      let members = try members()
      depth -= 1
      return .object(members)
    case UInt8(ascii: "["):
      try enter()
      let elements = try elements()
      depth -= 1
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    default: throw unexpected("a value")
    }
  }

  /// Steps behind the bracket that is next.
  private mutating func enter() throws(JSONFault) {
    if depth == JSONParser.maximumDepth {
      throw fault("Arrays and objects may stand at most \(JSONParser.maximumDepth) deep in one another.")
    }
    depth += 1
    position += 1
  }

  /// The rest of an array behind its `[`.
  private mutating func elements() throws(JSONFault) -> [JSONValue] {
    var elements: [JSONValue] = []
    if closes(with: UInt8(ascii: "]")) { return [] }
    while true {
      elements.append(try value())
      if closes(with: UInt8(ascii: "]")) { return elements }
      try comma(or: "]")
    }
  }

  /// The rest of an object behind its `{`.
  private mutating func members() throws(JSONFault) -> [JSONMember] {
    var members: [JSONMember] = []
    var names = NameSet()
    if closes(with: UInt8(ascii: "}")) { return [] }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
      let start = position
      let name = try string()
      guard names.insert(name, after: members) else {
        throw JSONFault(offset: start, message: "The name \(JSONParser.shown(name)) stands twice in one object.")
      }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw unexpected("a colon behind the name") }
      position += 1
      members.append(JSONMember(name, try value()))
      if closes(with: UInt8(ascii: "}")) { return members }
      try comma(or: "}")
    }
  }

  private mutating func closes(with byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func comma(or close: String) throws(JSONFault) {
    guard next == UInt8(ascii: ",") else { throw unexpected("a comma or \(close)") }
    let comma = position
    position += 1
    skipSpace()
    if next == close.utf8.first {
      throw JSONFault(offset: comma, message: "A comma stands before the closing \(close).")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    let start = position
    while let byte = next, isWordByte(byte) { position += 1 }
    let matches = word.withUTF8Buffer { $0.elementsEqual(text[start..<position]) }
    guard matches else {
      throw JSONFault(offset: start, message: "Expected a value, found a word other than true, false and null.")
    }
    return value
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The byte at the position, nil at the end.
  var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  func fault(_ message: String) -> JSONFault { JSONFault(offset: position, message: message) }

  func unexpected(_ expected: String) -> JSONFault {
    guard let byte = next else { return fault("The text ends where \(expected) is expected.") }
    return fault("Expected \(expected), found \(JSONParser.shown(byte)).")
  }

  private static func shown(_ byte: UInt8) -> String {
    if 0x21...0x7E ~= byte { return "'\(Character(Unicode.Scalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "the byte 0x\(digits.utf8.count < 2 ? "0" : "")\(digits)"
  }

  /// A name for a message: short, in one line.
  private static func shown(_ name: String) -> String {
    let short = name.unicodeScalars.prefix(40)
    return
      "\"\(String(String.UnicodeScalarView(short.map { $0.value < 0x20 ? " " : $0 })))\(short.count == 40 ? "…" : "")\""
  }
}

/// The names of one object, compared by their UTF-8 bytes: `String`'s own equality is canonical equivalence, which would
/// merge names that other readers keep apart.
private struct NameSet {
  private var hashed: Set<Name> = []

  /// Up to so many names a plain search beats hashing.
  private static let few = 8

  /// False if the name is there already.
  mutating func insert(_ name: String, after members: [JSONMember]) -> Bool {
    if members.count < NameSet.few {
      return !members.contains { $0.name.hasBytes(of: name) }
    }
    if hashed.isEmpty { hashed = Set(members.map { Name(text: $0.name) }) }
    return hashed.insert(Name(text: name)).inserted
  }

  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { left.text.hasBytes(of: right.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
