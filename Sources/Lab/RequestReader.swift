/// Reads requests from bytes as they arrive: a pure value, as strict as a scripted server needs, which counts what came
/// and must not guess at it. A body is framed by Content-Length alone.
struct RequestReader: Sendable {
  enum Progress {
    case needsMore
    case complete(method: String, target: String, headers: [(name: String, value: String)], body: [UInt8])
    case malformed
  }

  private static let longestHead = 32_768
  private static let longestBody = 1_048_576

  private var pending: [UInt8] = []

  /// - Returns: false if more has come than any request may hold.
  mutating func receive(_ bytes: [UInt8]) -> Bool {
    pending.append(contentsOf: bytes)
    return pending.count <= Self.longestHead + Self.longestBody
  }

  /// The next whole request among the bytes that have come.
  mutating func next() -> Progress {
    guard let end = headEnd() else { return pending.count > Self.longestHead ? .malformed : .needsMore }
    guard end <= Self.longestHead else { return .malformed }
    var lines = pending[..<(end - 4)].split(separator: HeaderByte.lineFeed, omittingEmptySubsequences: false)[...]
    let first = lines.removeFirst().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard first.count == 3, !first[0].isEmpty, first[0].allSatisfy(HeaderByte.isToken),
      first[1].first == UInt8(ascii: "/"), first[1].allSatisfy({ (0x21...0x7E).contains($0) }),
      RequestReader.withoutReturn(first[2], isLast: lines.isEmpty).elementsEqual("HTTP/1.1".utf8)
    else { return .malformed }
    var headers: [(name: String, value: String)] = []
    while let raw = lines.popFirst() {
      let line = RequestReader.withoutReturn(raw, isLast: lines.isEmpty)
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(HeaderByte.isToken), line[colon...].allSatisfy(HeaderByte.isFieldValue)
      else { return .malformed }
      let value = HeaderByte.trimmed(line[(colon + 1)...])
      headers.append((String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    guard let length = RequestReader.length(headers), length <= Self.longestBody else { return .malformed }
    guard pending.count - end >= length else { return .needsMore }
    let body = Array(pending[end..<(end + length)])
    pending.removeFirst(end + length)
    return .complete(
      method: String(decoding: first[0], as: UTF8.self), target: String(decoding: first[1], as: UTF8.self),
      headers: headers, body: body)
  }

  /// Where the head ends, behind its empty line.
  private func headEnd() -> Int? {
    var start = 0
    while let end = pending[start...].firstIndex(of: HeaderByte.lineFeed) {
      if end >= 3, pending[(end - 3)...end].elementsEqual("\r\n\r\n".utf8) { return end + 1 }
      start = end + 1
    }
    return nil
  }

  /// A line's bytes without the carriage return that ended it; the head's last line has lost its own already.
  private static func withoutReturn(_ line: ArraySlice<UInt8>, isLast: Bool) -> ArraySlice<UInt8> {
    isLast ? line : line.last == HeaderByte.carriageReturn ? line.dropLast() : []
  }

  private static func length(_ headers: [(name: String, value: String)]) -> Int? {
    func values(_ name: String) -> [String] {
      headers.filter { $0.name.utf8.elementsEqual(name.utf8, by: HeaderByte.same) }.map(\.value)
    }
    guard values("transfer-encoding").isEmpty else { return nil }
    let lengths = values("content-length")
    guard let first = lengths.first else { return 0 }
    return lengths.count == 1 ? HeaderByte.decimal(first.utf8) : nil
  }
}
