package import Glibc
import Threads

/// A program that runs beside this one, with what it starts in turn in a process group of its own. It ends, at the
/// latest, when this is let go.
package final class ChildProcess {
  /// The process, and its group.
  package let id: pid_t
  private let name: String
  private let output: Int32
  private let errors: String
  private var buffered: [UInt8] = []
  private var status: Int32?

  /// - Parameters:
  ///   - arguments: The program's path first.
  ///   - environment: Variables beside this program's own, whose settings for the course are left out.
  ///   - folder: Where what it writes to standard error is kept.
  package init(
    _ arguments: [String], environment: [String] = [], in folder: TemporaryFolder
  ) throws(BenchFailure) {
    let program = arguments[0]
    name = program.split(separator: "/").last.map(String.init) ?? program
    errors = "\(folder.path)/\(name)-errors"
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchFailure("a pipe", system: errno) }
    output = ends[0]
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    defer { close(ends[1]) }
    do throws(BenchFailure) {
      id = try ChildProcess.spawn(arguments, ChildProcess.environment(environment), output: ends, errors: errors)
    } catch {
      close(ends[0])
      throw error
    }
  }

  deinit {
    stop()
    close(output)
  }

  private static func environment(_ added: [String]) -> [String] {
    var variables = added
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix("COURSE_") { variables.append(text) }
      next += 1
    }
    return variables
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String], output: [Int32], errors: String
  ) throws(BenchFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    Inheritance.close(from: 3, in: &actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals that this program holds back or ignores are the child's to take.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    return try Leftovers.start { () throws(BenchFailure) in
      var process: pid_t = 0
      let code = posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
      guard code == 0 else { throw BenchFailure(arguments[0], system: code) }
      return process
    }
  }

  /// The next line of its output.
  /// - Throws: if there is none within ten seconds.
  package func line() throws(BenchFailure) -> String {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      if let newline = buffered.firstIndex(of: 0x0A) {
        defer { buffered.removeFirst(newline + 1) }
        return String(decoding: buffered[..<newline], as: UTF8.self)
      }
      guard try read(until: end) else { throw BenchFailure("\(name) ended: \(complaint)") }
    }
  }

  /// Waits for its end.
  /// - Parameter other: An exit status that is no failure, beside 0.
  /// - Returns: all its output.
  /// - Throws: if it goes on for longer, or fails.
  package func wholeOutput(within limit: Duration, orStatus other: Int32 = 0) throws(BenchFailure) -> String {
    let end = ContinuousClock.now + limit
    while try read(until: end) {}
    // As wait(2) tells of a process that exited: its status in the second byte, nothing in the first.
    guard let status = wait(until: end), status == 0 || status == other << 8 else {
      throw BenchFailure("\(name) failed: \(complaint)")
    }
    return String(decoding: buffered, as: UTF8.self)
  }

  /// - Returns: false at the output's end.
  private func read(until end: ContinuousClock.Instant) throws(BenchFailure) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let left = Int32(clamping: Int((end - .now) / .milliseconds(1)))
      guard left > 0 else { throw BenchFailure("\(name) takes too long: \(complaint)") }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, left) > 0 else { continue }
      let count = Glibc.read(output, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffered += bytes[..<count]
      return true
    }
  }

  /// The end of what it has written to standard error.
  private var complaint: String {
    guard let text = ProcessTable.text(of: errors), !text.isEmpty else { return "it does not say why" }
    return String(text.suffix(500))
  }

  /// Asks it to stop, and ends its whole group if it has not after five seconds.
  package func stop() {
    guard status == nil else { return }
    kill(-id, SIGTERM)
    if wait(until: .now + .seconds(5)) == nil {
      kill(-id, SIGKILL)
      while wait(until: .now + .seconds(1)) == nil {}
    }
  }

  /// - Returns: its exit status, nil if it still runs by then.
  private func wait(until end: ContinuousClock.Instant) -> Int32? {
    if let status { return status }
    while true {
      var code: Int32 = 0
      if waitpid(id, &code, WNOHANG) == id {
        // Whatever it left behind goes with it.
        kill(-id, SIGKILL)
        Leftovers.ended(id)
        status = code
        return code
      }
      guard ContinuousClock.now < end else { return nil }
      usleep(2_000)
    }
  }
}
