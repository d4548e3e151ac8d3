extension TeXParser {
  /// `\left( … \middle| … \right)`, whose delimiters grow with what they hold.
  mutating func fenced(_ token: Token) throws(MathML.Fault) -> MathAtom {
    let opening = try delimiterArgument(of: token)
    var html = HTMLBuffer()
    html.markup("<mrow>")
    html.grownDelimiter(opening, form: "prefix")
    while true {
      html.html(MathAtom.row(try row()))
      guard let end = next() else {
        throw fault("A `\\left` has no `\\right`. Write `\\right.` if nothing closes it.", at: token)
      }
      switch end.text {
      case "\\middle": html.grownDelimiter(try delimiterArgument(of: end), form: "infix")
      case "\\right":
        html.grownDelimiter(try delimiterArgument(of: end), form: "postfix")
        html.markup("</mrow>")
        return MathAtom(.ordinary) { $0.html(html.bytes) }
      default: throw fault("A `\\left` has no `\\right` before this `\(end.text)`.", at: end)
      }
    }
  }

  private mutating func delimiterArgument(of command: Token) throws(MathML.Fault) -> String {
    guard let token = next(), let character = TeXSymbols.delimiters[token.text] else {
      throw fault(
        "`\(command.text)` needs a delimiter behind it, such as `(`, `\\lfloor` or `.` for none.", at: command)
    }
    return character
  }

  /// `\big(` and its like.
  mutating func large(_ name: String, _ token: Token) throws(MathML.Fault) -> MathAtom {
    let character = try delimiterArgument(of: token)
    let stem = name.last.map { "lrm".contains($0) } == true ? String(name.dropLast()) : name
    let kind: MathAtom.Kind =
      switch name.last {
      case "l": .opening
      case "r": .closing
      case "m": .relation
      default: .ordinary
      }
    return MathAtom(kind) {
      $0.markup("<mo stretchy=\"true\"")
      switch kind {
      case .opening: $0.markup(" form=\"prefix\"")
      case .closing: $0.markup(" form=\"postfix\"")
      default: break
      }
      switch stem {
      case "big": $0.markup(" minsize=\"1.2em\" maxsize=\"1.2em\">")
      case "Big": $0.markup(" minsize=\"1.8em\" maxsize=\"1.8em\">")
      case "bigg": $0.markup(" minsize=\"2.4em\" maxsize=\"2.4em\">")
      default: $0.markup(" minsize=\"3em\" maxsize=\"3em\">")
      }
      $0.text(character)
      $0.markup("</mo>")
    }
  }

  /// Lines above one another, small, as under a sum.
  mutating func substack(_ token: Token) throws(MathML.Fault) -> MathAtom {
    guard let open = next(), open.text == "{" else { throw fault("`\\substack` lacks its braces.", at: token) }
    var rows = [try row()]
    while peek()?.text == "\\\\" {
      nextLine()
      rows.append(try row())
    }
    guard next()?.text == "}" else {
      throw fault("A `{` is never closed. Write the `}` where the group ends.", at: open)
    }
    return MathAtom.table(rows.map { [$0] }, .centred)
  }

  /// `\begin{cases} … \end{cases}` and its like.
  mutating func environment(_ token: Token) throws(MathML.Fault) -> MathAtom {
    let name = try rawGroup(of: token).text
    guard let environment = TeXEnvironment(name) else {
      throw fault(
        "The TeX environment `\(name)` is not known. There are `cases`, `aligned`, `matrix` and their like.", at: token)
    }
    if environment.hasColumns { _ = try rawGroup(of: token) }
    let outer = isDisplay
    isDisplay = environment.isDisplay
    var rows: [[[MathAtom]]] = [[]]
    reading: while true {
      let cell = try row()
      rows[rows.count - 1].append(cell)
      guard let end = peek() else { throw fault("`\\begin{\(name)}` has no `\\end{\(name)}`.", at: token) }
      if end.text == "\\\\" { nextLine() } else { _ = next() }
      switch end.text {
      case "&": continue
      case "\\\\", "\\cr": rows.append([])
      case "\\end":
        let closing = try rawGroup(of: end).text
        guard closing == name else { throw fault("`\\begin{\(name)}` is closed by `\\end{\(closing)}`.", at: end) }
        break reading
      default: throw fault("`\\begin{\(name)}` has no `\\end{\(name)}` before this `\(end.text)`.", at: end)
      }
    }
    isDisplay = outer
    // A line end before `\end` begins no line.
    if rows.count > 1, let last = rows.last, last.count == 1, last[0].isEmpty { rows.removeLast() }
    return MathAtom.table(rows, environment.layout, opening: environment.opening, closing: environment.closing)
  }
}

/// An environment that lays out rows and columns.
struct TeXEnvironment {
  var opening = ""
  var closing = ""
  var layout = MathAtom.TableLayout.centred
  var isDisplay = false
  /// True if the columns are described behind the name.
  var hasColumns = false

  init?(_ name: String) {
    switch name.hasSuffix("*") ? String(name.dropLast()) : name {
    case "cases", "dcases": (opening, layout) = ("{", .left)
    case "rcases": (closing, layout) = ("}", .left)
    case "aligned", "align", "split", "alignedat", "eqnarray": (layout, isDisplay) = (.alternating, true)
    case "gathered", "gather", "equation", "multline": isDisplay = true
    case "matrix", "smallmatrix": break
    case "pmatrix": (opening, closing) = ("(", ")")
    case "bmatrix": (opening, closing) = ("[", "]")
    case "Bmatrix": (opening, closing) = ("{", "}")
    case "vmatrix": (opening, closing) = ("|", "|")
    case "Vmatrix": (opening, closing) = ("‖", "‖")
    case "array": hasColumns = true
    default: return nil
    }
    if name == "alignedat" { hasColumns = true }
  }
}

extension MathAtom {
  enum TableLayout { case centred, left, alternating }

  /// Rows of cells. Alignment is by class, as MathML Core has no attribute for it.
  static func table(
    _ rows: [[[MathAtom]]], _ layout: TableLayout, opening: String = "", closing: String = ""
  ) -> MathAtom {
    MathAtom(.ordinary) { out in
      let isFenced = !opening.isEmpty || !closing.isEmpty
      if isFenced { out.markup("<mrow>") }
      out.grownDelimiter(opening, form: "prefix")
      out.markup(layout == .alternating ? "<mtable displaystyle=\"true\" class=\"aligned\">" : "<mtable>")
      for row in rows {
        out.markup("<mtr>")
        for (column, cell) in row.enumerated() {
          switch layout {
          case .centred: out.markup("<mtd>")
          case .left: out.markup("<mtd class=\"align-left\">")
          case .alternating:
            out.markup(column.isMultiple(of: 2) ? "<mtd class=\"align-right\">" : "<mtd class=\"align-left\">")
          }
          out.html(MathAtom.row(cell))
          out.markup("</mtd>")
        }
        out.markup("</mtr>")
      }
      out.markup("</mtable>")
      out.grownDelimiter(closing, form: "postfix")
      if isFenced { out.markup("</mrow>") }
    }
  }
}

extension HTMLBuffer {
  /// A delimiter that grows with its row; none if empty.
  fileprivate mutating func grownDelimiter(_ character: String, form: StaticString) {
    if character.isEmpty { return }
    markup("<mo form=\"")
    markup(form)
    markup("\" stretchy=\"true\">")
    text(character)
    markup("</mo>")
  }
}
