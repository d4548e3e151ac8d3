import Glibc

/// Putting a backup in the place of a database, and making one from outside the server.
package enum Restoration {
  /// What SQLite keeps beside a database. It belongs to that one, and would be read into any other of its name.
  private static let companions = ["-wal", "-journal", "-shm"]

  /// Copies a database to a new file, as of one moment, whether or not a server holds it. The copy gets its name once it
  /// is whole and sound.
  /// - Parameter progress: Takes the share done, 0…1.
  /// - Throws: `StoreError.exists` if there is a file of that name.
  package static func backup(_ database: String, to copy: String, progress: (Double) -> Void) throws(StoreError) {
    guard File.exists(database) else { throw .cannotOpen(path: database, detail: "there is no such file") }
    guard !File.exists(copy) else { throw .exists(path: copy) }
    let partial = try File.makeUnique(beside: copy)
    try self.copy(database, to: partial, for: copy, progress: progress)
    do throws(StoreError) { try File.move(partial, to: copy) } catch {
      File.remove(partial)
      throw error
    }
  }

  /// Replaces a database by a backup that was found sound. What it replaces is kept beside it. Wherever this is cut off,
  /// there is a whole database under the name if there was one before: the former or the backup.
  /// - Parameters:
  ///   - name: Part of the kept file's name, such as the time.
  ///   - moment: Called after each change of a name, where a test sees what would be left if the power failed.
  /// - Returns: Where what was replaced is kept, which is a log if that was all there was; nil if there was nothing.
  /// - Throws: `StoreError.locked` while a server holds the database, or another program writes to it; whatever is wrong
  ///   with the backup. The database is as it was then.
  package static func restore(
    _ backup: String, to database: String, name: String, progress: (Double) -> Void, moment: () -> Void = {}
  ) throws(StoreError) -> String? {
    let fresh = database + ".restoring"
    guard File.exists(backup) else { throw .cannotOpen(path: backup, detail: "there is no such file") }
    guard !File.isSame(backup, database) else {
      throw .cannotOpen(path: backup, detail: "it is the database itself")
    }
    guard !File.isSame(backup, fresh) else {
      throw .cannotOpen(path: backup, detail: "a restore that was cut off left it; name the backup itself")
    }
    try SQLiteStorage.verify(backup)
    let lock = try ServingLock(database)
    defer { withExtendedLifetime(lock) {} }
    let place = "\(database).before-\(name)"
    for path in [place] + companions.map({ place + $0 }) {
      guard !File.exists(path) else { throw .exists(path: path) }
    }
    File.remove(fresh)
    try copy(backup, to: fresh, for: database, progress: progress)
    do throws(StoreError) {
      try fold(database)
      return try replace(database, by: fresh, keeping: place, moment)
    } catch {
      File.remove(fresh)
      throw error
    }
  }

  /// Refuses to begin an empty database where there is none, but one that a restore kept or was about to put there.
  /// - Throws: `StoreError.cannotOpen`, which says what to do.
  package static func refuseEmptyStart(_ database: String) throws(StoreError) {
    guard !File.exists(database) else { return }
    let base = File.name(of: database)
    let kept = base + ".before-"
    let left = File.names(in: File.folder(of: database)).filter { $0 == base + ".restoring" || $0.hasPrefix(kept) }
    let former = left.filter { name in
      name.hasPrefix(kept) && !companions.contains { name.hasSuffix($0) }
    }.max()
    guard let found = former ?? left.max() else { return }
    let path = String(database.dropLast(base.count)) + found
    let remedy = former == nil ? "Restore a backup: course restore FILE" : "To put it back: course restore \(path)"
    throw .cannotOpen(
      path: database,
      detail: "there is no such file, but a restore left \(path). \(remedy). To begin an empty course, move it away")
  }

  /// A sound copy that stands in one file and is on the disk.
  /// - Parameter name: What the copy is to become, which errors tell of.
  private static func copy(_ source: String, to target: String, for name: String, progress: (Double) -> Void)
    throws(StoreError)
  {
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
      switch error {
      // A copy has the faults of what it was made from.
      case .corrupt(target, let detail): throw .corrupt(path: source, detail: detail)
      case .newer(target, let migration): throw .newer(path: source, migration: migration)
      case .locked(target): throw .locked(path: name)
      case .readOnly(target): throw .readOnly(path: name)
      case .full(target): throw .full(path: name)
      case .cannotOpen(target, let detail): throw .cannotOpen(path: name, detail: detail)
      default: throw error
      }
    }
  }

  /// Brings what stands in the log into the database, as far as it can be read.
  /// - Throws: `StoreError.locked` while another program is at work on it, `.full` if there is no room.
  private static func fold(_ database: String) throws(StoreError) {
    // SQLite would throw away the log of an empty file.
    guard File.size(database) > 0 else { return }
    var isHeld = false
    do throws(StoreError) {
      let connection = try Connection(database, .readWrite)
      let busy = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
      isHeld = busy == 1
    } catch {
      switch error {
      case .locked, .full: throw error
      // A damaged file keeps its log, which is moved along with it.
      default: break
      }
    }
    if isHeld { throw .locked(path: database) }
  }

  /// Gives the database's name to another file in one step. The former one has a second name by then, and its log, which
  /// must not be read into the new one, has gone there. The log of a sound one is empty after `fold`.
  private static func replace(_ database: String, by fresh: String, keeping place: String, _ moment: () -> Void)
    throws(StoreError) -> String?
  {
    let isThere = File.exists(database)
    let beside = companions.filter { File.exists(database + $0) }
    if isThere {
      try File.keep(database, as: place)
      moment()
    }
    do throws(StoreError) {
      // Names reach the disk in this order: nothing is taken away before it is kept.
      try File.flush(File.folder(of: database))
      for companion in beside {
        try File.rename(database + companion, to: place + companion)
        moment()
      }
      try File.flush(File.folder(of: database))
      try File.rename(fresh, to: database)
    } catch {
      for companion in beside where !File.exists(database + companion) {
        try? File.rename(place + companion, to: database + companion)
      }
      if isThere { unlink(place) }
      throw error
    }
    moment()
    try File.flush(File.folder(of: database))
    return isThere ? place : beside.first.map { place + $0 }
  }
}

/// Files, in terms of `StoreError`.
private enum File {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// In bytes; 0 if there is no file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// What stands behind the last slash.
  static func name(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).last.map { String($0) } ?? path
  }

  static func folder(of path: String) -> String {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }

  /// The names in a folder; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name), let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // By pointer: the record may be shorter than its type says.
      names.append(String(cString: (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)))
    }
    return names
  }

  /// Makes an empty file, for its owner alone, under a name that no other file has.
  static func makeUnique(beside path: String) throws(StoreError) -> String {
    var name = Array((path + ".partial-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw error(path) }
    close(descriptor)
    return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Removes a database and what SQLite keeps beside it, where they are.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  static func rename(_ path: String, to other: String) throws(StoreError) {
    guard Glibc.rename(path, other) == 0 else { throw error(other) }
  }

  static func move(_ path: String, to other: String) throws(StoreError) {
    try rename(path, to: other)
    try flush(folder(of: other))
  }

  /// Gives a file a second name; where the file system knows no such thing, it is copied.
  static func keep(_ path: String, as other: String) throws(StoreError) {
    guard link(path, other) != 0 else { return }
    switch errno {
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: break
    default: throw error(other)
    }
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw error(path) }
    defer { close(source) }
    let target = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw error(other) }
    defer { close(target) }
    guard pour(source, into: target), fsync(target) == 0 else {
      let failure = error(other)
      unlink(other)
      throw failure
    }
  }

  /// - Returns: False, with `errno`, if not everything could be read and written.
  private static func pour(_ source: Int32, into target: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { return count == 0 }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
        guard written > 0 else { return false }
        rest = rest.dropFirst(written)
      }
    }
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
