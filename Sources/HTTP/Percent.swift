/// Percent-encoding (RFC 3986 §2.1).
package enum Percent {
  /// - Returns: nil if an escape is malformed, or the result is not UTF-8 or holds a NUL.
  package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index != bytes.endIndex {
      var byte = bytes[index]
      bytes.formIndex(after: &index)
      if byte == 0x25 {
        guard index != bytes.endIndex, let high = ASCII.hexadecimal(bytes[index]) else { return nil }
        bytes.formIndex(after: &index)
        guard index != bytes.endIndex, let low = ASCII.hexadecimal(bytes[index]) else { return nil }
        bytes.formIndex(after: &index)
        byte = high << 4 | low
      } else if byte == 0x2B, plusIsSpace {
        byte = 0x20
      }
      if byte == 0 { return nil }
      decoded.append(byte)
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Encodes all but the unreserved characters, for one segment of a path or one value of a query.
  package static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
