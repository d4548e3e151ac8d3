package import HTTP

/// What a `Content-Type` field says, apart from its parameters' order and case (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
  /// In lower case, such as `application/json`.
  package let name: String
  /// In lower case, nil if there is none.
  package let charset: String?

  /// Nil if the field is missing, stands twice, or is malformed.
  package init?(of request: Request) {
    let values = request.headers.values(of: "Content-Type")
    guard let value = values.first, values.count == 1 else { return nil }
    let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(MediaType.clean)
    let essence = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard essence.count == 2, essence.allSatisfy({ !$0.isEmpty && $0.allSatisfy(MediaType.isToken) }) else {
      return nil
    }
    var charset: String?
    for part in parts.dropFirst() where !part.isEmpty {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      var argument = part[(equals + 1)...]
      if argument.count >= 2, argument.first == UInt8(ascii: "\""), argument.last == UInt8(ascii: "\"") {
        argument = argument.dropFirst().dropLast()
      }
      guard part[..<equals].elementsEqual("charset".utf8) else { continue }
      guard charset == nil else { return nil }
      charset = String(decoding: argument, as: UTF8.self)
    }
    name = String(decoding: parts[0], as: UTF8.self)
    self.charset = charset
  }

  /// Without blanks round it, in lower case.
  private static func clean(_ part: Substring.UTF8View) -> ArraySlice<UInt8> {
    var bytes = part.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
