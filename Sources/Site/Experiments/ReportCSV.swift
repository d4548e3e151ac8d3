internal import JSON
package import Simulation

/// A report's tables as comma-separated values (RFC 4180), for spreadsheets.
package enum ReportCSV {
  /// One table stands alone, its headings first. Several stand one below another, each under a line with its caption and
  /// apart by an empty line.
  package static func bytes(_ tables: [Table]) -> [UInt8] {
    var text = ""
    for (index, table) in tables.enumerated() {
      if index > 0 { text += "\r\n" }
      if tables.count > 1 { text += field(table.caption) + "\r\n" }
      text += table.columns.map(field).joined(separator: ",") + "\r\n"
      for row in table.rows { text += row.map(field).joined(separator: ",") + "\r\n" }
    }
    return Array(text.utf8)
  }

  private static func field(_ cell: Table.Cell) -> String {
    switch cell {
    case .text(let text): field(text)
    case .integer(let number): String(number)
    case .number(let number, _): number.isFinite ? String(decoding: JSONValue.number(number).bytes, as: UTF8.self) : ""
    case .none: ""
    }
  }

  /// Text, quoted where it must be. What a spreadsheet would take for a formula is led by an apostrophe.
  private static func field(_ text: String) -> String {
    var text = text
    if let first = text.utf8.first, Array("=+-@\t\r".utf8).contains(first) { text = "'" + text }
    let special = Array(",\"\r\n".utf8)
    guard text.utf8.contains(where: { special.contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
