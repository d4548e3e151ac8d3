extension TeXParser {
  /// Sub- and superscripts and primes, put on the last atom.
  mutating func script(_ atoms: inout [MathAtom]) throws(MathML.Fault) {
    var below: [UInt8]?
    var above: [UInt8]?
    var primes = ""
    while let token = peek() {
      if token.text == "'" {
        guard above == nil else { throw fault("A prime stands behind a superscript. Write it before.", at: token) }
        _ = next()
        primes += "′"
      } else if token.text == "^" || token.text == "_" {
        _ = next()
        let outer = isDisplay
        isDisplay = false
        let argument = MathAtom.element(try argument(of: token))
        isDisplay = outer
        if token.text == "_" {
          guard below == nil else {
            throw fault("There are two subscripts. Put them into one pair of braces.", at: token)
          }
          below = argument
        } else {
          guard above == nil else {
            throw fault("There are two superscripts. Put them into one pair of braces.", at: token)
          }
          above = argument
        }
      } else {
        break
      }
    }
    if !primes.isEmpty {
      let mark = MathAtom(.ordinary) {
        $0.markup("<mo>")
        $0.text(primes)
        $0.markup("</mo>")
      }
      above = above.map { Array("<mrow>".utf8) + mark.html + $0 + Array("</mrow>".utf8) } ?? mark.html
    }
    let hasBase = atoms.last.map { $0.kind != .space } ?? false
    guard !hasBase || atoms.last?.isBare == true else {
      throw fault("Scripts stand twice behind one thing. Put it into braces first.", at: peek())
    }
    let base = hasBase ? atoms.removeLast() : MathAtom(.ordinary) { $0.markup("<mrow></mrow>") }
    atoms.append(base.with(below: below, above: above, isDisplay: isDisplay))
  }
}

extension MathAtom {
  func with(below: [UInt8]?, above: [UInt8]?, isDisplay: Bool) -> MathAtom {
    let isStacked = limits == .below || (limits == .belowInDisplay && isDisplay)
    let tag: String
    switch (below != nil, above != nil) {
    case (true, true): tag = isStacked ? "munderover" : "msubsup"
    case (true, false): tag = isStacked ? "munder" : "msub"
    default: tag = isStacked ? "mover" : "msup"
    }
    var atom = self
    atom.html = Array("<\(tag)>".utf8) + html + (below ?? []) + (above ?? []) + Array("</\(tag)>".utf8)
    atom.isBare = false
    return atom
  }

  /// A mark over or under something. What is written as a script behind a brace stands beyond it.
  static func accented(_ base: [MathAtom], mark: String, isUnder: Bool, grows: Bool) -> MathAtom {
    let isBrace = ["⏞", "⏟", "⎴", "⎵"].contains(mark)
    return MathAtom(.ordinary, limits: isBrace ? .below : .beside) {
      $0.markup(isUnder ? "<munder accentunder=\"true\">" : "<mover accent=\"true\">")
      $0.html(element(base))
      $0.markup(grows ? "<mo stretchy=\"true\">" : "<mo stretchy=\"false\">")
      $0.text(mark)
      $0.markup("</mo>")
      $0.markup(isUnder ? "</munder>" : "</mover>")
    }
  }

  static func styled(_ content: [MathAtom], isDisplay: Bool) -> MathAtom {
    MathAtom(.ordinary) {
      $0.markup(isDisplay ? "<mstyle displaystyle=\"true\">" : "<mstyle displaystyle=\"false\">")
      $0.html(row(content))
      $0.markup("</mstyle>")
    }
  }
}
