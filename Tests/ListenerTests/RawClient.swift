import Glibc

/// A client that sends bytes as they are, and blocks.
final class RawClient {
  /// How long what has to come is waited for, in milliseconds: far longer than it takes on the busiest machine.
  static let patience = 120_000

  let descriptor: Int32
  private(set) var received: [UInt8] = []
  /// The server has closed its side.
  private(set) var hasEnded = false
  /// The connection was reset, or cannot be written to any more.
  private(set) var hasFailed = false

  /// - Parameter receiveBuffer: how many bytes the system may take in for it; nil for as many as usual.
  init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    struct Refused: Error {}
    if code != 0 { throw Refused() }
  }

  deinit { if !isClosed { close(descriptor) } }

  private var isClosed = false

  var text: String { String(decoding: received, as: UTF8.self) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends all, unless the server closes, or does not read for as long as anything is waited for.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count, !hasFailed {
      var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&poller, 1, Int32(RawClient.patience)) > 0 else { return }
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, min($0.count, 65536), Int32(MSG_NOSIGNAL))
      }
      if count < 0 { hasFailed = true } else { sent += count }
    }
  }

  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes in order, or, if `reset`, so that the server sees an error.
  func leave(reset: Bool = false) {
    if reset {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    close(descriptor)
    isClosed = true
  }

  /// Reads until a condition is met, the server closes, or so much time is over.
  /// - Returns: whether the condition is met.
  @discardableResult
  func read(milliseconds: Int = patience, until condition: ([UInt8]) -> Bool) -> Bool {
    let end = milliseconds + RawClient.now()
    while !condition(received) {
      guard !hasEnded, !hasFailed, RawClient.now() < end else { return false }
      readOnce(milliseconds: end - RawClient.now())
    }
    return true
  }

  /// Reads what comes next, if anything does in time.
  func readOnce(milliseconds: Int) {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard !hasEnded, poll(&poller, 1, Int32(max(0, milliseconds))) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { received += buffer[..<count] } else if count == 0 { hasEnded = true } else { hasFailed = true }
  }

  /// Reads until the server closes.
  @discardableResult
  func readToEnd(milliseconds: Int = patience) -> Bool {
    read(milliseconds: milliseconds) { _ in false }
    return hasEnded || hasFailed
  }

  /// Reads until there are so many final responses, each whole.
  @discardableResult
  func responses(_ count: Int, methods: [String] = [], milliseconds: Int = patience) -> [ReceivedResponse] {
    // Each byte is looked at once, however many responses there are.
    var whole: [ReceivedResponse] = []
    var rest = 0
    read(milliseconds: milliseconds) { bytes in
      let more = ReceivedResponse.all(in: Array(bytes[rest...]), methods: Array(methods.dropFirst(whole.count)))
      for response in more where response.isWhole {
        rest += response.length
        if response.status >= 200 { whole.append(response) }
      }
      return whole.count >= count
    }
    return whole
  }

  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
