package import Store

/// What a name, a login and the like may be, wherever they come from: a class list, a form, the API, the command line.
package enum PersonRules {
  /// The most bytes that each may have, so that nobody fills the database with one.
  package static let longest = 200

  /// A text without the blanks around it, of whatever script they are.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// What is wrong with a text, in words that follow the name of its field; nil if nothing is. Text comes without the
  /// blanks around it. Empty text is right for all but a name: it says that nothing is known.
  package static func fault(_ text: String, _ field: PersonField) -> String? {
    if let fault = fault(text) { return fault }
    if text.isEmpty { return field == .name ? "is empty" : nil }
    switch field {
    case .name, .section:
      guard text.unicodeScalars.contains(where: isVisible) else { return "has nothing that can be seen" }
      return needlesslyHidden(in: text).map { "holds \(name(of: $0)), which cannot be seen" }
    case .login, .email, .schoolID:
      // Two that look alike would be two people.
      if let hidden = text.unicodeScalars.first(where: { !isVisible($0) && $0 != " " }) {
        return "holds \(name(of: hidden)), which cannot be seen"
      }
      if let mark = text.unicodeScalars.first(where: isCombining) {
        return "holds \(name(of: mark)), which joins the character before it; write both as one character"
      }
      return field == .email && !isAddress(text) ? "\"\(excerpt(text))\" is no e-mail address" : nil
    }
  }

  /// What is wrong with any text about a person, or with a part of it.
  static func fault(_ text: String) -> String? {
    if text.utf8.count > longest { return "has \(text.utf8.count) bytes; at most \(longest) are allowed" }
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return "holds a line break or another control character"
      default: break
      }
      if turnsDirection(scalar) { return "holds \(name(of: scalar)), which turns the direction of writing" }
    }
    return nil
  }

  /// Embeddings, overrides and isolates (UAX #9 §2): one that is not closed turns what stands behind the name, too.
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// The first character of a text that cannot be seen, by which two names would differ that look alike. Blanks divide a
  /// name; joiners shape words of Persian, Sinhala and others, and emoji; selectors shape the character before them.
  private static func needlesslyHidden(in text: String) -> Unicode.Scalar? {
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
      if !isVisible(scalar), !scalar.properties.isWhitespace, !isJoiner, !selects(scalar, before) { return scalar }
      before = scalar
    }
    return nil
  }

  /// True for a variation selector behind a character that has variants (The Unicode Standard, §23.4): emoji, ideographs
  /// and Mongolian letters.
  private static func selects(_ scalar: Unicode.Scalar, _ base: Unicode.Scalar?) -> Bool {
    guard let base else { return false }
    switch scalar.value {
    case 0xFE00...0xFE0F: return base.properties.isIdeographic || (!base.isASCII && base.properties.isEmoji)
    case 0xE0100...0xE01EF: return base.properties.isIdeographic
    // Mongolian's own, and its vowel separator.
    case 0x180B...0x180F: return (0x1820...0x18AA).contains(base.value)
    default: return false
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
    // A Braille cell without dots looks like a blank and is none.
    return properties.generalCategory != .format && scalar.value != 0x2800
  }

  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.utf8.contains(0x20)
  }

  private static func excerpt(_ text: String) -> String { text.count > 40 ? "\(text.prefix(40))…" : text }
}
