import JSON
import Simulation

/// A report in words and tables.
enum ReportView {
  /// The tables under one heading that opens and closes. Open, since without script the table is the chart.
  static func tables(_ tables: [Table]) -> HTML {
    """
    <details class="data" open\(HTML.attribute("hidden", if: tables.isEmpty))><summary>Data table</summary>
    \(tables.map(table))</details>

    """
  }

  /// A text of more bytes than this gets a column to be read in, wide enough for several words.
  private static let longText = 40

  static func table(_ table: Table) -> HTML {
    let head: [HTML] = table.columns.map { "<th scope=\"col\">\($0)</th>" }
    let rows: [HTML] = table.rows.map { row in
      let cells: [HTML] = row.enumerated().map { index, cell in
        let text = Figures.text(cell)
        if index == 0 { return "<th scope=\"row\">\(text)</th>" }
        if isFigure(cell) { return "<td class=\"figure\">\(text)</td>" }
        return text.utf8.count > longText ? "<td class=\"long\">\(text)</td>" : "<td>\(text)</td>"
      }
      return "<tr>\(cells)</tr>\n"
    }
    return """
      <div class="table-scroll" tabindex="0" role="group" aria-label="\(table.caption)"><table>
      <caption>\(table.caption)</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }

  /// Every effective parameter, so that no default is hidden. Without arguments there is only a place for them.
  static func parameters(_ arguments: Arguments?, schema: Schema) -> HTML {
    let items: [HTML] = (arguments?.values ?? []).map { name, value in
      let parameter = schema[name]
      let unit = parameter?.unit ?? ""
      let plain = Figures.plain(value)
      let shown = plain.isEmpty ? "none" : unit.isEmpty ? plain : "\(plain) \(unit)"
      return "<div><dt>\(parameter?.label ?? name) <code>\(name)</code></dt><dd>\(shown)</dd></div>\n"
    }
    return """
      <details class="parameters"\(HTML.attribute("hidden", if: arguments == nil))><summary>All parameters</summary>
      <dl>
      \(items)</dl></details>

      """
  }

  private static func isFigure(_ cell: Table.Cell) -> Bool {
    switch cell {
    case .integer, .number: true
    case .text, .none: false
    }
  }
}

/// A lesson's own value for a parameter, as the query writes it.
enum CellValue {
  static func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .bool(let flag): flag ? "true" : "false"
    case .integers(let numbers): numbers.map { String($0) }.joined(separator: ",")
    case .strings(let texts): texts.joined(separator: ",")
    case .array(let elements): elements.map(plain).joined(separator: ",")
    case .null, .numbers, .object: ""
    }
  }
}
