import CLinux
import Glibc

/// A connection to a server on this machine that speaks as much HTTP/1.1 as is needed here: requests as bytes, and
/// answers with a `Content-Length`. It blocks.
package final class PlainConnection {
  let descriptor: Int32
  private var buffered: [UInt8] = []

  package struct Answer {
    package let status: Int
    /// In order, as sent.
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]
    /// Head and body.
    package let whole: [UInt8]

    /// The first value of a name, given in lower case.
    func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }
  }

  init(port: Int) throws(BenchFailure) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BenchFailure("a socket", system: errno) }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = LocalPort.address(port)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw BenchFailure("port \(port)", system: errno) }
  }

  deinit { close(descriptor) }

  func get(_ path: String) throws(BenchFailure) -> Answer {
    try send(PlainConnection.get(path))
    return try receive()
  }

  /// Sends JSON.
  func post(_ path: String, _ body: [UInt8], fields: [(String, String)]) throws(BenchFailure) -> Answer {
    try send(PlainConnection.post(path, body, fields: fields))
    return try receive()
  }

  static func post(_ path: String, _ body: [UInt8], fields: [(String, String)]) -> [UInt8] {
    var head = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.count)\r\n"
    if !body.isEmpty { head += "Content-Type: application/json\r\n" }
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }

  static func get(_ path: String) -> [UInt8] { Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8) }

  func send(_ bytes: [UInt8]) throws(BenchFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw BenchFailure("sending", system: errno)
      }
      sent += count
    }
  }

  /// False once the server has closed it.
  var isOpen: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 0
  }

  /// Blocks until a byte of the answer is there.
  func waitForFirstByte() throws(BenchFailure) { if buffered.isEmpty { try receiveMore() } }

  func receive() throws(BenchFailure) -> Answer {
    while true {
      if let answer = try PlainConnection.parse(buffered) {
        buffered.removeFirst(answer.whole.count)
        return answer
      }
      try receiveMore()
    }
  }

  /// The next answer's status alone: for loads, which must not cost more than what they measure.
  func receiveStatus() throws(BenchFailure) -> Int {
    while true {
      if let (status, length) = try PlainConnection.extent(buffered), buffered.count >= length {
        buffered.removeFirst(length)
        return status
      }
      try receiveMore()
    }
  }

  /// The status of an answer and its length with its head; nil if more bytes are needed.
  package static func extent(_ bytes: [UInt8]) throws(BenchFailure) -> (status: Int, length: Int)? {
    guard let end = offset(of: "\r\n\r\n", in: bytes, before: bytes.count) else { return nil }
    guard let field = offset(of: "\r\nContent-Length: ", in: bytes, before: end), end >= 12 else {
      throw BenchFailure("an answer does not tell its length")
    }
    func number(from start: Int) -> Int {
      bytes[start...].prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    return (number(from: 9), end + 4 + number(from: field + 18))
  }

  private static func offset(of text: StaticString, in bytes: [UInt8], before end: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var offset = 0
      while offset + text.utf8CodeUnitCount <= end,
        let found = memchr(start + offset, Int32(text.utf8Start.pointee), end - offset)
      {
        offset = UnsafeRawPointer(found) - start
        guard offset + text.utf8CodeUnitCount <= end else { return nil }
        if memcmp(found, text.utf8Start, text.utf8CodeUnitCount) == 0 { return offset }
        offset += 1
      }
      return nil
    }
  }

  private func receiveMore() throws(BenchFailure) {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { buffer throws(BenchFailure) in
      while true {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw BenchFailure("receiving", system: errno) }
        guard count > 0 else { throw BenchFailure("the connection was closed before its answer was complete") }
        buffered += buffer[..<count]
        return
      }
    }
  }

  /// - Returns: nil if more bytes are needed.
  package static func parse(_ bytes: [UInt8]) throws(BenchFailure) -> Answer? {
    let blank: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    var end = 0
    while end + 4 <= bytes.count, !bytes[end..<(end + 4)].elementsEqual(blank) { end += 1 }
    guard end + 4 <= bytes.count else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw BenchFailure("an answer is no HTTP/1.1")
    }
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: String(parts.first ?? ""), value: String((parts.dropFirst().first ?? "").drop { $0 == " " }))
    }
    let answer = Answer(status: status, fields: fields, body: [], whole: [])
    guard let length = answer.field("content-length").flatMap({ Int($0) }) else {
      throw BenchFailure("an answer with status \(status) does not tell its length")
    }
    let start = end + 4
    let whole = start + length
    guard bytes.count >= whole else { return nil }
    return Answer(status: status, fields: fields, body: Array(bytes[start..<whole]), whole: Array(bytes[..<whole]))
  }
}
