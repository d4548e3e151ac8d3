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
    let parts = MediaType.parts(of: value, separator: ";")
    let essence = parts[0].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard essence.count == 2, essence.allSatisfy({ !$0.isEmpty && $0.allSatisfy(MediaType.isToken) }) else {
      return nil
    }
    var charset: String?
    for part in parts.dropFirst() where !part.isEmpty {
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      guard part[..<equals] == "charset" else { continue }
      guard charset == nil else { return nil }
      charset = String(decoding: FieldValue.unquoted(Array(part.utf8[equals...].dropFirst())), as: UTF8.self)
    }
    name = parts[0]
    self.charset = charset
  }

  /// A field's parts without the blanks round them, A–Z as a–z and nothing else changed. Quoted strings stay whole.
  static func parts(of field: String, separator: Unicode.Scalar) -> [String] {
    FieldValue.split(field.utf8, by: UInt8(ascii: separator)).map { part in
      String(decoding: part.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
    }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
