import Glibc
import HTTP

/// The system calls on sockets that the server makes. All sockets are non-blocking.
enum Socket {
  enum Received: Equatable {
    case bytes(Int)
    /// The peer will send nothing more.
    case end
    case wouldBlock
    /// The connection is gone.
    case failed
  }

  enum Sent: Equatable {
    case bytes(Int)
    case wouldBlock
    case failed
  }

  enum Accepted {
    case connection(Int32, PeerAddress)
    case none
    /// No descriptor or memory is left.
    case exhausted
  }

  /// Listens at a numeric address.
  /// - Returns: the socket and its port.
  static func listen(_ host: String, _ port: Int) throws(ListenError) -> (descriptor: Int32, port: Int) {
    var storage = sockaddr_storage()
    guard (0...65535).contains(port), let length = fill(&storage, host, UInt16(port)) else {
      throw ListenError(host, port, EINVAL)
    }
    let descriptor = socket(Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw ListenError(host, port, errno) }
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    // Sockets that are accepted inherit this.
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    if Int32(storage.ss_family) == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    prepare(descriptor)
    let bound = withUnsafePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0, Glibc.listen(descriptor, 4096) == 0, let own = boundPort(descriptor) else {
      let code = errno
      close(descriptor)
      throw ListenError(host, port, code)
    }
    return (descriptor, own)
  }

  /// The port that a socket is bound to.
  static func boundPort(_ descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let known = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return known == 0 ? Int(peer(storage).port) : nil
  }

  static func accept(_ listener: Int32) -> Accepted {
    while true {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(listener, $0, &length) }
      }
      if descriptor >= 0 {
        prepare(descriptor)
        return .connection(descriptor, peer(storage))
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .none
      }
    }
  }

  static func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Received {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Sends as much of two pieces as the socket takes, in one call.
  static func send(
    _ descriptor: Int32, _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Sent {
    withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors in
      vectors[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count)
      vectors[1] = iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
      return send(descriptor, vectors)
    }
  }

  /// Sends as much of the queue's first pieces as the socket takes, in one call.
  static func send(_ descriptor: Int32, _ queue: OutputQueue) -> Sent {
    withUnsafeTemporaryAllocation(of: iovec.self, capacity: 16) { vectors in
      gather(queue.pieces, vectors, 0) { used in
        send(descriptor, UnsafeMutableBufferPointer(rebasing: vectors[..<used]))
      }
    }
  }

  private static func send(_ descriptor: Int32, _ vectors: UnsafeMutableBufferPointer<iovec>) -> Sent {
    var message = msghdr()
    message.msg_iov = vectors.baseAddress
    message.msg_iovlen = vectors.count
    while true {
      let count = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Makes a vector of each piece, as many as there is room for, and calls `body` while their bytes stay in place.
  private static func gather(
    _ pieces: [OutputQueue.Piece], _ vectors: UnsafeMutableBufferPointer<iovec>, _ used: Int,
    _ body: (Int) -> Sent
  ) -> Sent {
    guard used < vectors.count, used < pieces.count else { return body(used) }
    let piece = pieces[used]
    return piece.bytes.withUnsafeBytes { bytes in
      vectors[used] = iovec(
        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress?.advanced(by: piece.start)),
        iov_len: piece.end - piece.start)
      return gather(pieces, vectors, used + 1, body)
    }
  }

  /// Tells a peer for whom there is no descriptor, as far as it takes that at once.
  static func sayBusy(_ descriptor: Int32) {
    let text = "The server has no descriptor left for this connection. Try again in a moment.\n"
    let answer = Array(
      ("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Type: text/plain\r\n"
        + "Content-Length: \(text.utf8.count)\r\n\r\n" + text).utf8)
    // What is left unread would make the system throw the answer away.
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { _ = receive(descriptor, $0) }
    _ = answer.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Closes our side only.
  static func finish(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes a descriptor non-blocking, and one that no started program inherits.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func fill(_ storage: inout sockaddr_storage, _ host: String, _ port: UInt16) -> socklen_t? {
    withUnsafeMutablePointer(to: &storage) { pointer in
      let is4 = pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_family = sa_family_t(AF_INET)
        $0.pointee.sin_port = port.bigEndian
        return inet_pton(AF_INET, host, &$0.pointee.sin_addr) == 1
      }
      if is4 { return socklen_t(MemoryLayout<sockaddr_in>.size) }
      let is6 = pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        $0.pointee = sockaddr_in6()
        $0.pointee.sin6_family = sa_family_t(AF_INET6)
        $0.pointee.sin6_port = port.bigEndian
        return inet_pton(AF_INET6, host, &$0.pointee.sin6_addr) == 1
      }
      return is6 ? socklen_t(MemoryLayout<sockaddr_in6>.size) : nil
    }
  }

  /// A peer on a socket of the file system, which is on this machine, counts as loopback.
  private static func peer(_ storage: sockaddr_storage) -> PeerAddress {
    if Int32(storage.ss_family) == AF_UNIX { return .loopback }
    return withUnsafeBytes(of: storage) { bytes in
      let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
      if Int32(storage.ss_family) == AF_INET6 {
        return PeerAddress(
          high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)), port: port)
      }
      return PeerAddress(
        ipv4: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)), port: port)
    }
  }
}

/// Why an address cannot be listened at.
package struct ListenError: Error, CustomStringConvertible {
  package let address: String
  /// The system's error number.
  package let code: Int32

  init(_ host: String, _ port: Int, _ code: Int32) {
    address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    self.code = code
  }

  package var description: String { "cannot listen at \(address): \(String(cString: strerror(code)))" }
}
