package import HTTP

/// Reads one response from bytes as they arrive: a pure value, which takes any split of the bytes to the same end.
///
/// Strict (RFC 9112 §6): a body is complete only if its framing says so, so a truncated one is never taken for whole.
package struct ResponseReader: Sendable {
  package enum Progress: Equatable {
    case needsMore
    case complete(ExactResponse)
  }

  /// What the end of the connection means.
  package enum Ending: Equatable {
    /// Not one byte had come.
    case empty
    /// The response had begun: so many bytes of it had come.
    case truncated(received: Int)
    /// The end of the connection ends this response's body.
    case complete(ExactResponse)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let longestHead = 65_536
  private static let longestBody = 1_048_576
  private static let longestChunkLine = 256

  private enum Stage {
    case head
    case length(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailer
    case untilEnd
  }

  private let method: Method
  private var stage = Stage.head
  private var pending: [UInt8] = []
  private var head: Head?
  private var body: [UInt8] = []
  /// How many bytes have come, of whatever part.
  package private(set) var received = 0

  private struct Head {
    let minorVersion: Int
    let status: Int
    let headers: HeaderFields
  }

  /// - Parameter method: the request's, since the answer to HEAD has no body.
  package init(method: Method) { self.method = method }

  package mutating func receive(_ bytes: some Collection<UInt8>) throws(MalformedResponse) -> Progress {
    received += bytes.count
    pending.append(contentsOf: bytes)
    while true {
      switch stage {
      case .head:
        guard let lines = try takeHead() else { return .needsMore }
        if let done = try begin(lines) { return .complete(done) }
      case .length(let left):
        take(left)
        if pending.isEmpty, body.count < expected { return .needsMore }
        return .complete(response())
      case .chunkSize:
        guard let line = try takeLine(atMost: Self.longestChunkLine, else: .chunkSize) else { return .needsMore }
        let size = try chunkSize(line)
        stage = size == 0 ? .trailer : .chunk(size)
      case .chunk(let left):
        let taken = take(left)
        if taken < left {
          stage = .chunk(left - taken)
          return .needsMore
        }
        stage = .chunkEnd
      case .chunkEnd:
        guard pending.count >= 2 else {
          if let first = pending.first, first != Self.carriageReturn { throw .chunkEnd }
          return .needsMore
        }
        guard pending.starts(with: "\r\n".utf8) else { throw .chunkEnd }
        pending.removeFirst(2)
        stage = .chunkSize
      case .trailer:
        guard let line = try takeLine(atMost: Self.longestHead, else: .header) else { return .needsMore }
        if line.isEmpty { return .complete(response()) }
        var trailers = HeaderFields()
        try ResponseReader.field(line, into: &trailers)
      case .untilEnd:
        guard body.count + pending.count <= Self.longestBody else { throw .tooLarge }
        take(pending.count)
        return .needsMore
      }
    }
  }

  package func ended() -> Ending {
    if received == 0 { return .empty }
    if case .untilEnd = stage { return .complete(response()) }
    return .truncated(received: received)
  }

  private var expected = 0

  /// Moves up to so many pending bytes to the body.
  @discardableResult
  private mutating func take(_ count: Int) -> Int {
    let taken = min(count, pending.count)
    body.append(contentsOf: pending[..<taken])
    pending.removeFirst(taken)
    if case .length(let left) = stage { stage = .length(left - taken) }
    return taken
  }

  /// The bytes up to a line's end, which must be CR LF.
  private mutating func takeLine(
    atMost limit: Int, else fault: MalformedResponse
  ) throws(MalformedResponse) -> [UInt8]? {
    guard let end = pending.firstIndex(of: Self.lineFeed) else {
      if pending.count > limit { throw fault }
      return nil
    }
    guard end > 0, end <= limit, pending[end - 1] == Self.carriageReturn else { throw fault }
    let line = Array(pending[..<(end - 1)])
    pending.removeFirst(end + 1)
    return line
  }

  /// The lines of a head that has come whole.
  private mutating func takeHead() throws(MalformedResponse) -> [ArraySlice<UInt8>]? {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while let end = pending[start...].firstIndex(of: Self.lineFeed) {
      guard end <= Self.longestHead else { throw .tooLarge }
      guard end > start, pending[end - 1] == Self.carriageReturn else {
        throw lines.isEmpty ? .statusLine : .header
      }
      let line = pending[start..<(end - 1)]
      start = end + 1
      if line.isEmpty {
        guard !lines.isEmpty else { throw .statusLine }
        pending.removeFirst(start)
        return lines
      }
      lines.append(line)
    }
    guard pending.count <= Self.longestHead else { throw .tooLarge }
    // Whatever does not begin like a response will not become one: no need to wait for its end.
    guard pending.prefix(7).elementsEqual("HTTP/1.".utf8.prefix(pending.count)) else { throw .statusLine }
    return nil
  }

  /// Decides how the body is framed (RFC 9112 §6.3).
  private mutating func begin(_ lines: [ArraySlice<UInt8>]) throws(MalformedResponse) -> ExactResponse? {
    let (minorVersion, status) = try statusLine(lines[0])
    var headers = HeaderFields()
    for line in lines.dropFirst() { try ResponseReader.field(Array(line), into: &headers) }
    // An interim response says that the final one is still to come.
    if (100...199).contains(status) {
      if status == 101 { throw .statusLine }
      return nil
    }
    let head = Head(minorVersion: minorVersion, status: status, headers: headers)
    self.head = head
    let lengths = headers.values(of: "Content-Length")
    let codings = headers.values(of: "Transfer-Encoding")
    if !lengths.isEmpty && !codings.isEmpty { throw .length }
    if method == .head || status == 204 || status == 304 {
      return response()
    } else if !codings.isEmpty {
      guard codings.count == 1, codings[0].utf8.map(ASCII.lowercased) == Array("chunked".utf8) else {
        throw .transferCoding
      }
      stage = .chunkSize
    } else if let length = lengths.first {
      guard lengths.allSatisfy({ $0 == length }), let count = ResponseReader.decimal(length.utf8) else { throw .length }
      guard count <= Self.longestBody else { throw .tooLarge }
      expected = count
      stage = .length(count)
    } else {
      stage = .untilEnd
    }
    return nil
  }

  private func statusLine(_ line: ArraySlice<UInt8>) throws(MalformedResponse) -> (minorVersion: Int, status: Int) {
    let bytes = Array(line)
    // HTTP/1.x SP 3DIGIT SP reason
    guard bytes.count >= 13, bytes.starts(with: "HTTP/1.".utf8), ASCII.isDigit(bytes[7]),
      bytes[8] == UInt8(ascii: " "), bytes[12] == UInt8(ascii: " "), bytes[13...].allSatisfy(ASCII.isFieldContent),
      let status = ResponseReader.decimal(bytes[9..<12]), status >= 100
    else { throw .statusLine }
    return (Int(bytes[7] - UInt8(ascii: "0")), status)
  }

  private static func field(_ line: [UInt8], into headers: inout HeaderFields) throws(MalformedResponse) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(ASCII.isToken)
    else { throw .header }
    let value = ResponseReader.trimmed(line[(colon + 1)...])
    guard value.allSatisfy(ASCII.isFieldContent) else { throw .header }
    headers.add(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private func chunkSize(_ line: [UInt8]) throws(MalformedResponse) -> Int {
    let digits = line.prefix { ASCII.hexadecimal($0) != nil }
    let rest = ResponseReader.trimmed(line[digits.endIndex...])
    guard (1...8).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";"),
      rest.allSatisfy(ASCII.isFieldContent)
    else { throw .chunkSize }
    let size = digits.reduce(0) { $0 << 4 | Int(ASCII.hexadecimal($1) ?? 0) }
    guard body.count + size <= Self.longestBody else { throw .tooLarge }
    return size
  }

  /// A number of decimal digits alone, or nil.
  private static func decimal(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...15).contains(bytes.count), bytes.allSatisfy(ASCII.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, ASCII.isBlank(first) { rest.removeFirst() }
    while let last = rest.last, ASCII.isBlank(last) { rest.removeLast() }
    return rest
  }

  private func response() -> ExactResponse {
    guard let head else { preconditionFailure("a response is complete only after its head") }
    let says = { (option: String) in head.headers.lists("Connection", option) }
    var keepsAlive = head.minorVersion >= 1 ? !says("close") : says("keep-alive")
    if case .untilEnd = stage { keepsAlive = false }
    // Bytes beyond the response are nobody's answer.
    if !pending.isEmpty { keepsAlive = false }
    return ExactResponse(status: head.status, headers: head.headers, body: body, keepsAlive: keepsAlive)
  }
}
