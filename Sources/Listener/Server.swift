import Glibc
package import HTTP
import Synchronization

/// An HTTP/1.1 server on a socket.
package final class Server: Sendable {
  private let configuration: Configuration
  private let application: any Application
  private let listener = Mutex<Int32>(-1)

  package init(_ configuration: Configuration, _ application: any Application) {
    self.configuration = configuration
    self.application = application
  }

  /// Begins to accept connections, on threads of its own.
  /// - Returns: the port.
  /// - Throws: `ListenError` if the address cannot be listened at.
  package func start() throws(ListenError) -> Int {
    signal(SIGPIPE, SIG_IGN)
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(configuration.port).bigEndian
    guard inet_pton(AF_INET, configuration.host, &address.sin_addr) == 1 else {
      throw ListenError(configuration.host, configuration.port, EINVAL)
    }
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 1024) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard bound else { throw ListenError(configuration.host, configuration.port, errno) }
    listener.withLock { $0 = socket }
    spawn {
      while true {
        let peer = accept(socket, nil, nil)
        if peer < 0 { return }
        self.spawn {
          self.serve(peer)
          close(peer)
        }
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Stops accepting and ends what is under way, within ten seconds.
  package func drain() {
    listener.withLock {
      shutdown($0, Int32(SHUT_RDWR))
      close($0)
    }
  }

  private func spawn(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
  }

  private func serve(_ socket: Int32) {
    var input: [UInt8] = []
    while let head = readHead(socket, &input) {
      var lines = head.split(separator: "\r\n").map(String.init)
      let words = lines.removeFirst().split(separator: " ")
      guard words.count == 3, let method = Method(rawValue: String(words[0])) else { return }
      let fields = lines.compactMap { line -> (String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
      }
      let length = fields.first { $0.0.lowercased() == "content-length" }.flatMap { Int($0.1) } ?? 0
      while input.count < length, read(socket, &input) {}
      guard input.count >= length,
        let request = try? Request(method, String(words[1]), headers: fields, body: Array(input.prefix(length)))
      else { return }
      input.removeFirst(length)
      answer(socket, request)
      if request.headers.lists("Connection", "close") { return }
    }
  }

  private func answer(_ socket: Int32, _ request: Request) {
    switch application.reply(to: request) {
    case .ready(let ready):
      send(socket, request, Response(ready.status, headers: ready.headers, body: ready.body))
    case .response(let response): send(socket, request, response)
    case .work(_, let body):
      do { send(socket, request, try body(Cancellation())) } catch {
        send(socket, request, application.response(toThrown: error, for: request))
      }
    case .stream(_, let head, let body):
      let writer = Writer(socket: socket)
      writer.write(headBytes(head, ["Connection": "close"]))
      try? body(writer)
      shutdown(socket, Int32(SHUT_RDWR))
    case .subscription(let head, let body):
      let writer = Writer(socket: socket)
      writer.write(headBytes(head, ["Connection": "close"]))
      body(writer)
      while writer.isOpen { usleep(10000) }
      shutdown(socket, Int32(SHUT_RDWR))
    }
  }

  private func headBytes(_ response: Response, _ more: HeaderFields) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status.code) \(response.status.reason)\r\n"
    for fields in [response.headers, more] {
      for index in 0..<fields.count { text += "\(fields.field(at: index).name): \(fields.field(at: index).value)\r\n" }
    }
    return Array((text + "\r\n").utf8)
  }

  private func send(_ socket: Int32, _ request: Request, _ response: Response) {
    let writer = Writer(socket: socket)
    writer.write(headBytes(response, ["Content-Length": String(response.body.count)]))
    if request.method != .head { writer.write(response.body) }
  }

  private func readHead(_ socket: Int32, _ input: inout [UInt8]) -> String? {
    while true {
      let end = input.indices.dropLast(3).first { input[$0...].starts(with: [13, 10, 13, 10]) }
      if let end {
        defer { input.removeFirst(end + 4) }
        return String(decoding: input[..<end], as: UTF8.self).replacing("\r\n", with: "\r\n")
      }
      guard read(socket, &input) else { return nil }
    }
  }

  private func read(_ socket: Int32, _ input: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16384)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count > 0 { input += buffer[..<count] }
    return count > 0
  }

  private struct Writer: StreamWriter {
    let socket: Int32
    let open = Shared()
    final class Shared: Sendable { let value = Mutex(true) }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
      if Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < bytes.count { finish() }
      return isOpen
    }
    var isOpen: Bool { open.value.withLock { $0 } }
    func finish() { open.value.withLock { $0 = false } }
  }
}

/// Why an address cannot be listened at.
package struct ListenError: Error, CustomStringConvertible {
  package let address: String
  package let code: Int32

  init(_ host: String, _ port: Int, _ code: Int32) {
    address = "\(host):\(port)"
    self.code = code
  }

  package var description: String { "cannot listen at \(address): \(String(cString: strerror(code)))" }
}
