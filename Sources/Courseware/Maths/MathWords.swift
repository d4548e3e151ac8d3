/// A formula in plain characters, for search and wherever else markup cannot stand: `min(cap, base ⋅ 2^n)`.
///
/// It reads the MathML that `TeXParser` writes, and so knows every command that the parser knows.
struct MathWords {
  private let markup: [UInt8]
  private var position = 0

  /// The formula in plain characters, or the TeX itself if it cannot be read.
  static func plain(_ tex: [UInt8]) -> [UInt8] {
    guard tex.count <= MathML.maximumBytes else { return tex }
    var parser = TeXParser(tex, isDisplay: false)
    guard let row = try? parser.wholeFormula() else { return tex }
    var words = MathWords(markup: row)
    return Array(words.contents().joined().utf8).withSingleSpaces
  }

  private init(markup: [UInt8]) { self.markup = markup }

  /// The words of each element, or the text, up to the end tag of the element that they are in.
  private mutating func contents() -> [String] {
    var words: [String] = []
    while position < markup.count {
      let start = position
      if markup[start] != UInt8(ascii: "<") {
        words.append(text())
      } else {
        position = markup[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? markup.count
        let tag = markup[start..<position].text
        if tag.hasPrefix("</") { break }
        words.append(MathWords.element(tag, contents()))
      }
    }
    return words
  }

  /// Text up to the next tag, its references decoded.
  private mutating func text() -> String {
    var text: [UInt8] = []
    while position < markup.count, markup[position] != UInt8(ascii: "<") {
      if markup[position] == UInt8(ascii: "&"), let end = markup[position...].firstIndex(of: UInt8(ascii: ";")),
        let decoded = Entities.decoded(markup[position...end])
      {
        text += Array(decoded.utf8)
        position = end + 1
      } else {
        text.append(markup[position])
        position += 1
      }
    }
    return text.text
  }

  private static func element(_ tag: String, _ parts: [String]) -> String {
    let name = tag.dropFirst().prefix { $0 != " " && $0 != ">" }
    let first = parts.first ?? ""
    let second = parts.count > 1 ? parts[1] : ""
    switch name {
    case "mo": return operation(tag, parts.joined())
    case "mtext": return first.replacing("\u{A0}", with: " ")
    case "mspace": return tag.contains("\"-") ? "" : " "
    case "mphantom": return ""
    case "mfrac": return tag.contains("linethickness") ? "\(first) over \(second)" : "\(group(first))/\(group(second))"
    case "msqrt": return "√" + group(parts.joined())
    case "mroot": return "\(group(second))√\(group(first))"
    case "munder" where tag.contains("accent"), "mover" where tag.contains("accent"): return first
    case "msub", "munder": return first.trimmed + below(second)
    case "msup", "mover": return first.trimmed + above(second)
    case "msubsup", "munderover": return first.trimmed + below(second) + above(parts.last ?? "")
    case "mtr": return parts.joined(separator: " ")
    case "mtable": return parts.joined(separator: "; ")
    default: return parts.joined()
    }
  }

  /// An operator with the blanks that its attributes leave it.
  private static func operation(_ tag: String, _ text: String) -> String {
    switch text {
    // What stands between a function and its argument is not seen.
    case "\u{2061}": ""
    case ",", ";", ":": text + " "
    default: tag == "<mo>" && !text.hasPrefix("′") || tag.contains("infix") ? " \(text) " : text
    }
  }

  /// A number joins what it stands below: `t50`.
  private static func below(_ script: String) -> String {
    script.utf8.allSatisfy(\.isDigit) ? script : "_" + group(script)
  }

  private static func above(_ script: String) -> String { script.hasPrefix("′") ? script : "^" + group(script) }

  /// In parentheses, unless it is one word or number.
  private static func group(_ words: String) -> String {
    let words = words.trimmed
    let isOne = words.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "." || $0 == ","
    }
    return isOne ? words : "(\(words))"
  }
}

extension String {
  fileprivate var trimmed: String { Array(utf8).trimmed.text }
}
