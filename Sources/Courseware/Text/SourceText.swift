/// A file's text: valid UTF-8 without a byte order mark, lines ended by a line feed alone.
struct SourceText {
  let file: String
  let bytes: [UInt8]
  /// Offsets at which lines begin.
  private let lineStarts: [Int]
  /// The number of the first line: above 1 for a text that stands inside another file.
  private let firstLine: Int
  /// True for a text whose every byte stands on `firstLine` in its file, such as a JSON string.
  private let isOneLine: Bool

  /// MD4C counts in 32 bits; a lesson is a thousandth of this.
  static let maximumBytes = 16 << 20

  /// - Throws: A finding if the file is too large or no UTF-8.
  init(file: String, bytes: [UInt8]) throws(Finding) {
    guard bytes.count <= SourceText.maximumBytes else {
      throw Finding(
        file: file, line: 1,
        message: "The file has \(bytes.count) bytes; at most \(SourceText.maximumBytes) are read. Split it.")
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
      throw Finding(
        file: file, line: line,
        message: "The byte \(hex(bytes[offset])) is no UTF-8 text. Save the file as UTF-8.")
    }
    self.init(file: file, text: SourceText.normalized(bytes), firstLine: 1, isOneLine: false)
  }

  /// A piece of a file, such as a string in a cell, all of which is said to stand on one line.
  init(file: String, piece: String, line: Int) {
    self.init(file: file, text: SourceText.normalized(Array(piece.utf8)), firstLine: line, isOneLine: true)
  }

  private init(file: String, text: [UInt8], firstLine: Int, isOneLine: Bool) {
    self.file = file
    self.firstLine = firstLine
    self.isOneLine = isOneLine
    bytes = text
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    lineStarts = starts
  }

  /// The number of the line that holds a byte, from 1.
  func line(at offset: Int) -> Int {
    if isOneLine { return firstLine }
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return firstLine + low
  }

  func finding(at offset: Int, _ message: String) -> Finding {
    Finding(file: file, line: line(at: offset), message: message)
  }

  private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard body.contains(UInt8(ascii: "\r")) else { return Array(body) }
    var text: [UInt8] = []
    text.reserveCapacity(body.count)
    var wasReturn = false
    for byte in body {
      switch byte {
      case UInt8(ascii: "\r"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\n"): if !wasReturn { text.append(byte) }
      default: text.append(byte)
      }
      wasReturn = byte == UInt8(ascii: "\r")
    }
    return text
  }
}

/// A byte as `0x` and two digits.
private func hex(_ byte: UInt8) -> String {
  "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
