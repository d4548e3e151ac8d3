/// Splits a CSV file into records. Goes on after a fault, so that all of them are told.
struct CSVReader {
  private(set) var records: [CSVDocument.Record] = []
  private(set) var faults: [CSVFault] = []

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position: Int
  private var line = 1
  private var fields: [CSVDocument.Field] = []

  private static let quote = UInt8(ascii: "\"")

  init(_ bytes: [UInt8], from position: Int, separator: UInt8) {
    self.bytes = bytes
    self.position = position
    self.separator = separator
  }

  mutating func readAll() {
    while position < bytes.count, faults.count < CSVFaults.most {
      let first = line
      fields = []
      var isLast = false
      while !isLast { isLast = readField(of: first) }
      records.append(CSVDocument.Record(line: first, fields: fields))
    }
  }

  /// Reads one field and what ends it.
  /// - Returns: true if it was the record's last.
  private mutating func readField(of first: Int) -> Bool {
    let start = position
    let text = next == CSVReader.quote ? quoted() : plain()
    let end = position
    if let text = String(validating: text, as: UTF8.self) {
      fields.append(CSVDocument.Field(text: text, range: start..<end))
    } else {
      fields.append(CSVDocument.Field(text: "", range: start..<end))
      fault("is not UTF-8; save the file as CSV in UTF-8")
    }
    guard let byte = next else { return true }
    position += 1
    if byte == separator { return false }
    if byte == 0x0D, next == 0x0A { position += 1 }
    line += 1
    return true
  }

  private mutating func plain() -> [UInt8] {
    let start = position
    var isFaulty = false
    while let byte = next, byte != separator, byte != 0x0A, byte != 0x0D {
      if (byte == CSVReader.quote || byte == 0), !isFaulty {
        isFaulty = true
        fault(
          byte == 0
            ? "holds a NUL byte" : "holds a quote; put the whole field in quotes, and write each quote in it twice",
          ahead: 1)
      }
      position += 1
    }
    return Array(bytes[start..<position])
  }

  private mutating func quoted() -> [UInt8] {
    let opened = line
    var text: [UInt8] = []
    position += 1
    while true {
      guard let byte = next else {
        faults.append(CSVFault(line: opened, column: fields.count + 1, "has a quote that is never closed"))
        return text
      }
      position += 1
      switch byte {
      case CSVReader.quote where next == CSVReader.quote:
        text.append(byte)
        position += 1
      case CSVReader.quote:
        if let byte = next, byte != separator, byte != 0x0A, byte != 0x0D {
          fault("goes on after its closing quote", ahead: 1)
          while let byte = next, byte != separator, byte != 0x0A, byte != 0x0D { position += 1 }
        }
        return text
      case 0:
        fault("holds a NUL byte", ahead: 1)
      case 0x0A, 0x0D:
        text.append(byte)
        // CRLF is one line end.
        if !(byte == 0x0D && next == 0x0A) { line += 1 }
      default:
        text.append(byte)
      }
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// - Parameter ahead: 1 while the field is not in the record yet.
  private mutating func fault(_ message: String, ahead: Int = 0) {
    faults.append(CSVFault(line: line, column: fields.count + ahead, message))
  }
}
