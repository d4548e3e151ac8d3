/// A file's text: valid UTF-8 without a byte order mark, lines ended by a line feed alone. What was no UTF-8 or a NUL,
/// which a parser in C may take for an end and MD4C tells no place of, is U+FFFD.
struct SourceText {
  let file: String
  let bytes: [UInt8]
  /// Bytes that were no UTF-8, and characters that no text should hold.
  private(set) var faults: [Finding] = []
  /// Offsets at which lines begin.
  private let lineStarts: [Int]
  /// The number of the first line: above 1 for a text that stands inside another file.
  private let firstLine: Int
  /// True for a text whose every byte stands on `firstLine` in its file, such as a JSON string.
  private let isOneLine: Bool

  /// MD4C counts in 32 bits; a lesson is a thousandth of this.
  static let maximumBytes = 16 << 20

  /// More faults of a file's bytes than this are not listed: it is no text at all.
  private static let mostFaults = 20

  /// - Throws: A finding if the file is too large.
  init(file: String, bytes: [UInt8]) throws(Finding) {
    guard bytes.count <= SourceText.maximumBytes else {
      throw Finding(
        file: file, line: 1,
        message: "The file has \(bytes.count) bytes; at most \(SourceText.maximumBytes) are read. Split it.")
    }
    let text = SourceText.normalized(bytes)
    let broken = SourceText.placesOfNoText(text)
    self.init(
      file: file, text: broken.isEmpty ? text : Array(text.text.utf8), firstLine: 1, isOneLine: false)
    faults = broken.map {
      Finding(
        file: file, line: $0.line, message: "The byte \(hex($0.byte)) is no UTF-8 text. Save the file as UTF-8.")
    }
    faults += controlFaults()
    if self.bytes.contains(0) {
      let told = faults
      self.init(file: file, text: SourceText.withoutNUL(self.bytes), firstLine: 1, isOneLine: false)
      faults = told
    }
  }

  /// A piece of a file, such as a string in a cell, all of which is said to stand on one line.
  init(file: String, piece: String, line: Int) {
    let text = SourceText.withoutNUL(SourceText.normalized(Array(piece.utf8)))
    self.init(file: file, text: text, firstLine: line, isOneLine: true)
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

  /// The first byte on each line that is no UTF-8, as far as such lines are listed.
  private static func placesOfNoText(_ text: [UInt8]) -> [(line: Int, byte: UInt8)] {
    var places: [(line: Int, byte: UInt8)] = []
    var start = 0
    var line = 1
    while start < text.count, places.count < mostFaults {
      do {
        _ = try UTF8Span(validating: text.span.extracting(start...))
        break
      } catch {
        let offset = start + error.byteOffsets.lowerBound
        line += text[start..<offset].count { $0 == UInt8(ascii: "\n") }
        places.append((line, text[offset]))
        // On to the next line.
        start = text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      }
    }
    return places
  }

  /// Characters that nobody sees and that make a text read otherwise than it looks: control characters, and those that
  /// turn the direction of writing (Boucher and Anderson, "Trojan Source", 2021).
  private func controlFaults() -> [Finding] {
    var findings: [Finding] = []
    var lastLine = 0
    var offset = 0
    while offset < bytes.count, findings.count < SourceText.mostFaults {
      // Nearly all bytes are plain characters.
      if 0x20...0x7E ~= bytes[offset] {
        offset += 1
        continue
      }
      let name = controlName(at: offset)
      if let name, line(at: offset) != lastLine {
        lastLine = line(at: offset)
        findings.append(finding(at: offset, "The line holds the control character \(name). Remove it."))
      }
      offset += 1
    }
    return findings
  }

  /// The name of the control character that begins at an offset, nil if none does.
  private func controlName(at offset: Int) -> String? {
    let byte = bytes[offset]
    if byte < 0x80 {
      let isControl = byte < 0x20 && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n") || byte == 0x7F
      return isControl ? "U+00" + hex(byte).dropFirst(2) : nil
    }
    if byte == 0xC2, bytes[offset + 1] < 0xA0 { return "U+00" + hex(bytes[offset + 1]).dropFirst(2) }
    guard byte == 0xE2 || byte == 0xEF else { return nil }
    switch (byte, bytes[offset + 1], bytes[offset + 2]) {
    case (0xE2, 0x80, 0xAA...0xAE): return "U+202" + String(bytes[offset + 2] - 0xA0, radix: 16, uppercase: true)
    case (0xE2, 0x81, 0xA6...0xA9): return "U+206\(bytes[offset + 2] - 0xA0)"
    case (0xEF, 0xBB, 0xBF): return "U+FEFF"
    default: return nil
    }
  }

  private static func withoutNUL(_ text: [UInt8]) -> [UInt8] {
    text.contains(0) ? text.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] } : text
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
