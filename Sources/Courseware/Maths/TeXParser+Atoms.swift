extension TeXParser {
  /// The next atom, or nil if the command leaves nothing behind.
  mutating func atom(after previous: MathAtom?) throws(MathML.Fault) -> MathAtom? {
    guard let token = peek() else { return nil }
    if let command = token.command {
      _ = next()
      return try self.command(command, token, after: previous)
    }
    guard let byte = token.text.utf8.first else { return nil }
    if byte.isDigit || (byte == UInt8(ascii: ".") && isDigit(at: token.end)) {
      return number(from: token.offset)
    }
    if byte == UInt8(ascii: "{") {
      let atoms = try group()
      return MathAtom(.ordinary) { $0.html(MathAtom.element(atoms)) }
    }
    _ = next()
    if byte.isLetter { return letter(byte) }
    if let delimiter = delimiter(token) { return delimiter }
    switch token.text {
    case "+": return MathAtom.sign("+", after: previous)
    case "-": return MathAtom.sign("−", after: previous)
    case "*": return MathAtom.sign("∗", after: previous)
    case "=", "<", ">", ":": return .operation(token.text, .relation)
    case ",", ";": return .operation(token.text, .punctuation)
    case "!", "?", "@", ".", "\"", "`": return .tight(token.text, .ordinary)
    case "/", "|": return .tight(token.text, .ordinary)
    case "~": return .text("\u{A0}")
    case "%": throw fault("A `%` would begin a comment. Write `\\%` for the sign.", at: token)
    case "#", "$": throw fault("Write `\\\(token.text)` for the sign `\(token.text)`.", at: token)
    default: return other(token)
    }
  }

  /// A character beyond ASCII: a letter stands for itself, anything else is taken for a relation.
  private func other(_ token: Token) -> MathAtom {
    let isLetter = token.text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return isLetter ? .identifier(token.text, isUpright: false) : .operation(token.text, .relation)
  }

  /// A letter in the style that holds here. Upright letters side by side are one name.
  private mutating func letter(_ byte: UInt8) -> MathAtom {
    guard let alphabet else { return .identifier(String(Character(Unicode.Scalar(byte))), isUpright: false) }
    var name = String(Character(alphabet.character(byte)))
    if alphabet != .slanted {
      while position < tex.count, tex[position].isLetter {
        name.unicodeScalars.append(alphabet.character(tex[position]))
        position += 1
      }
    }
    return .identifier(name, isUpright: alphabet != .slanted)
  }

  private func isDigit(at offset: Int) -> Bool { offset < tex.count && tex[offset].isDigit }

  /// A number with its point, and with commas as TeX groups thousands: `10{,}000`.
  private mutating func number(from start: Int) -> MathAtom {
    let comma = Array("{,}".utf8)
    position = start
    var digits = ""
    while position < tex.count {
      let byte = tex[position]
      if byte.isDigit || (byte == UInt8(ascii: ".") && isDigit(at: position + 1)) {
        digits.unicodeScalars.append(alphabet?.character(byte) ?? Unicode.Scalar(byte))
        position += 1
      } else if tex[position...].starts(with: comma), isDigit(at: position + comma.count) {
        digits += ","
        position += comma.count
      } else {
        break
      }
    }
    return .number(digits)
  }

  /// A parenthesis or its like, which stays as small as the text.
  func delimiter(_ token: Token) -> MathAtom? {
    guard let character = TeXSymbols.delimiters[token.text] else { return nil }
    if TeXSymbols.openingDelimiters.contains(token.text) {
      return MathAtom(.opening) {
        $0.markup("<mo form=\"prefix\" stretchy=\"false\">")
        $0.text(character)
        $0.markup("</mo>")
      }
    }
    if TeXSymbols.closingDelimiters.contains(token.text) {
      return MathAtom(.closing) {
        $0.markup("<mo form=\"postfix\" stretchy=\"false\">")
        $0.text(character)
        $0.markup("</mo>")
      }
    }
    switch token.text {
    case "\\|", "\\Vert", "\\vert": return .tight(character, .ordinary)
    case "\\backslash": return .tight("\\", .ordinary)
    default: return nil
    }
  }
}

extension MathAtom {
  /// An operator with the space that browsers give it.
  static func operation(_ text: String, _ kind: Kind) -> MathAtom {
    MathAtom(kind) {
      $0.markup("<mo>")
      $0.text(text)
      $0.markup("</mo>")
    }
  }

  /// An operator without space around it.
  static func tight(_ text: String, _ kind: Kind) -> MathAtom {
    MathAtom(kind) {
      $0.markup("<mo lspace=\"0\" rspace=\"0\" stretchy=\"false\">")
      $0.text(text)
      $0.markup("</mo>")
    }
  }

  /// A binary operator, which is a sign if nothing stands before it that it could join.
  static func sign(_ text: String, after previous: MathAtom?) -> MathAtom {
    switch previous?.kind {
    case .ordinary?, .closing?, .space?: return .operation(text, .binary)
    default:
      return MathAtom(.ordinary) {
        $0.markup("<mo form=\"prefix\">")
        $0.text(text)
        $0.markup("</mo>")
      }
    }
  }
}
