import Glibc
import Store
import Teaching

/// The database that a command works on, beside a running server if there is one.
enum CourseDatabase {
  static let option = option("The course's database.")

  static func option(_ meaning: String) -> CommandOption {
    CommandOption("--database", meaning, value: "FILE", variable: "COURSE_DATABASE", standard: "course.sqlite")
  }

  static let json = CommandOption("--json", "Print the outcome as JSON.")

  /// The file itself, where a link to it is named: what lies beside it, such as the lock of who serves it, is found
  /// under one name then.
  static func path(_ options: CommandOptions) -> String {
    let path = options["--database"] ?? "course.sqlite"
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let file = realpath(path, nil) else {
      return path
    }
    defer { free(file) }
    return String(cString: file)
  }

  static func exists(_ options: CommandOptions) -> Bool { access(path(options), F_OK) == 0 }

  /// Opens the database, does the work, and closes it.
  /// - Parameter creates: True if a file that is missing is made.
  /// - Returns: The work's exit status, or 1 with what went wrong, told by `Console.fail`.
  static func use(_ options: CommandOptions, creates: Bool = false, _ body: (SQLiteStorage) throws -> Int32) -> Int32 {
    let path = path(options)
    let isThere = exists(options)
    guard isThere || creates else {
      return Console.fail(
        "there is no database at \(path); name it with --database or COURSE_DATABASE", options)
    }
    do {
      let storage = try SQLiteStorage(path: path, readers: 1)
      defer { storage.close() }
      if !isThere { Console.complain("made the database \(path)") }
      return try body(storage)
    } catch let faults as CSVFaults {
      return Console.fail(faults, options)
    } catch {
      return Console.fail("\(error)", options)
    }
  }

  /// Does the work with the student whom the operand names.
  /// - Throws: unless there is one operand.
  static func useStudent(_ options: CommandOptions, _ body: (SQLiteStorage, Person) throws -> Int32)
    throws(WrongUsage) -> Int32
  {
    let who = try options.student()
    return use(options) { storage in try body(storage, try storage.student(who)) }
  }

  /// Milliseconds since 1970.
  static var now: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}

/// What a command reads and writes whole.
enum CourseFile {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The bytes of a file; `-` is standard input.
  static func contents(of path: String) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { throw failure(path) }
        continue
      }
      bytes += buffer[..<count]
    }
  }

  /// Writes bytes to standard output, behind what was printed.
  static func print(_ bytes: [UInt8]) throws(Failure) {
    fflush(nil)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("standard output") }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(description: "\(path): \(String(cString: strerror(errno)))")
  }
}
