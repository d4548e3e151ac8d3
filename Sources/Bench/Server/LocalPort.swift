import Glibc

/// Ports of this machine.
enum LocalPort {
  static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Listens at a port of the system's choice.
  static func listen() throws(BenchFailure) -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BenchFailure("a socket", system: errno) }
    var address = address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(descriptor, address, length) == 0, Glibc.listen(descriptor, 1_024) == 0,
          getsockname(descriptor, address, &length) == 0
        else { return errno }
        return 0
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw BenchFailure("listening", system: code)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A port that is free now, for a program that cannot choose one itself.
  static func free() throws(BenchFailure) -> Int {
    let (descriptor, port) = try listen()
    close(descriptor)
    return port
  }

  /// Waits until somebody listens.
  static func awaitServer(at port: Int) throws(BenchFailure) {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      do throws(BenchFailure) {
        _ = try PlainConnection(port: port)
        return
      } catch {
        guard ContinuousClock.now < end else { throw error }
      }
      usleep(5_000)
    }
  }
}
