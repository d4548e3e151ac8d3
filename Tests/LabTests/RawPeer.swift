import Glibc

/// A client that shows exactly which bytes came and how the stream ended.
final class RawPeer {
  private let descriptor: Int32

  enum Ending: Equatable {
    /// The other side closed, or finished sending.
    case end
    case reset
    /// Nothing came for two minutes, and nothing ended.
    case open
  }

  struct Refused: Error {}

  private let port: UInt16

  /// - Throws: `Refused` if nobody listens on that port.
  convenience init(port: UInt16) throws {
    try self.init(connectingLater: port)
    try connect()
  }

  init(connectingLater port: UInt16) throws {
    self.port = port
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  func connect() throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Refused() }
  }

  deinit { _ = close(descriptor) }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything until the stream ends.
  func readAll() -> (text: String, ending: Ending) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { all += buffer[..<count] }
      if count <= 0 {
        let ending: Ending = count == 0 ? .end : errno == ECONNRESET ? .reset : .open
        return (String(decoding: all, as: UTF8.self), ending)
      }
    }
  }

  /// So many bytes, or what came before the stream ended.
  func read(_ wanted: Int) -> String {
    var all = [UInt8](repeating: 0, count: wanted)
    let count = recv(descriptor, &all, wanted, Int32(MSG_WAITALL))
    return String(decoding: all.prefix(max(0, count)), as: UTF8.self)
  }
}
