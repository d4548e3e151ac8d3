/// The fields of a message, in order. Names are compared without regard to ASCII case.
///
/// The text of all fields is one array of bytes, in which each field is a pair of ranges: a parsed request keeps the
/// very bytes that came, and a response is serialised by copying.
package struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
  /// Where a field's name and value lie. A head is far below 4 GiB.
  struct Field: Sendable {
    var name: UInt32
    var value: UInt32
    var valueLength: UInt32
    var nameLength: UInt32

    var nameRange: Range<Int> { Int(name)..<Int(name) + Int(nameLength) }
    var valueRange: Range<Int> { Int(value)..<Int(value) + Int(valueLength) }
  }

  private(set) var bytes: [UInt8]
  private(set) var fields: [Field]
  /// Which of the names that every request is looked through for have occurred.
  private(set) var known: KnownFields

  package init() {
    bytes = []
    fields = []
    known = []
  }

  /// Takes fields that a parser has found in `bytes`, and what it knows of them.
  init(bytes: [UInt8], fields: [Field], known: KnownFields) {
    self.bytes = bytes
    self.fields = fields
    self.known = known
  }

  package init(_ pairs: [(String, String)]) {
    self.init()
    for (name, value) in pairs { add(name, value) }
  }

  package init(dictionaryLiteral pairs: (String, String)...) {
    self.init(pairs)
  }

  package var count: Int { fields.count }
  package var isEmpty: Bool { fields.isEmpty }

  /// The name and value at a position below `count`, with bytes that are not UTF-8 repaired.
  package func field(at index: Int) -> (name: String, value: String) {
    (
      String(decoding: bytes[fields[index].nameRange], as: UTF8.self),
      String(decoding: bytes[fields[index].valueRange], as: UTF8.self)
    )
  }

  /// The first value of a name; setting replaces every field of the name, and nil removes them.
  package subscript(name: String) -> String? {
    get {
      guard let index = firstIndex(of: name) else { return nil }
      return String(decoding: bytes[fields[index].valueRange], as: UTF8.self)
    }
    set {
      fields.removeAll { ASCII.equal(bytes, $0.nameRange, name) }
      if let newValue { add(name, newValue) }
    }
  }

  package func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

  /// Every value of a name, in order.
  package func values(of name: String) -> [String] {
    fields.filter { ASCII.equal(bytes, $0.nameRange, name) }
      .map { String(decoding: bytes[$0.valueRange], as: UTF8.self) }
  }

  /// Adds a field behind those that are there. Control characters, which could end the field and begin another, become
  /// spaces.
  package mutating func add(_ name: String, _ value: String) {
    let start = bytes.count
    let clean = { (byte: UInt8) -> UInt8 in ASCII.isFieldContent(byte) ? byte : 0x20 }
    bytes.append(contentsOf: name.utf8.lazy.map { ASCII.isToken($0) ? $0 : 0x5F })
    let nameLength = bytes.count - start
    bytes.append(0x3A)
    bytes.append(0x20)
    let valueStart = bytes.count
    bytes.append(contentsOf: value.utf8.lazy.map(clean))
    let field = Field(
      name: UInt32(start), value: UInt32(valueStart), valueLength: UInt32(bytes.count - valueStart),
      nameLength: UInt32(nameLength))
    fields.append(field)
    known.formUnion(KnownFields(bytes, field.nameRange))
    bytes.append(0x0D)
    bytes.append(0x0A)
  }

  /// True if a comma-separated field, on one line or several, has this element (RFC 9110 §5.6.1).
  package func lists(_ name: String, _ element: String) -> Bool {
    var found = false
    forEachElement(of: name) { range in
      if ASCII.equal(bytes, range, element) { found = true }
    }
    return found
  }

  /// Calls with the range in `bytes` of each element of a comma-separated field, without blanks round it, empty ones
  /// left out.
  func forEachElement(of name: String, _ body: (Range<Int>) -> Void) {
    for field in fields where ASCII.equal(bytes, field.nameRange, name) {
      var start = field.valueRange.lowerBound
      let end = field.valueRange.upperBound
      while start < end {
        var stop = start
        while stop < end, bytes[stop] != 0x2C { stop += 1 }
        var low = start
        var high = stop
        while low < high, ASCII.isBlank(bytes[low]) { low += 1 }
        while low < high, ASCII.isBlank(bytes[high - 1]) { high -= 1 }
        if low < high { body(low..<high) }
        start = stop + 1
      }
    }
  }

  @inline(__always)
  func firstIndex(of name: String) -> Int? {
    let length = name.utf8.count
    for index in fields.indices
    where Int(fields[index].nameLength) == length && ASCII.equal(bytes, fields[index].nameRange, name) {
      return index
    }
    return nil
  }

  /// Appends every field as a line, but for those whose name `skip` takes; it is given a way to compare.
  func serialise(into output: inout [UInt8], skip: ((String) -> Bool) -> Bool = { _ in false }) {
    for field in fields {
      if skip({ ASCII.equal(bytes, field.nameRange, $0) }) { continue }
      output.append(contentsOf: bytes[field.nameRange])
      output.append(0x3A)
      output.append(0x20)
      output.append(contentsOf: bytes[field.valueRange])
      output.append(0x0D)
      output.append(0x0A)
    }
  }
}
