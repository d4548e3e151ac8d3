/// Anchors for headings, as GitHub makes them, so that a link works here and there: lower case, spaces to hyphens,
/// punctuation dropped, `-1`, `-2` … behind one that was used before.
struct Slugs {
  private(set) var used: Set<String>
  /// The last number given behind a slug, so that many equal headings stay linear.
  private var last: [String: Int] = [:]

  init(reserved: Set<String> = []) { used = reserved }

  /// A new anchor for a heading.
  mutating func next(for heading: String) -> String {
    let slug = Slugs.slug(heading)
    return used.insert(slug).inserted ? slug : next(numbered: slug)
  }

  /// A new anchor of a slug and a number from 1.
  mutating func next(numbered slug: String) -> String {
    var number = last[slug] ?? 0
    while true {
      number += 1
      let numbered = "\(slug)-\(number)"
      if used.insert(numbered).inserted {
        last[slug] = number
        return numbered
      }
    }
  }

  /// Takes an anchor that an author chose; false if it is in use.
  mutating func claim(_ id: String) -> Bool { used.insert(id).inserted }

  static func slug(_ heading: String) -> String {
    var slug = ""
    for scalar in heading.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(scalar.value)
        if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
          slug.unicodeScalars.append(Unicode.Scalar(byte.lowercased))
        } else if byte.isBlank {
          slug.append("-")
        }
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
      {
        slug.append(scalar.properties.lowercaseMapping)
      }
    }
    return slug.isEmpty ? "section" : slug
  }
}
