package import Store

/// A CSV file as its rows and where each of them stands (RFC 4180, and what spreadsheets make of it: semicolons or tabs
/// for commas, LF or CR for CRLF, a byte order mark).
package struct CSVDocument: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package let text: String
    /// The bytes of the file that hold it, quotes included.
    package let range: Range<Int>
  }

  package struct Record: Sendable, Equatable {
    /// Counted from 1, as an editor counts.
    package let line: Int
    package let fields: [Field]

    /// The text of a field, without spaces round it; empty where the record has none.
    package func text(_ column: Int) -> String {
      fields.indices.contains(column) ? fields[column].text.trimmed : ""
    }

    /// True for a line that says nothing.
    package var isBlank: Bool { fields.allSatisfy { $0.text.trimmed.isEmpty } }
  }

  package let bytes: [UInt8]
  package let hasByteOrderMark: Bool
  package let separator: UInt8
  package let records: [Record]

  /// Reads a whole file.
  /// - Throws: every fault at once, up to `CSVFaults.most`.
  package init(_ bytes: [UInt8]) throws(CSVFaults) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw CSVFaults([CSVFault(line: 1, "The file is UTF-16; save it as CSV in UTF-8.")])
    }
    self.bytes = bytes
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = hasByteOrderMark ? 3 : 0
    separator = CSVDocument.separator(of: bytes[start...])
    var reader = CSVReader(bytes, from: start, separator: separator)
    reader.readAll()
    guard reader.faults.isEmpty else { throw CSVFaults(reader.faults) }
    records = reader.records
  }

  /// The separator that stands most often, outside quotes, in the first line.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      counts[byte, default: 0] += 1
    }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
  }
}

/// What is wrong with a file, and where.
package struct CSVFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// Counted from 1, as is the column. No column where the whole line is meant.
  package let line: Int
  package let column: Int?
  /// The column's name, where it has one.
  package let field: String
  package let message: String
  /// Two students who have to become one before the line can be imported, if they are one person.
  package let doubles: [PersonID]

  package init(line: Int, column: Int? = nil, field: String = "", doubles: [PersonID] = [], _ message: String) {
    self.line = line
    self.column = column
    self.field = field
    self.doubles = doubles
    self.message = message
  }

  package var description: String {
    let place = column.map { ", column \($0)\(field.isEmpty ? "" : " (\(field))")" } ?? ""
    return "line \(line)\(place): \(message)"
  }
}

/// All that is wrong with a file.
package struct CSVFaults: Error, Sendable, Equatable {
  /// No more are told: a file of another kind is wrong at every line.
  package static let most = 1000

  package let faults: [CSVFault]

  package init(_ faults: [CSVFault]) {
    self.faults = Array(faults.sorted { ($0.line, $0.column ?? 0) < ($1.line, $1.column ?? 0) }.prefix(CSVFaults.most))
  }
}

extension String {
  /// Without the blanks, tabs and line ends at both ends.
  var trimmed: String {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    guard let first = utf8.first, let last = utf8.last, blanks.contains(first) || blanks.contains(last) else {
      return self
    }
    var rest = utf8[...]
    while let byte = rest.first, blanks.contains(byte) { rest.removeFirst() }
    while let byte = rest.last, blanks.contains(byte) { rest.removeLast() }
    return String(rest) ?? self
  }
}
