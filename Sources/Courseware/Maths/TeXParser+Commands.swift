extension TeXParser {
  /// What a command makes, its arguments read.
  mutating func command(
    _ name: String, _ token: Token, after previous: MathAtom?
  ) throws(MathML.Fault) -> MathAtom? {
    if let symbol = TeXSymbols.named[name] { return atom(for: symbol, after: previous) }
    if let width = TeXSymbols.spaces[name] { return .space(width) }
    if let delimiter = delimiter(token) { return delimiter }
    if TeXSymbols.functions.contains(name) { return .function(name, limits: .beside) }
    if let words = TeXSymbols.limitFunctions[name] { return .function(words, limits: .belowInDisplay) }
    if let accent = TeXSymbols.accents[name] {
      return .accented(try argument(of: token), mark: accent.mark, isUnder: false, grows: accent.grows)
    }
    if let mark = TeXSymbols.underAccents[name] {
      return .accented(try argument(of: token), mark: mark, isUnder: true, grows: true)
    }
    if let alphabet = MathAlphabet(command: name) { return try styled(alphabet, token) }
    return try structure(name, token, after: previous)
  }

  private func atom(for symbol: TeXSymbols.Symbol, after previous: MathAtom?) -> MathAtom {
    let character = symbol.character
    switch symbol.role {
    case .letter: return .identifier(character, isUpright: false)
    case .upright: return .identifier(character, isUpright: true)
    case .binary: return .sign(character, after: previous)
    case .relation: return .operation(character, .relation)
    case .punctuation:
      return MathAtom(.punctuation) {
        $0.markup("<mo lspace=\"0\" rspace=\"0.1667em\">")
        $0.text(character)
        $0.markup("</mo>")
      }
    case .dots: return .tight(character, .ordinary)
    case .largeOperator:
      // Beside it in running text, above and below in a formula of its own: decided here, as for every other.
      return MathAtom(.large, limits: .belowInDisplay) {
        $0.markup("<mo movablelimits=\"false\">")
        $0.text(character)
        $0.markup("</mo>")
      }
    case .integral: return .operation(character, .large)
    }
  }

  /// An argument whose letters look another way.
  private mutating func styled(_ alphabet: MathAlphabet, _ token: Token) throws(MathML.Fault) -> MathAtom {
    let outer = self.alphabet
    self.alphabet = alphabet
    let content = try argument(of: token)
    self.alphabet = outer
    return MathAtom(.ordinary) { $0.html(MathAtom.element(content)) }
  }

  /// Fractions, roots, words, delimiters and environments.
  private mutating func structure(
    _ name: String, _ token: Token, after previous: MathAtom?
  ) throws(MathML.Fault) -> MathAtom? {
    switch name {
    case "frac": return try fraction(token, isDisplay: nil)
    case "dfrac", "cfrac": return try fraction(token, isDisplay: true)
    case "tfrac": return try fraction(token, isDisplay: false)
    case "binom": return try binomial(token)
    case "sqrt": return try root(token)
    case "text", "textrm", "textnormal", "mbox": return .text(MathAtom.spaced(try rawGroup(of: token)))
    case "textbf", "textit", "texttt", "textsf": return try styledText(name, token)
    case "operatorname":
      let hasLimits = peek()?.text == "*"
      if hasLimits { _ = next() }
      return .function(try rawGroup(of: token).trimmed.text, limits: hasLimits ? .belowInDisplay : .beside)
    case "overset", "stackrel": return try stacked(token, isUnder: false)
    case "underset": return try stacked(token, isUnder: true)
    case "substack": return try substack(token)
    case "phantom": return try phantom(token)
    case "boxed", "mathord", "mathrel", "mathbin", "mathop", "mathopen", "mathclose", "mathpunct", "mathinner":
      return try classed(name, token)
    case "pmod", "pod": return try modulus(name, token)
    case "mod": return .function("mod", limits: .beside)
    case "not": return try negation(token)
    case "left": return try fenced(token)
    case "big", "bigl", "bigr", "bigm", "Big", "Bigl", "Bigr", "Bigm", "bigg", "biggl", "biggr", "biggm", "Bigg",
      "Biggl",
      "Biggr", "Biggm":
      return try large(name, token)
    case "begin": return try environment(token)
    default:
      throw fault(
        "The TeX command `\(token.text)` is not known. Write it another way, or in words with `\\text{…}`.", at: token)
    }
  }

  private mutating func fraction(_ token: Token, isDisplay display: Bool?) throws(MathML.Fault) -> MathAtom {
    let outer = isDisplay
    isDisplay = false
    let top = MathAtom.element(try argument(of: token))
    let bottom = MathAtom.element(try argument(of: token))
    isDisplay = outer
    return MathAtom(.ordinary) {
      switch display {
      case true?: $0.markup("<mfrac displaystyle=\"true\">")
      case false?: $0.markup("<mfrac displaystyle=\"false\">")
      case nil: $0.markup("<mfrac>")
      }
      $0.html(top)
      $0.html(bottom)
      $0.markup("</mfrac>")
    }
  }

  private mutating func binomial(_ token: Token) throws(MathML.Fault) -> MathAtom {
    let top = MathAtom.element(try argument(of: token))
    let bottom = MathAtom.element(try argument(of: token))
    return MathAtom(.ordinary) {
      $0.markup("<mrow><mo form=\"prefix\">(</mo><mfrac linethickness=\"0\">")
      $0.html(top)
      $0.html(bottom)
      $0.markup("</mfrac><mo form=\"postfix\">)</mo></mrow>")
    }
  }

  private mutating func root(_ token: Token) throws(MathML.Fault) -> MathAtom {
    let index = try optionalArgument()
    let content = MathAtom.element(try argument(of: token))
    return MathAtom(.ordinary) {
      $0.markup(index == nil ? "<msqrt>" : "<mroot>")
      $0.html(content)
      if let index { $0.html(MathAtom.element(index)) }
      $0.markup(index == nil ? "</msqrt>" : "</mroot>")
    }
  }

  private mutating func styledText(_ name: String, _ token: Token) throws(MathML.Fault) -> MathAtom {
    let raw = try rawGroup(of: token)
    let alphabet = MathAlphabet(command: "math" + name.dropFirst(4))
    var words = ""
    for scalar in MathAtom.spaced(raw).unicodeScalars {
      words.unicodeScalars.append(scalar.isASCII ? alphabet?.character(UInt8(scalar.value)) ?? scalar : scalar)
    }
    return .text(words)
  }

  private mutating func stacked(_ token: Token, isUnder: Bool) throws(MathML.Fault) -> MathAtom {
    let mark = MathAtom.element(try argument(of: token))
    let base = try argument(of: token)
    return MathAtom(base.count == 1 ? base[0].kind : .ordinary) {
      $0.markup(isUnder ? "<munder>" : "<mover>")
      $0.html(MathAtom.element(base))
      $0.html(mark)
      $0.markup(isUnder ? "</munder>" : "</mover>")
    }
  }

  private mutating func phantom(_ token: Token) throws(MathML.Fault) -> MathAtom {
    let content = try argument(of: token)
    return MathAtom(.ordinary) {
      $0.markup("<mphantom>")
      $0.html(MathAtom.row(content))
      $0.markup("</mphantom>")
    }
  }

  /// An argument that counts as an atom of another kind.
  private mutating func classed(_ name: String, _ token: Token) throws(MathML.Fault) -> MathAtom {
    let content = MathAtom.element(try argument(of: token))
    let kinds: [String: MathAtom.Kind] = [
      "mathrel": .relation, "mathbin": .binary, "mathopen": .opening, "mathclose": .closing, "mathpunct": .punctuation,
    ]
    return MathAtom(kinds[name] ?? .ordinary, limits: name == "mathop" ? .belowInDisplay : .beside) {
      $0.markup(name == "boxed" ? "<mrow class=\"boxed\">" : "<mrow>")
      $0.html(content)
      $0.markup("</mrow>")
    }
  }

  private mutating func modulus(_ name: String, _ token: Token) throws(MathML.Fault) -> MathAtom {
    let content = MathAtom.element(try argument(of: token))
    return MathAtom(.ordinary) {
      $0.markup("<mrow><mspace width=\"0.4444em\"></mspace><mo form=\"prefix\" stretchy=\"false\">(</mo>")
      if name == "pmod" { $0.markup("<mi>mod</mi><mspace width=\"0.3333em\"></mspace>") }
      $0.html(content)
      $0.markup("<mo form=\"postfix\" stretchy=\"false\">)</mo></mrow>")
    }
  }

  private mutating func negation(_ token: Token) throws(MathML.Fault) -> MathAtom {
    guard let relation = next(), let negated = TeXSymbols.negations[relation.text] else {
      throw fault("`\\not` has no relation behind it that can be struck through, such as `=` or `\\in`.", at: token)
    }
    return .operation(negated, .relation)
  }
}

extension MathAtom {
  static func function(_ name: String, limits: Limits) -> MathAtom {
    MathAtom(.function, limits: limits) {
      $0.markup(name.unicodeScalars.count == 1 ? "<mi mathvariant=\"normal\">" : "<mi>")
      $0.text(name)
      $0.markup("</mi>")
    }
  }

  /// Words whose outer blanks are kept, which a browser would drop.
  static func spaced(_ raw: [UInt8]) -> String {
    var words = raw.withSingleSpaces.text
    if raw.first?.isBlank == true { words = "\u{A0}" + words }
    if raw.count > 1, raw.last?.isBlank == true { words += "\u{A0}" }
    return words
  }
}
