import CMD4C

/// The table that is being written; Markdown's tables do not nest.
struct OpenTable {
  /// How many came before it, by which tables are told apart.
  var number = 0
  /// Where its name goes, once the headings are known.
  var nameOffset: Int?
  /// Where the text before it ends.
  var start = 0
  var name: [UInt8] = []
  /// A cell that nothing was written into yet.
  var cell: TableCell?
  /// True within a heading that holds something.
  var isHeaderOpen = false
  /// Cells in this row that stayed empty, not written yet.
  var emptyCells = 0
}

struct TableCell {
  var isHeader: Bool
  var align: MD_ALIGN
}

extension MarkdownRenderer {
  /// A longer run of empty cells at a row's end becomes one: a short row of a wide table costs no more than its text.
  private static let longestEmptyRun = 8
  /// How many empty cells there may be beside as many as the text has bytes, twice over.
  private static let mostMissing = 100_000
  /// What a browser allows.
  private static let widestCell = 1000

  func enterTable() {
    table = OpenTable(number: table.number + 1, start: position)
    out.markup("<div class=\"table-wrap\" tabindex=\"0\" role=\"region\" aria-label=\"Table ")
    out.markup(table.number)
    table.nameOffset = out.count
    out.markup("\"><table>\n")
  }

  func enterTableHead() { out.markup("<thead>\n") }

  /// Names the table by its headings, so that its scrolling region has a name of its own.
  func leaveTableHead() {
    out.markup("</thead>\n")
    // Where the headings that are kept hold no text, it is their whole line that is looked at.
    let place = position > table.start ? position : beginning(UInt8(ascii: "|")) ?? position
    checkDroppedHeadings(from: place)
    guard let offset = table.nameOffset else { return }
    table.nameOffset = nil
    var words = table.name.withSingleSpaces
    if words.isEmpty {
      report(at: place, "The table has no headings. Write what each column holds in its first line.")
    }
    if words.count > 100 { words = words[..<words.cutWithoutSplitting(at: 97)] + Array("…".utf8) }
    guard !words.isEmpty else { return }
    var name = HTMLBuffer()
    name.markup(": ")
    name.text(words)
    out.insert(name, at: offset)
  }

  /// Finds headings that MD4C drops, because the line below them has fewer columns.
  private func checkDroppedHeadings(from place: Int) {
    let line = text[min(place, text.count)...].prefix { $0 != UInt8(ascii: "\n") }
    let rest = line.drop { $0 != UInt8(ascii: "|") }.dropFirst()
    if rest.contains(where: { !$0.isBlank && $0 != UInt8(ascii: "|") }) {
      report(at: place, "The table has more headings than the line below it has columns. Make both lines alike.")
    }
  }

  func enterRow() {
    table.emptyCells = 0
    out.markup("<tr>")
  }

  func leaveRow() {
    if table.emptyCells > MarkdownRenderer.longestEmptyRun {
      out.markup("<td colspan=\"")
      out.markup(min(table.emptyCells, MarkdownRenderer.widestCell))
      out.markup("\"></td>")
    } else {
      writeEmptyCells()
    }
    table.emptyCells = 0
    out.markup("</tr>\n")
  }

  /// Writes the start of a cell that holds something.
  func openCell() {
    guard let cell = table.cell else { return }
    table.cell = nil
    writeEmptyCells()
    out.markup(cell.isHeader ? "<th scope=\"col\"" : "<td")
    switch cell.align {
    case MD_ALIGN_LEFT: out.markup(" class=\"align-left\">")
    case MD_ALIGN_CENTER: out.markup(" class=\"align-center\">")
    case MD_ALIGN_RIGHT: out.markup(" class=\"align-right\">")
    default: out.markup(">")
    }
    table.isHeaderOpen = cell.isHeader
    if cell.isHeader, !table.name.isEmpty { table.name += Array(", ".utf8) }
  }

  func leaveCell() {
    if table.cell != nil {
      table.cell = nil
      table.emptyCells += 1
      missingCells += 1
      if missingCells > 2 * text.count + MarkdownRenderer.mostMissing {
        stop("The text is left out from here on: rows lack too many cells of a wide table. Fill or narrow the table.")
      }
    } else {
      out.markup(table.isHeaderOpen ? "</th>" : "</td>")
    }
    table.isHeaderOpen = false
    plain(" ")
  }

  /// An empty cell is no heading, even among the headings.
  private func writeEmptyCells() {
    for _ in 0..<table.emptyCells { out.markup("<td></td>") }
    table.emptyCells = 0
  }
}
