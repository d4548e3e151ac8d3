/// Markup that is safe to send. A literal is markup; whatever is interpolated into it is text and becomes escaped,
/// unless it is markup itself:
///
///     let item: HTML = "<li>\(title)</li>"
package struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  package private(set) var markup: String

  /// Takes markup from a source that escapes, such as a rendered lesson.
  package init(safe markup: String) { self.markup = markup }

  package init(stringLiteral value: String) { markup = value }

  package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  package static var nothing: HTML { "" }

  package static func + (left: HTML, right: HTML) -> HTML { HTML(safe: left.markup + right.markup) }

  package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// The text with everything escaped that means something in content or in a quoted attribute.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }
    package mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
    package mutating func appendInterpolation(_ list: [HTML]) { for html in list { markup += html.markup } }
    /// Nothing at all where there is no markup.
    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
  }
}

extension HTML {
  /// A boolean attribute with its leading space, or nothing.
  static func attribute(_ name: StaticString, if isSet: Bool) -> HTML {
    isSet ? HTML(safe: " \(name)") : .nothing
  }

  /// An attribute with its leading space, or nothing without a value.
  static func attribute(_ name: StaticString, _ value: String?) -> HTML {
    guard let value else { return .nothing }
    return HTML(safe: " \(name)=\"\(escaped(value))\"")
  }
}
