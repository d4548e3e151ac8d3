#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files on disk, read whole.
package enum Folder {
  /// What the system says.
  package struct Failure: Error {
    package var reason: String

    init() { reason = String(cString: strerror(errno)) }
    init(reason: String) { self.reason = reason }
  }

  /// The names in a folder, those that begin with a dot left out.
  package static func names(in path: String) throws(Failure) -> [String] {
    guard let stream = opendir(path) else { throw Failure() }
    defer { closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { throw Failure(reason: "no names") }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Failure() }
        return names
      }
      // By pointer: the record may be shorter than its type says.
      let name = String(cString: (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self))
      if !name.hasPrefix(".") { names.append(name) }
    }
  }

  /// A regular file's content.
  /// - Parameter limit: Reading stops once there are more bytes than this.
  package static func contents(of path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is no regular file") }
    var bytes: [UInt8] = []
    let chunk = 1 << 16
    while bytes.count <= limit {
      var count = 0
      let piece = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, filled in
        repeat { count = read(descriptor, buffer.baseAddress, chunk) } while count < 0 && errno == EINTR
        filled = max(count, 0)
      }
      guard count >= 0 else { throw Failure() }
      if count == 0 { break }
      bytes += piece
    }
    return bytes
  }
}
