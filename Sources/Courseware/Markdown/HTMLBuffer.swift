/// HTML as it grows, in bytes. Whatever comes from an author goes through one of the escaping functions.
struct HTMLBuffer {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }
  var isEmpty: Bool { bytes.isEmpty }

  /// Appends markup of our own as it is.
  mutating func markup(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number of our own.
  mutating func markup(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  /// Appends HTML that was made here before.
  mutating func html(_ made: some Collection<UInt8>) { bytes.append(contentsOf: made) }

  /// Appends text so that it stands for itself between tags and within a double-quoted attribute.
  mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
    let needsCare = HTMLBuffer.needsCare
    var start = 0
    for (offset, byte) in text.enumerated() where needsCare[Int(byte)] {
      bytes.append(contentsOf: text[start..<offset])
      start = offset + 1
      switch byte {
      case UInt8(ascii: "&"): markup("&amp;")
      case UInt8(ascii: "<"): markup("&lt;")
      case UInt8(ascii: ">"): markup("&gt;")
      case UInt8(ascii: "\""): markup("&quot;")
      default: markup("\u{FFFD}")
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  mutating func text(_ text: some Sequence<UInt8>) {
    if text.withContiguousStorageIfAvailable({ self.text($0) }) == nil {
      Array(text).withUnsafeBufferPointer { self.text($0) }
    }
  }

  mutating func text(_ text: String) { self.text(text.utf8) }

  /// Appends an address for a double-quoted attribute, percent-encoding what may not stand in one. A `%` stays, as the
  /// address may be encoded already.
  mutating func address(_ address: some Sequence<UInt8>) {
    for byte in address {
      switch byte {
      case UInt8(ascii: "&"): markup("&amp;")
      case UInt8(ascii: "'"): markup("&#39;")
      case _ where HTMLBuffer.standsInAddress[Int(byte)]: bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(HTMLBuffer.digits[Int(byte >> 4)])
        bytes.append(HTMLBuffer.digits[Int(byte & 15)])
      }
    }
  }

  /// Inserts HTML at an offset that was `count` before.
  mutating func insert(_ html: HTMLBuffer, at offset: Int) { bytes.insert(contentsOf: html.bytes, at: offset) }

  /// Drops what was written behind an offset.
  mutating func truncate(to offset: Int) { bytes.removeLast(bytes.count - offset) }

  /// Gives what there is and starts anew.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Bytes that may not stand as they are: HTML's own, and control characters apart from tab and line feed.
  private static let needsCare = table { byte in
    if byte < 0x20 { return byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n") }
    return byte == 0x7F || "&<>\"".utf8.contains(byte)
  }
  private static let standsInAddress = table { byte in
    byte.isLetter || byte.isDigit || "~-_.+!*(),%#@?=;:/$".utf8.contains(byte)
  }
  private static func table(_ holds: (UInt8) -> Bool) -> [Bool] { (UInt8.min...UInt8.max).map(holds) }
  private static let digits = Array("0123456789ABCDEF".utf8)
}
