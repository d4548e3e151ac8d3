/// TeX maths to MathML, within what MathML Core has, so that browsers show it without script and without inline style.
///
/// What TeX commands are known stands in `TeXSymbols` and `TeXParser`; anything else is a fault with its place.
enum MathML {
  /// Why TeX cannot be read.
  struct Fault: Error, Equatable {
    /// The byte in the TeX, from 0.
    var offset: Int
    /// What is wrong and how to mend it.
    var message: String
  }

  /// The longest formula that is read, in bytes: far more than fits a page.
  static let maximumBytes = 20_000

  /// No formula of so few bytes is wider than the narrowest page.
  private static let narrowBytes = 20

  /// A `math` element, with the TeX kept as its annotation for copying and for programs that read aloud.
  /// - Parameter isDisplay: True for a formula that stands on lines of its own.
  static func convert(_ tex: [UInt8], isDisplay: Bool) throws(Fault) -> [UInt8] {
    guard tex.count <= maximumBytes else {
      throw Fault(offset: 0, message: "The formula has \(tex.count) bytes; at most \(maximumBytes) are read. Split it.")
    }
    var parser = TeXParser(tex, isDisplay: isDisplay)
    let row = try parser.wholeFormula()
    var out = HTMLBuffer()
    if isDisplay {
      // What may be wider than a narrow page can be scrolled, so it takes the focus.
      out.markup(tex.count > narrowBytes ? "<math display=\"block\" tabindex=\"0\">" : "<math display=\"block\">")
    } else {
      out.markup("<math>")
    }
    out.markup("<semantics>")
    // The first child of `semantics` is what is shown, so it must be one element.
    out.markup("<mrow>")
    out.html(row)
    out.markup("</mrow><annotation encoding=\"application/x-tex\">")
    out.text(tex.trimmed)
    out.markup("</annotation></semantics></math>")
    return out.bytes
  }
}

/// A piece of a formula, already MathML, and what its neighbours must know of it.
struct MathAtom {
  /// TeX's classes of atoms, by which operators are told from signs.
  enum Kind { case ordinary, function, large, binary, relation, opening, closing, punctuation, space }
  /// Where a script goes that is written behind it.
  enum Limits { case beside, belowInDisplay, below }

  var html: [UInt8]
  var kind: Kind
  var limits = Limits.beside
  /// True while no script was written behind it.
  var isBare = true

  init(_ kind: Kind, limits: Limits = .beside, _ write: (inout HTMLBuffer) -> Void) {
    var out = HTMLBuffer()
    write(&out)
    html = out.bytes
    self.kind = kind
    self.limits = limits
  }

  static func identifier(_ name: String, isUpright: Bool) -> MathAtom {
    MathAtom(.ordinary) {
      // A single letter is slanted unless it says otherwise; several are upright.
      $0.markup(isUpright && name.unicodeScalars.count == 1 ? "<mi mathvariant=\"normal\">" : "<mi>")
      $0.text(name)
      $0.markup("</mi>")
    }
  }

  static func number(_ digits: String) -> MathAtom {
    MathAtom(.ordinary) {
      $0.markup("<mn>")
      $0.text(digits)
      $0.markup("</mn>")
    }
  }

  static func text(_ words: String) -> MathAtom {
    MathAtom(.ordinary) {
      $0.markup("<mtext>")
      $0.text(words)
      $0.markup("</mtext>")
    }
  }

  /// - Parameter width: In em.
  static func space(_ width: StaticString) -> MathAtom {
    MathAtom(.space) {
      $0.markup("<mspace width=\"")
      $0.markup(width)
      $0.markup("em\"></mspace>")
    }
  }

  /// Atoms in a row as MathML.
  static func row(_ atoms: [MathAtom]) -> [UInt8] {
    var html: [UInt8] = []
    let thin = MathAtom.space("0.1667").html
    for (index, atom) in atoms.enumerated() {
      let previous = index > 0 ? atoms[index - 1].kind : nil
      let next = index + 1 < atoms.count ? atoms[index + 1].kind : nil
      if atom.kind == .function, previous == .ordinary || previous == .closing { html += thin }
      html += atom.html
      if atom.kind == .function {
        html += Array("<mo>&#8289;</mo>".utf8)
        if next == .ordinary || next == .function { html += thin }
      }
    }
    return html
  }

  /// Atoms as one element.
  static func element(_ atoms: [MathAtom]) -> [UInt8] {
    if atoms.count == 1, atoms[0].kind != .function { return atoms[0].html }
    return Array("<mrow>".utf8) + row(atoms) + Array("</mrow>".utf8)
  }
}
