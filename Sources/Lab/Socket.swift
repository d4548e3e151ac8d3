#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP socket on the loopback interface, never blocking, closed when its owner lets it go.
///
/// Only 127.0.0.1 is ever bound or connected to, and only ports that the system picks are bound.
struct Socket: ~Copyable {
  let descriptor: Int32

  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  /// A socket that accepts connections on a free port.
  static func listening() throws(SocketFault) -> Socket {
    let socket = try bound()
    // The longest line that the system allows: a full one would drop connection attempts in silence.
    guard listen(socket.descriptor, SOMAXCONN) == 0 else { throw SocketFault("listen", errno) }
    return socket
  }

  /// A socket that holds a free port without accepting: whoever connects to it is refused by the system.
  static func bound() throws(SocketFault) -> Socket {
    let socket = try fresh()
    let result = withLoopback(port: 0) { address, size in bind(socket.descriptor, address, size) }
    guard result == 0 else { throw SocketFault("bind", errno) }
    return socket
  }

  /// A socket whose connection to that port has begun: once it is writable, `pendingError` says how it went.
  static func connecting(to port: UInt16) throws(SocketFault) -> Socket {
    let socket = try fresh()
    let result = withLoopback(port: port) { address, size in
      retryingInterrupts { connect(socket.descriptor, address, size) }
    }
    guard result == 0 || errno == EINPROGRESS else { throw SocketFault("connect", errno) }
    return socket
  }

  private static func fresh() throws(SocketFault) -> Socket {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let descriptor = socket(AF_INET, kind, 0)
    #endif
    guard descriptor >= 0 else { throw SocketFault("socket", errno) }
    let fresh = Socket(adopting: descriptor)
    fresh.prepare()
    return fresh
  }

  /// Sets what the system could not set while making the socket.
  private func prepare() {
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Scripted bytes leave when the script says so, not when the next acknowledgement comes.
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }

  /// The port on this side, 1…65,535; 0 if the system does not say.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return result == 0 ? UInt16(bigEndian: address.sin_port) : 0
  }

  /// The next connection that waits, or nil if none does.
  /// - Throws: if one waits and the system has no descriptor or memory left for it.
  func accepted() throws(SocketFault) -> Socket? {
    let accepted = Socket.retryingInterrupts { accept(descriptor, nil, nil) }
    guard accepted >= 0 else {
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { throw SocketFault("accept", errno) }
      return nil
    }
    let socket = Socket(adopting: accepted)
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
    socket.prepare()
    return socket
  }

  enum Received: Equatable {
    case bytes([UInt8])
    /// The other side has finished sending.
    case end
    case nothingYet
    case failed(Int32)
  }

  /// Takes what has arrived, at most so many bytes.
  func receive(atMost count: Int = 16_384) -> Received {
    var received = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      received = Socket.retryingInterrupts { recv(descriptor, buffer.baseAddress, count, 0) }
      filled = max(0, received)
    }
    if received > 0 { return .bytes(bytes) }
    if received == 0 { return .end }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .nothingYet : .failed(errno)
  }

  enum Sent: Equatable {
    case count(Int)
    case nothingYet
    case failed(Int32)
  }

  /// Hands over as many of the bytes as the system takes now.
  func send(_ bytes: ArraySlice<UInt8>) -> Sent {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let sent = bytes.withUnsafeBytes { buffer in
      Socket.retryingInterrupts { sendBytes(descriptor, buffer.baseAddress, buffer.count, flags) }
    }
    if sent >= 0 { return .count(sent) }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .nothingYet : .failed(errno)
  }

  /// Tells the other side that nothing more will come, and goes on receiving.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the coming close a reset: the other side's next call fails instead of finding the end.
  func resetOnClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// How a connection attempt went: 0 or an error number.
  var pendingError: Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  static func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  private static func withLoopback(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

/// `send` of the system, under a name that a member of the same name does not hide.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, bytes, count, flags)
}

/// A call that the system refused: no descriptor, no port, no thread left.
package struct SocketFault: Error, Equatable, CustomStringConvertible {
  /// The call, such as `listen`.
  package let call: String
  /// The system's error number.
  package let number: Int32

  init(_ call: String, _ number: Int32) {
    self.call = call
    self.number = number
  }

  package var description: String {
    "\(call): \(strerror(number).map { String(cString: $0) } ?? "error \(number)")"
  }
}
