/// A response as it came over the wire.
package struct ExactResponse: Sendable, Equatable {
  /// 100…999.
  package let status: Int
  /// In their order, names as they were written, values without the spaces around them.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// True if the server left the connection open for another request.
  package let keepsAlive: Bool

  /// The values of the header fields of that name, whatever its case.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name.utf8.elementsEqual(name.utf8, by: HeaderByte.same) }.map(\.value)
  }

  package static func == (left: ExactResponse, right: ExactResponse) -> Bool {
    left.status == right.status && left.body == right.body && left.keepsAlive == right.keepsAlive
      && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
  }
}

/// Why bytes are no response (RFC 9112): the other side spoke, but not HTTP.
package enum MalformedResponse: Error, Equatable {
  case statusLine
  case header
  /// Both Content-Length and Transfer-Encoding, lengths that differ, or no number.
  case length
  case transferCoding
  /// A chunk's size line is no hexadecimal number, or too long.
  case chunkSize
  /// A chunk does not end where its size says.
  case chunkEnd
  case tooLarge
}

/// Single bytes of a message's head. Compared as bytes: no folding but ASCII's, no white space but space and tab.
enum HeaderByte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  static func same(_ left: UInt8, _ right: UInt8) -> Bool { lower(left) == lower(right) }

  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower(byte))
  }

  /// RFC 9110 §5.6.2.
  static func isToken(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// RFC 9110 §5.5: visible, space, tab or above ASCII.
  static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  /// The value of a hexadecimal digit, or nil.
  static func hexadecimal(_ byte: UInt8) -> Int? {
    switch lower(byte) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(lower(byte) - UInt8(ascii: "a")) + 10
    default: nil
    }
  }

  /// A number of decimal digits alone that fits, or nil.
  static func decimal(_ bytes: some Collection<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 15, bytes.allSatisfy(isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
