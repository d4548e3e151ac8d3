/// A name for one operation, so that a server acts on it once however often it arrives.
///
/// 1…255 printable ASCII characters. The IETF draft writes it as a quoted string, real interfaces send it bare; both
/// are read, and mean the same key. Source: draft-ietf-httpapi-idempotency-key-header; RFC 9651 §3.3.3.
public struct IdempotencyKey: Sendable, Hashable, CustomStringConvertible {
  /// The key itself, without quotes.
  public let value: String

  /// Why a text is no key.
  public enum Fault: Error, Sendable, Hashable {
    case empty
    /// More than 255 characters.
    case tooLong
    /// Something else than printable ASCII; in a bare key also a space, quote, backslash, comma or semicolon.
    case badCharacter
    /// A quote without its end, or a backslash before anything else than a quote or a backslash.
    case badQuotes
    /// Text behind the closing quote, such as parameters, which the draft does not define.
    case textBehindQuote
  }

  /// The most characters that a key may have.
  public static let longest = 255

  /// A key from its own characters.
  public init(_ value: String) throws(Fault) {
    try IdempotencyKey.check(Array(value.utf8)) { (32...126).contains($0) }
    self.value = value
  }

  /// A key from a field's value, bare or quoted; spaces and tabs around it are let go.
  public init(fieldValue: String) throws(Fault) {
    var bytes = Array(fieldValue.utf8)[...]
    while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
    while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
    guard bytes.first == UInt8(ascii: "\"") else {
      try IdempotencyKey.check(Array(bytes)) { byte in
        (33...126).contains(byte) && !"\"\\,;".utf8.contains(byte)
      }
      value = String(decoding: bytes, as: UTF8.self)
      return
    }
    let unquoted = try IdempotencyKey.unquoted(bytes.dropFirst())
    try IdempotencyKey.check(unquoted) { (32...126).contains($0) }
    value = String(decoding: unquoted, as: UTF8.self)
  }

  /// A new key of 122 random bits in the form of a version 4 UUID, in small letters (RFC 9562 §5.4). Make it when the
  /// user acts, and keep it with the operation.
  public static func random(using generator: inout some RandomNumberGenerator) -> IdempotencyKey {
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
      let half = index < 16 ? high : low
      let nibble = UInt8(half >> (60 - 4 * UInt64(index % 16)) & 15)
      text.append(nibble < 10 ? 48 + nibble : 87 + nibble)
    }
    return IdempotencyKey(known: String(decoding: text, as: UTF8.self))
  }

  /// A new key from the system's generator.
  public static func random() -> IdempotencyKey {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// The field's value as the draft has it: quoted, with a backslash before quotes and backslashes.
  public var quoted: String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in value.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  public var description: String { value }

  private init(known value: String) { self.value = value }

  private static func check(_ bytes: [UInt8], _ isAllowed: (UInt8) -> Bool) throws(Fault) {
    if bytes.isEmpty { throw .empty }
    if bytes.count > longest { throw .tooLong }
    if !bytes.allSatisfy(isAllowed) { throw .badCharacter }
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
    var text: [UInt8] = []
    var isEscaped = false
    for (index, byte) in zip(bytes.indices, bytes) {
      let isSpecial = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      if isEscaped {
        if !isSpecial { throw .badQuotes }
        text.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        if index != bytes.endIndex - 1 { throw .textBehindQuote }
        return text
      } else {
        text.append(byte)
      }
    }
    throw .badQuotes
  }
}

extension IdempotencyKey.Fault: CustomStringConvertible {
  /// What is wrong, as half a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong: "it has more than 255 characters"
    case .badCharacter:
      "it has characters other than printable ASCII, or a space, comma, semicolon or quote while not quoted"
    case .badQuotes: "its quotes do not match"
    case .textBehindQuote: "behind its closing quote stands something more, and it has no parameters"
    }
  }
}
