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
  package init(_ bytes: [UInt8], method: Method) throws(Refusal) { try self.init(bytes[...], method: method) }

  init(_ bytes: ArraySlice<UInt8>, method: Method) throws(Refusal) {
    guard let (length, isPlain) = bytes.withUnsafeBufferPointer(Target.beforeQuery) else {
      throw Refusal(.badRequest, "The request target has a character that must be percent-encoded.")
    }
    let mark = bytes.startIndex + length
    if bytes.count == 1, bytes.first == 0x2A {
      guard method == .options else {
        throw Refusal(.badRequest, "The target * is for OPTIONS alone.")
      }
      (path, rawQuery, authority) = ("*", [], nil)
      return
    }
    var start = bytes.startIndex
    var authority: Authority?
    if bytes.first != 0x2F {
      guard let scheme = Target.schemeEnd(bytes) else {
        throw Refusal(.badRequest, "The request target is neither a path nor an http address.")
      }
      start = bytes[scheme..<mark].firstIndex(of: 0x2F) ?? mark
      authority = Authority(bytes[scheme..<start])
      guard authority != nil else {
        throw Refusal(.badRequest, "The request target names no valid host.")
      }
    }
    let query = mark == bytes.endIndex ? [] : Array(bytes[(mark + 1)...])
    guard query.isEmpty || !query.contains(0x25) || Query(encoded: query) != nil else {
      throw Refusal(.badRequest, "The query has a malformed percent escape, or one that is not UTF-8.")
    }
    guard let path = Target.decodePath(bytes[start..<mark], isPlain: isPlain) else {
      throw Refusal(.badRequest, "The path has a malformed escape, a dot segment, a backslash or an encoded slash.")
    }
    (self.path, rawQuery, self.authority) = (path, query, authority)
  }

  /// How many bytes come before the first `?`, and whether they have no escape, dot or backslash, as most have none;
  /// nil if there is a character that cannot stand in a target.
  private static func beforeQuery(_ bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, isPlain: Bool)? {
    var isPlain = true
    var index = 0
    while index < bytes.count, bytes[index] != 0x3F {
      switch bytes[index] {
      case 0x25, 0x2E, 0x5C: isPlain = false
      case 0x23, 0x00...0x20, 0x7F...0xFF: return nil
      default: break
      }
      index += 1
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[index...])
    return rest.allSatisfy { $0 &- 0x21 < 0x5E && $0 != 0x23 } ? (index, isPlain) : nil
  }

  private static func schemeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    let prefix = bytes.prefix(8).map(ASCII.lowercased)
    if prefix.starts(with: "https://".utf8) { return bytes.startIndex + 8 }
    return prefix.starts(with: "http://".utf8) ? bytes.startIndex + 7 : nil
  }

  private static func decodePath(_ bytes: ArraySlice<UInt8>, isPlain: Bool) -> String? {
    if bytes.isEmpty { return "/" }
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    guard bytes.contains(0x25) else { return isSafe(bytes) ? String(decoding: bytes, as: UTF8.self) : nil }
    guard !hasEncodedSeparator(bytes), let decoded = Percent.decode(bytes), isSafe(decoded.utf8) else { return nil }
    return decoded
  }

  /// True if no segment is `.` or `..`, and there is no backslash and no control character.
  private static func isSafe(_ path: some Collection<UInt8>) -> Bool {
    var length = 0
    var dots = 0
    for byte in path {
      switch byte {
      case 0x2F:
        if length == dots, dots == 1 || dots == 2 { return false }
        length = 0
        dots = 0
      case 0x5C, 0x00..<0x20, 0x7F: return false
      case 0x2E:
        length += 1
        dots += 1
      default: length += 1
      }
    }
    return length != dots || dots == 0 || dots > 2
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
