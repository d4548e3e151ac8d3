/// Reads TeX maths into MathML. It recurses into groups, to a bounded depth.
struct TeXParser {
  let tex: [UInt8]
  var position = 0
  private var depth = 0
  /// True where a sum's limits stand above and below it.
  var isDisplay: Bool
  /// How letters look here.
  var alphabet: MathAlphabet?

  /// Deeper than any formula that can be read, shallow enough for any thread's stack.
  private static let maximumDepth = 40

  init(_ tex: [UInt8], isDisplay: Bool) {
    self.tex = tex
    self.isDisplay = isDisplay
  }

  /// All of it, as a row.
  mutating func wholeFormula() throws(MathML.Fault) -> [UInt8] {
    let atoms = try rowOrRows()
    if let token = peek() {
      switch token.text {
      case "}": throw fault("A `}` closes nothing. Remove it, or write `\\}` for a brace.", at: token)
      case "\\right": throw fault("A `\\right` has no `\\left` before it.", at: token)
      case "\\end": throw fault("An `\\end` has no `\\begin` before it.", at: token)
      default:
        throw fault("A `&` stands outside an environment such as `aligned`. Write `\\&` for the sign.", at: token)
      }
    }
    if atoms.isEmpty { throw MathML.Fault(offset: 0, message: "The formula is empty.") }
    return MathAtom.row(atoms)
  }

  /// A formula's own lines, if it is broken by `\\`; else its one row.
  private mutating func rowOrRows() throws(MathML.Fault) -> [MathAtom] {
    var rows = [try row()]
    while peek()?.text == "\\\\" {
      nextLine()
      rows.append(try row())
    }
    if rows.count == 1 { return rows[0] }
    return [MathAtom.table(rows.map { [$0] }, .centred)]
  }

  // MARK: Tokens

  struct Token {
    /// A command with its backslash, or one character.
    var text: String
    var offset: Int
    var end: Int

    /// The command's name without the backslash, nil for a character.
    var command: String? { text.utf8.first == UInt8(ascii: "\\") ? text.utf8.dropFirst().text : nil }
  }

  /// The next token, blanks passed over.
  func peek() -> Token? {
    var start = position
    while start < tex.count, tex[start].isBlank { start += 1 }
    return token(at: start)
  }

  private func token(at start: Int) -> Token? {
    guard start < tex.count else { return nil }
    var end = start + 1
    if tex[start] == UInt8(ascii: "\\") {
      while end < tex.count, tex[end].isLetter { end += 1 }
      if end == start + 1, end < tex.count { end = characterEnd(end) }
    } else {
      end = characterEnd(start)
    }
    return Token(text: tex[start..<end].text, offset: start, end: end)
  }

  /// The end of the UTF-8 character that begins at an offset.
  private func characterEnd(_ start: Int) -> Int {
    var end = start + 1
    while end < tex.count, tex[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  mutating func next() -> Token? {
    guard let token = peek() else { return nil }
    position = token.end
    return token
  }

  /// Steps over `\\` and the distance that may follow it, such as `[2pt]`, which has no place here.
  mutating func nextLine() {
    _ = next()
    guard let open = peek(), open.text == "[", let end = tex[open.end...].firstIndex(of: UInt8(ascii: "]")),
      tex[open.end..<end].allSatisfy({ $0.isDigit || $0.isLetter || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      ),
      tex[open.end..<end].suffix(2).allSatisfy(\.isLetter), end > open.end + 2
    else { return }
    position = end + 1
  }

  func fault(_ message: String, at token: Token? = nil) -> MathML.Fault {
    MathML.Fault(offset: token?.offset ?? max(tex.count - 1, 0), message: message)
  }

  // MARK: Rows and groups

  /// Atoms up to whatever ends a row: the end, `}`, `&`, `\\`, `\right`, `\end`, or a token of the caller's.
  mutating func row(until stop: String? = nil) throws(MathML.Fault) -> [MathAtom] {
    try enter()
    defer { depth -= 1 }
    var atoms: [MathAtom] = []
    while let token = peek() {
      if token.text == stop { break }
      switch token.text {
      case "}", "&", "\\\\", "\\cr", "\\right", "\\end", "\\middle": return atoms
      case "^", "_", "'": try script(&atoms)
      case "\\limits", "\\nolimits":
        _ = next()
        guard let last = atoms.indices.last else { throw fault("`\(token.text)` has nothing before it.", at: token) }
        atoms[last].limits = token.text == "\\limits" ? .below : .beside
      case "\\displaystyle", "\\textstyle":
        // It holds to the end of the group, so the rest is its content.
        _ = next()
        let outer = isDisplay
        isDisplay = token.text == "\\displaystyle"
        let rest = try row(until: stop)
        atoms.append(MathAtom.styled(rest, isDisplay: isDisplay))
        isDisplay = outer
      default:
        if let atom = try self.atom(after: atoms.last) { atoms.append(atom) }
      }
    }
    return atoms
  }

  private mutating func enter() throws(MathML.Fault) {
    guard depth < TeXParser.maximumDepth else {
      throw MathML.Fault(
        offset: position,
        message: "The formula's groups stand more than \(TeXParser.maximumDepth) deep in one another. Flatten it.")
    }
    depth += 1
  }

  /// The argument of a command: a group or one token.
  mutating func argument(of command: Token) throws(MathML.Fault) -> [MathAtom] {
    try enter()
    defer { depth -= 1 }
    guard let token = peek() else {
      throw fault("`\(command.text)` lacks its argument. Write it in braces.", at: command)
    }
    switch token.text {
    case "{": return try group()
    case "}", "&", "\\\\", "\\right", "\\end", "^", "_", "'":
      throw fault("`\(command.text)` lacks its argument. Write it in braces.", at: command)
    default:
      // One digit of a number: TeX takes a single token.
      if let byte = token.text.utf8.first, byte.isDigit {
        _ = next()
        return [.number(token.text)]
      }
      return try atom(after: nil).map { [$0] } ?? []
    }
  }

  /// What stands between braces.
  mutating func group() throws(MathML.Fault) -> [MathAtom] {
    guard let open = next() else { return [] }
    let outer = alphabet
    let atoms = try row()
    alphabet = outer
    guard next()?.text == "}" else {
      throw fault("A `{` is never closed. Write the `}` where the group ends.", at: open)
    }
    return atoms
  }

  /// What stands between brackets, or nil if there are none.
  mutating func optionalArgument() throws(MathML.Fault) -> [MathAtom]? {
    guard let open = peek(), open.text == "[" else { return nil }
    _ = next()
    let atoms = try row(until: "]")
    guard next()?.text == "]" else { throw fault("A `[` is never closed. Write the `]`.", at: open) }
    return atoms
  }

  /// The letters between braces as they are, blanks kept: for `\text` and names.
  mutating func rawGroup(of command: Token) throws(MathML.Fault) -> [UInt8] {
    guard let open = next(), open.text == "{" else {
      throw fault("`\(command.text)` lacks its braces.", at: command)
    }
    var raw: [UInt8] = []
    var level = 1
    while position < tex.count {
      let byte = tex[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where position < tex.count && !tex[position].isLetter:
        raw.append(tex[position])
        position += 1
      case UInt8(ascii: "\\"):
        throw MathML.Fault(
          offset: position - 1, message: "Within `\(command.text)` only words can stand, no commands. Move it out.")
      case UInt8(ascii: "{"): level += 1
      case UInt8(ascii: "}"):
        level -= 1
        if level == 0 { return raw }
      case UInt8(ascii: "~"): raw += Array("\u{A0}".utf8)
      default: raw.append(byte)
      }
    }
    throw fault("A `{` is never closed. Write the `}` where the group ends.", at: open)
  }
}
