import Foundation
import Glibc

/// A socket to a server on this machine, for bytes that no client library would send.
final class RawConnection {
  let descriptor: Int32

  struct Failure: Error {
    let call: String
    let code = errno
  }

  /// What came back.
  struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]
    /// Whether the server closed behind it.
    let isClosed: Bool

    /// The value of a field, nil if there is none.
    func field(_ name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == name.lowercased() {
          return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " "))
        }
      }
      return nil
    }

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(call: "connect") }
    // A bound for a server that never answers, far above what any answer takes.
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends until all is sent or the server has closed.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Whatever comes next, nothing once the server has closed.
  func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Closes the connection at once, by a reset.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Sends a request and reads one answer with a length, or until the server closes.
  func exchange(_ request: String, body: [UInt8] = []) throws -> Answer {
    send(Array(request.utf8) + body)
    return try answer(to: request.hasPrefix("HEAD ") ? "HEAD" : "GET")
  }

  func answer(to method: String) throws -> Answer {
    var bytes: [UInt8] = []
    var isClosed = false
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil, !isClosed {
      let more = receive()
      isClosed = more.isEmpty
      bytes += more
      headEnd = bytes.indices.first { bytes[$0...].starts(with: end) }
    }
    guard let headEnd else { throw Failure(call: "no head in \(String(decoding: bytes, as: UTF8.self))") }
    let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
    var answer = Answer(
      status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, head: head,
      body: Array(bytes[(headEnd + 4)...]), isClosed: isClosed)
    let hasNoBody = method == "HEAD" || [204, 304].contains(answer.status)
    let length = hasNoBody ? 0 : answer.field("Content-Length").flatMap { Int($0) }
    while !isClosed, length.map({ answer.body.count < $0 }) ?? true {
      let more = receive()
      isClosed = more.isEmpty
      answer = Answer(status: answer.status, head: head, body: answer.body + more, isClosed: isClosed)
    }
    return answer
  }
}
