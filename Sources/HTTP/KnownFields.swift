/// The fields that every request is looked through for, so that a look at a set of bits tells that there are none.
struct KnownFields: OptionSet, Sendable {
  let rawValue: UInt16

  static let host = KnownFields(rawValue: 1 << 0)
  static let contentLength = KnownFields(rawValue: 1 << 1)
  static let transferEncoding = KnownFields(rawValue: 1 << 2)
  static let contentType = KnownFields(rawValue: 1 << 3)
  static let authorization = KnownFields(rawValue: 1 << 4)
  static let origin = KnownFields(rawValue: 1 << 5)
  static let connection = KnownFields(rawValue: 1 << 6)
  static let expect = KnownFields(rawValue: 1 << 7)
  static let acceptEncoding = KnownFields(rawValue: 1 << 8)
  static let range = KnownFields(rawValue: 1 << 9)
  /// `If-Match`, `If-None-Match`, `If-Modified-Since`, `If-Unmodified-Since`.
  static let precondition = KnownFields(rawValue: 1 << 10)

  /// Those that may occur once only, since two readers could choose differently among several.
  static let single: KnownFields = [.host, .contentLength, .transferEncoding, .contentType, .authorization, .origin]

  /// What a field's name is; empty if it is none of these.
  init(_ bytes: [UInt8], _ name: Range<Int>) {
    switch name.count {
    case 4: self = ASCII.equal(bytes, name, lowerCase: "host") ? .host : []
    case 5: self = ASCII.equal(bytes, name, lowerCase: "range") ? .range : []
    case 6:
      if ASCII.equal(bytes, name, lowerCase: "origin") {
        self = .origin
      } else {
        self = ASCII.equal(bytes, name, lowerCase: "expect") ? .expect : []
      }
    case 8: self = ASCII.equal(bytes, name, lowerCase: "if-match") ? .precondition : []
    case 10: self = ASCII.equal(bytes, name, lowerCase: "connection") ? .connection : []
    case 12: self = ASCII.equal(bytes, name, lowerCase: "content-type") ? .contentType : []
    case 13:
      if ASCII.equal(bytes, name, lowerCase: "authorization") {
        self = .authorization
      } else {
        self = ASCII.equal(bytes, name, lowerCase: "if-none-match") ? .precondition : []
      }
    case 14: self = ASCII.equal(bytes, name, lowerCase: "content-length") ? .contentLength : []
    case 15: self = ASCII.equal(bytes, name, lowerCase: "accept-encoding") ? .acceptEncoding : []
    case 17:
      if ASCII.equal(bytes, name, lowerCase: "transfer-encoding") {
        self = .transferEncoding
      } else {
        self = ASCII.equal(bytes, name, lowerCase: "if-modified-since") ? .precondition : []
      }
    case 19: self = ASCII.equal(bytes, name, lowerCase: "if-unmodified-since") ? .precondition : []
    default: self = []
    }
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }
}
