import Glibc

/// Putting a backup in the place of a database, and making one from outside the server.
package enum Restoration {
  /// Copies a database to a new file, as of one moment, whether or not a server holds it. The copy gets its name once it
  /// is whole and sound.
  /// - Parameter progress: Takes the share done, 0…1.
  /// - Throws: `StoreError.exists` if there is a file of that name.
  package static func backup(_ database: String, to copy: String, progress: (Double) -> Void) throws(StoreError) {
    guard File.exists(database) else { throw .cannotOpen(path: database, detail: "there is no such file") }
    guard !File.exists(copy) else { throw .exists(path: copy) }
    let partial = copy + ".partial"
    File.remove(partial)
    try self.copy(database, to: partial, progress: progress)
    try File.move(partial, to: copy)
  }

  /// Replaces a database by a backup that was found sound. What it replaces is kept beside it.
  /// - Parameter name: Part of the kept file's name, such as the time.
  /// - Returns: Where what was replaced is kept; nil if there was nothing.
  /// - Throws: `StoreError.locked` while a server holds the database; whatever is wrong with the backup. The database
  ///   is as it was then.
  package static func restore(_ backup: String, to database: String, name: String, progress: (Double) -> Void)
    throws(StoreError) -> String?
  {
    guard File.exists(backup) else { throw .cannotOpen(path: backup, detail: "there is no such file") }
    guard !File.isSame(backup, database) else {
      throw .cannotOpen(path: backup, detail: "it is the database itself")
    }
    try SQLiteStorage.verify(backup)
    let lock = try ServingLock(database)
    defer { withExtendedLifetime(lock) {} }
    let fresh = database + ".restoring"
    File.remove(fresh)
    try copy(backup, to: fresh, progress: progress)
    var kept: String?
    if File.exists(database) {
      let place = "\(database).before-\(name)"
      guard !File.exists(place) else { throw .exists(path: place) }
      fold(database)
      // What the log beside a damaged database holds belongs to it.
      for suffix in ["-wal", "-shm", ""] where File.exists(database + suffix) {
        try File.move(database + suffix, to: place + suffix)
      }
      kept = place
    }
    try File.move(fresh, to: database)
    return kept
  }

  /// A sound copy that stands in one file and is on the disk.
  private static func copy(_ source: String, to target: String, progress: (Double) -> Void) throws(StoreError) {
    do throws(StoreError) {
      let from = try Connection(source, .readOnly)
      PrivateFile.make(target)
      let into = try Connection(target, .readWrite)
      try from.copy(to: into, progress: progress)
      try into.execute("PRAGMA journal_mode = DELETE")
      try SQLiteStorage.verify(target)
      try File.flush(target)
    } catch {
      File.remove(target)
      throw error
    }
  }

  /// Brings what stands in the log into the database, as far as it can be read.
  private static func fold(_ database: String) {
    guard let connection = try? Connection(database, .readWrite) else { return }
    // A damaged file keeps its log, which is moved along with it.
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

/// Files, in terms of `StoreError`.
private enum File {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Removes a database and what SQLite keeps beside it, where they are.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  static func move(_ path: String, to other: String) throws(StoreError) {
    guard rename(path, other) == 0 else { throw error(other) }
    let folder = other.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    try flush(folder.isEmpty ? (other.hasPrefix("/") ? "/" : ".") : folder)
  }

  /// Has the system write a file, or a folder's names, to the disk.
  static func flush(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw error(path) }
  }

  private static func error(_ path: String) -> StoreError {
    let code = errno
    return switch code {
    case EACCES, EROFS, EPERM: .readOnly(path: path)
    case ENOSPC, EDQUOT: .full(path: path)
    default: .cannotOpen(path: path, detail: String(cString: strerror(code)))
    }
  }
}
