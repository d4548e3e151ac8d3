package import HTTP

/// Which of the forms that we have the client likes best (RFC 9110 §12.5.1).
package enum Accept {
  /// - Parameter offered: Media types in lower case, the one we like best first.
  /// - Returns: Nil if the client takes none of them. Without an `Accept` field, the first.
  package static func best(_ request: Request, of offered: [String]) -> String? {
    let ranges = request.headers.values(of: "Accept").flatMap(Accept.ranges)
    if ranges.isEmpty { return offered.first }
    var best: (type: String, quality: Int)?
    for type in offered {
      let quality = quality(of: type, ranges)
      if quality > best?.quality ?? 0 { best = (type, quality) }
    }
    return best?.type
  }

  /// True if the client asks for the type by name, not by a range such as `*/*`.
  package static func names(_ request: Request, _ type: String) -> Bool {
    request.headers.values(of: "Accept").flatMap(Accept.ranges).contains { $0.type == type && $0.quality > 0 }
  }

  private struct Range {
    var type: String
    /// In thousandths.
    var quality: Int
  }

  /// The quality of the most specific range that covers the type.
  private static func quality(of type: String, _ ranges: [Range]) -> Int {
    let family = type.prefix { $0 != "/" } + "/*"
    for wanted in [type, String(family), "*/*"] {
      if let range = ranges.first(where: { $0.type == wanted }) { return range.quality }
    }
    return 0
  }

  private static func ranges(_ field: String) -> [Range] {
    MediaType.parts(of: field, separator: ",").compactMap { element in
      let parts = MediaType.parts(of: element, separator: ";")
      guard let type = parts.first, !type.isEmpty else { return nil }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { thousandths($0.dropFirst(2)) } ?? 1000
      return Range(type: type, quality: quality)
    }
  }

  /// `0.5` is 500. What is malformed counts as 1, the default.
  private static func thousandths(_ text: Substring) -> Int {
    var value = 0
    var places: Int?
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), places == nil {
        places = 0
      } else if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, value < 10_000, places ?? 0 < 3 {
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        places = places.map { $0 + 1 }
      } else {
        return 1000
      }
    }
    for _ in (places ?? 0)..<3 { value *= 10 }
    return min(value, 1000)
  }
}
