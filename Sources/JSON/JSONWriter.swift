extension JSONValue {
  /// This value as compact UTF-8 JSON text. The same value gives the same bytes on every machine.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

/// Appends values to a byte buffer as compact JSON.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): write(number)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements): list(elements) { $0.write($1) }
    case .integers(let elements): list(elements) { $0.write($1) }
    case .numbers(let elements): list(elements) { $0.write($1) }
    case .strings(let elements): list(elements) { $0.write($1) }
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a list of values that are written already.
  package mutating func write(listOf written: [[UInt8]]) {
    bytes.reserveCapacity(bytes.count + written.reduce(2) { $0 + $1.count + 1 })
    list(written) { $0.bytes += $1 }
  }

  private mutating func list<Element>(_ elements: [Element], _ each: (inout JSONWriter, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ number: Int) {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var start = buffer.count
      var rest = number.magnitude
      repeat {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        buffer[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: buffer[start...])
    }
  }

  private mutating func write(_ number: Double) {
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      write(whole)
    } else if number.isFinite {
      append(number.description)
    } else {
      append("null")
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var start = 0
      // What needs no escape is copied stretch by stretch.
      for index in text.indices where JSONWriter.needsEscape(text[index]) {
        bytes.append(contentsOf: text[start..<index])
        escape(text[index])
        start = index + 1
      }
      bytes.append(contentsOf: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0..<0x20:
      append("\\u00")
      bytes.append(JSONWriter.hex[Int(byte >> 4)])
      bytes.append(JSONWriter.hex[Int(byte & 15)])
    default:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    }
  }

  private static let hex = Array("0123456789abcdef".utf8)
}
