/// A request's target (RFC 9112 §3.2), decoded and known to be safe to look up.
package struct Target: Sendable, Equatable {
  /// Begins with `/`; percent-decoded once; no `.` or `..` segment, backslash, encoded slash or control character.
  /// `*` for `OPTIONS *`.
  package let path: String
  /// What follows the `?`, as sent. Its escapes are well formed.
  package let rawQuery: [UInt8]
  /// The authority of an absolute target.
  package let authority: Authority?

  /// Reads a target in origin, absolute or asterisk form.
  package init(_ bytes: some BidirectionalCollection<UInt8>, method: Method) throws(Refusal) {
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }) else {
      throw Refusal(.badRequest, "The request target has a character that must be percent-encoded.")
    }
    if bytes.count == 1, bytes.first == 0x2A {
      guard method == .options else {
        throw Refusal(.badRequest, "The target * is for OPTIONS alone.")
      }
      (path, rawQuery, authority) = ("*", [], nil)
      return
    }
    var rest = bytes[...]
    var authority: Authority?
    if rest.first != 0x2F {
      guard let start = Target.afterScheme(rest) else {
        throw Refusal(.badRequest, "The request target is neither a path nor an http address.")
      }
      let end = rest[start...].firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
      authority = Authority(rest[start..<end])
      guard authority != nil else {
        throw Refusal(.badRequest, "The request target names no valid host.")
      }
      rest = rest[end...]
    }
    let mark = rest.firstIndex(of: 0x3F) ?? rest.endIndex
    let query = mark == rest.endIndex ? [] : Array(rest[mark...].dropFirst())
    guard query.isEmpty || !query.contains(0x25) || Query(encoded: query) != nil else {
      throw Refusal(.badRequest, "The query has a malformed percent escape, or one that is not UTF-8.")
    }
    guard let path = Target.decodePath(rest[..<mark]) else {
      throw Refusal(.badRequest, "The path has a malformed escape, a dot segment, a backslash or an encoded slash.")
    }
    (self.path, rawQuery, self.authority) = (path, query, authority)
  }

  private static func afterScheme<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.Index? {
    for scheme in ["http://", "https://"] {
      let prefix = bytes.prefix(scheme.utf8.count)
      if prefix.map(ASCII.lowercased).elementsEqual(scheme.utf8) { return prefix.endIndex }
    }
    return nil
  }

  private static func decodePath(_ bytes: some Collection<UInt8>) -> String? {
    if bytes.isEmpty { return "/" }
    let escaped = bytes.contains(0x25)
    if escaped, hasEncodedSeparator(bytes) { return nil }
    let decoded = escaped ? Percent.decode(bytes) : String(decoding: bytes, as: UTF8.self)
    guard let decoded else { return nil }
    var segment = 0
    var dots = 0
    for byte in decoded.utf8 {
      switch byte {
      case 0x2F:
        if segment == dots, dots == 1 || dots == 2 { return nil }
        segment = 0
        dots = 0
      case 0x5C, 0x00..<0x20, 0x7F: return nil
      default:
        segment += 1
        if byte == 0x2E { dots += 1 }
      }
    }
    return segment == dots && (dots == 1 || dots == 2) ? nil : decoded
  }

  /// True for `%2F`: decoded, it would be taken for a separator.
  private static func hasEncodedSeparator(_ bytes: some Collection<UInt8>) -> Bool {
    var state = 0
    for byte in bytes {
      switch (state, byte) {
      case (_, 0x25): state = 1
      case (1, 0x32): state = 2
      case (2, 0x46), (2, 0x66): return true
      default: state = 0
      }
    }
    return false
  }
}
