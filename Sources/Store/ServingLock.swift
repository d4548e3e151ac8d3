import Glibc

/// Keeps a database to one server. It is held until it is let go or the process ends, however it ends; other programs
/// may still read and write the database beside the server.
package final class ServingLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a database, on a file beside it.
  /// - Throws: `StoreError.locked` if another server holds it.
  package init(_ database: String) throws(StoreError) {
    // Not on the database itself: SQLite's own locks there end as soon as anybody in the process closes a descriptor.
    let path = database + ".lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      if code == EACCES || code == EROFS { throw .readOnly(path: database) }
      throw .cannotOpen(path: path, detail: String(cString: strerror(code)))
    }
    // `deinit` closes it then, too: closed twice, it could be somebody else's by then.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .locked(path: database) }
  }

  /// Writes down where the course is served, for whoever works on the database beside the server. It stays there when the
  /// lock is let go: a server that is started again mostly listens where it did. What cannot be written is not known.
  package func note(address: String) {
    let line = Array((address + "\n").utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, line, line.count, 0)
  }

  /// Where the database was served last, as it was written down; nil if nothing was.
  package static func address(of database: String) -> String? {
    let descriptor = open(database + ".lock", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    // Without its end it was not written whole.
    guard count > 0, let end = bytes[..<count].firstIndex(of: 0x0A) else { return nil }
    return String(validating: bytes[..<end], as: UTF8.self)
  }

  deinit { Glibc.close(descriptor) }
}
