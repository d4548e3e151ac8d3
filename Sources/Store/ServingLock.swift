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

  deinit { Glibc.close(descriptor) }
}
