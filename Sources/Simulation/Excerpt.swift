/// What was given, made short and safe to show in a message, a page or a log line.
enum Excerpt {
  /// At most so many Unicode scalars of what was given are shown.
  static let limit = 40

  /// The text, cut, with every scalar that does not show as itself (controls, direction marks, line ends) replaced.
  static func text(_ text: String) -> String {
    if text.isEmpty { return "empty" }
    var shown = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < limit else { return String(shown) + "…" }
      shown.append(isShown(scalar) ? scalar : "\u{FFFD}")
    }
    return String(shown)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  /// A number without a needless fraction: `1`, `0.25`.
  static func plain(_ number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }
}
