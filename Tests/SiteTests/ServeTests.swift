import Foundation
import Glibc
import Synchronization
import Testing
import Threads

/// The served program under what an operator or the system does to it.
@Suite("Serving", .serialized) struct ServeTests {
  /// A process started with one socket that listens already, as a service manager does. It ends, at the latest, when
  /// this is let go.
  private final class Service {
    private let process: pid_t
    private var status: Int32?

    /// - Parameters:
    ///   - limit: how many descriptors it may have; nil for as many as usual.
    ///   - folder: where it keeps its files.
    init(listener: Int32, in folder: URL, limit: Int? = nil) throws {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, listener, 3)
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      // What other tests have open is not its own: on a busy machine it would leave few descriptors of a low limit.
      Inheritance.close(from: 4, in: &actions)
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").path(
        percentEncoded: false)
      let limits = limit.map { "ulimit -n \($0); " } ?? ""
      let script =
        limits + "cd '\(folder.path(percentEncoded: false))'; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --log=none"
        + " --lessons '\(root)/Lessons' --public '\(root)/Public'"
      let words: [String] = ["/bin/sh", "-c", script, CourseCommandTests.program.path(percentEncoded: false)]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
      arguments.append(nil)
      defer { for argument in arguments { free(argument) } }
      var process = pid_t()
      let code = posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ)
      guard code == 0 else { throw RawConnection.Failure(call: "posix_spawn") }
      self.process = process
    }

    deinit { stop() }

    /// - Returns: the exit status, or -1 if a signal ended it: ours, if nothing else has.
    @discardableResult
    func stop() -> Int32 {
      if let status { return status }
      kill(process, SIGTERM)
      var code: Int32 = 0
      if !eventually({ waitpid(process, &code, WNOHANG) == process }) {
        kill(process, SIGKILL)
        while waitpid(process, &code, 0) < 0, errno == EINTR {}
      }
      let status = code & 0x7F == 0 ? code >> 8 & 0xFF : -1
      self.status = status
      return status
    }

    /// How many descriptors it has open.
    var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0 }

    /// Seconds that it has kept processors busy.
    var busySeconds: Double {
      let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .infinity }
      return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  private static func listen() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 4096) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw RawConnection.Failure(call: "listen") }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "course-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static let health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

  @Test func `a restart on an inherited socket loses no request`() throws {
    let (listener, port) = try Self.listen()
    defer { close(listener) }
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var service = try Service(listener: listener, in: folder)
    let counts = Mutex((answered: 0, failures: [String]()))
    let isOver = Atomic(false)
    let clients = DispatchGroup()
    for _ in 0..<6 {
      clients.enter()
      Thread {
        defer { clients.leave() }
        while !isOver.load(ordering: .relaxed) {
          let answer = Result { try RawConnection(port: port).exchange(Self.health) }
          counts.withLock { counts in
            switch answer {
            case .success(let answer) where answer.status == 200: counts.answered += 1
            case .success(let answer): counts.failures.append("status \(answer.status)")
            case .failure(let error): counts.failures.append("\(error)")
            }
          }
        }
      }.start()
    }
    var before = -1
    for _ in 0..<3 {
      #expect(eventually { counts.withLock { $0.answered } >= before + 200 })
      before = counts.withLock { $0.answered }
      #expect(service.stop() == 0)
      service = try Service(listener: listener, in: folder)
    }
    #expect(eventually { counts.withLock { $0.answered } >= before + 200 })
    isOver.store(true, ordering: .relaxed)
    clients.wait()
    #expect(service.stop() == 0)
    #expect(counts.withLock { $0.failures } == [])
    #expect(counts.withLock { $0.answered } >= 600)
  }

  /// One that may have 64 descriptors, answers, and stops in order after the test.
  private static func withFewDescriptors(_ test: (Service, _ port: Int) throws -> Void) throws {
    let (listener, port) = try listen()
    defer { close(listener) }
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let service = try Service(listener: listener, in: folder, limit: 64)
    #expect(try RawConnection(port: port).exchange(health).status == 200)
    try test(service, port)
    #expect(service.stop() == 0)
  }

  @Test func `without descriptors it neither ends nor spins, and recovers`() throws {
    try Self.withFewDescriptors { service, port in
      var connections = try (0..<150).map { _ in
        let connection = try RawConnection(port: port)
        connection.send(Array("GET / HTTP/1.1\r\n".utf8))
        return connection
      }
      // The pages may still be rendered ahead; that ends, where spinning would not.
      let isQuiet = (0..<60).contains { _ in
        let before = service.busySeconds
        sleep(1)
        return service.busySeconds - before < 0.5
      }
      #expect(isQuiet)
      let metrics = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      #expect(connections.count == 150)
      connections = []
      var text = ""
      #expect(
        eventually {
          text = (try? RawConnection(port: port).exchange(metrics).text) ?? ""
          return !text.isEmpty
        })
      #expect(text.contains(/course_descriptors_exhausted_total [1-9]/))
      #expect(try RawConnection(port: port).exchange(Self.health).status == 200)
    }
  }

  @Test func `the last descriptor is as good as any`() throws {
    try Self.withFewDescriptors { service, port in
      var waiting: [RawConnection] = []
      while service.descriptors < 63 {
        try #require(waiting.count < 1000)
        let connection = try RawConnection(port: port)
        connection.send(Array("GET / HT".utf8))
        waiting.append(connection)
        usleep(20_000)
      }
      for _ in 0..<10 {
        // The one before may still have it.
        #expect(eventually { service.descriptors <= 63 })
        #expect(try RawConnection(port: port).exchange(Self.health).status == 200)
      }
      #expect(!waiting.isEmpty)
      waiting = []
    }
  }
}
