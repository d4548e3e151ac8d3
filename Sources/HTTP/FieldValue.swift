/// Parts of field values (RFC 9110 §5.6).
package enum FieldValue {
  /// The parts between separators, without blanks round them; empty ones stay.
  /// - Parameter mindsQuotes: Whether a separator in a quoted string (§5.6.4) is none. Not every field has such strings.
  package static func split(_ bytes: some Collection<UInt8>, by separator: UInt8, mindsQuotes: Bool = true) -> [[UInt8]]
  {
    var parts: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    for byte in bytes {
      if byte == separator, !isQuoted {
        parts.append([])
        continue
      }
      if mindsQuotes, byte == 0x22, !isEscaped { isQuoted.toggle() }
      isEscaped = byte == 0x5C && isQuoted && !isEscaped
      parts[parts.count - 1].append(byte)
    }
    return parts.map { part in
      let start = part.firstIndex { !ASCII.isBlank($0) } ?? part.endIndex
      let end = part.lastIndex { !ASCII.isBlank($0) }.map { $0 + 1 } ?? start
      return Array(part[start..<end])
    }
  }

  /// What a quoted string says; any other value as it is.
  package static func unquoted(_ value: [UInt8]) -> [UInt8] {
    guard value.count >= 2, value.first == 0x22, value.last == 0x22 else { return value }
    var said: [UInt8] = []
    var isEscaped = false
    for byte in value.dropFirst().dropLast() {
      isEscaped = byte == 0x5C && !isEscaped
      if !isEscaped { said.append(byte) }
    }
    return said
  }
}
