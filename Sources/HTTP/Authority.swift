/// The host and port of a `Host` field or an absolute target (RFC 3986 §3.2), without user information.
package struct Authority: Sendable, Equatable {
  /// In lower case: a name, an IPv4 address, or an IPv6 address in its brackets. Without a port.
  package let host: String
  /// nil if none was given.
  package let port: UInt16?

  package init(host: String, port: UInt16?) {
    self.host = host
    self.port = port
  }

  /// - Returns: nil for anything but a host of letters, digits, `-`, `_` and single dots, or an IPv6 address in
  ///   brackets, with an optional port of at most 65,535.
  package init?(_ bytes: [UInt8]) { self.init(bytes[...]) }

  init?(_ bytes: ArraySlice<UInt8>) {
    var end = bytes.startIndex
    if bytes.first == 0x5B {
      guard let close = bytes.firstIndex(of: 0x5D), IPv6.isAddress(Array(bytes[(end + 1)..<close])) else { return nil }
      end = close + 1
    } else {
      guard let length = bytes.withUnsafeBufferPointer(Authority.nameLength) else { return nil }
      end += length
    }
    var port: UInt16?
    if end < bytes.endIndex {
      guard bytes[end] == 0x3A, let read = Authority.port(bytes[(end + 1)...]) else { return nil }
      port = read
    }
    let host = bytes[..<end]
    let isLowerCase = host.withUnsafeBufferPointer { $0.allSatisfy { ASCII.lowercased($0) == $0 } }
    self.init(
      host: isLowerCase
        ? String(decoding: host, as: UTF8.self) : String(decoding: host.map(ASCII.lowercased), as: UTF8.self),
      port: port)
  }

  /// The length of the name or IPv4 address that bytes begin with, up to a colon; nil if it is none.
  private static func nameLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var length = 0
    var previous: UInt8 = 0x2E
    while length < bytes.count, bytes[length] != 0x3A {
      let byte = bytes[length]
      guard ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x5F || byte == 0x2E else {
        return nil
      }
      // No label is empty, but for that behind the last dot.
      if byte == 0x2E, previous == 0x2E { return nil }
      previous = byte
      length += 1
    }
    return (1...255).contains(length) ? length : nil
  }

  /// Reads *DIGIT; the outer nil is anything else, the inner one no digit.
  private static func port(_ digits: ArraySlice<UInt8>) -> UInt16?? {
    if digits.isEmpty { return .some(nil) }
    var number = 0
    for digit in digits {
      guard ASCII.isDigit(digit) else { return nil }
      number = number * 10 + Int(digit &- 0x30)
      guard number <= 65535 else { return nil }
    }
    return .some(UInt16(number))
  }
}

/// The text form of IPv6 addresses (RFC 4291 §2.2), for checking only.
enum IPv6 {
  static func isAddress(_ bytes: [UInt8]) -> Bool {
    var groups = 0
    var compressed = false
    var index = 0
    let end = bytes.count
    if end >= 2, bytes[0] == 0x3A {
      guard bytes[1] == 0x3A else { return false }
      compressed = true
      index = 2
      if index == end { return true }
    }
    while index < end {
      let start = index
      while index < end, ASCII.hexadecimal(bytes[index]) != nil { index += 1 }
      if index < end, bytes[index] == 0x2E {
        guard isIPv4(bytes[start...]) else { return false }
        groups += 2
        return compressed ? groups < 8 : groups == 8
      }
      guard index > start, index - start <= 4 else { return false }
      groups += 1
      if index == end { break }
      guard bytes[index] == 0x3A else { return false }
      index += 1
      guard index < end else { return false }
      if bytes[index] == 0x3A {
        guard !compressed else { return false }
        compressed = true
        index += 1
      }
    }
    return compressed ? groups < 8 : groups == 8
  }

  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit) else { return false }
        if part.count > 1, part.first == 0x30 { return false }
        return part.reduce(0) { $0 * 10 + Int($1 &- 0x30) } <= 255
      }
  }
}
