/// Writes a CSV file that no spreadsheet takes for a program (RFC 4180; OWASP, "CSV Injection").
package struct CSVWriter: Sendable {
  package enum Cell: Sendable, Equatable {
    /// Somebody's text. One that a spreadsheet would take for a formula gets an apostrophe in front.
    case text(String)
    /// Ours, which is written as it is.
    case exact(String)
    /// Hundredths of a point.
    case points(Int)
    case empty

    package static func points(_ value: Int?) -> Cell { value.map { .points($0) } ?? .empty }
  }

  package private(set) var bytes: [UInt8] = []
  private let separator: UInt8

  package init(separator: UInt8 = UInt8(ascii: ",")) { self.separator = separator }

  /// Appends a record and its line end.
  package mutating func row(_ cells: [Cell]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(separator) }
      bytes += CSVWriter.bytes(of: cell, separator: separator)
    }
    bytes += [0x0D, 0x0A]
  }

  /// A field as it stands in a file.
  static func bytes(of cell: Cell, separator: UInt8) -> [UInt8] {
    switch cell {
    case .empty: []
    case .points(let hundredths): Array(Points.text(hundredths).utf8)
    case .exact(let text): quoted(Array(text.utf8), separator, isPadded: false)
    case .text(let text):
      quoted(Array(guarded(text).utf8), separator, isPadded: text.utf8.first == 0x20 || text.utf8.last == 0x20)
    }
  }

  /// In quotes if any reader could take it for more than one field, or drop the blanks round it.
  private static func quoted(_ text: [UInt8], _ separator: UInt8, isPadded: Bool) -> [UInt8] {
    let special: Set<UInt8> = [separator, UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x0A, 0x0D, UInt8(ascii: "\"")]
    guard isPadded || text.contains(where: special.contains) else { return text }
    var output = [UInt8(ascii: "\"")]
    for byte in text {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
    return output
  }

  /// What begins a formula, also in full width as some spreadsheets read it, or hides one behind a blank.
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

  static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, formulaStarts.contains(first) else { return text }
    return "'" + text
  }

  /// The text that `guarded` made this of.
  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'") else { return text }
    let rest = String(text.unicodeScalars.dropFirst())
    return guarded(rest) == text ? rest : text
  }
}

/// Hundredths of a point as text.
package enum Points {
  /// Such as `14`, `8.5` and `0.25`: a full stop whatever the language, at most two decimals.
  package static func text(_ hundredths: Int) -> String {
    let sign = hundredths < 0 ? "-" : ""
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
