import Glibc

/// Putting a backup in the place of a database, and making one from outside the server.
package enum Restoration {
  /// What SQLite keeps beside a database. It belongs to that one, and would be read into any other of its name.
  private static let companions = ["-wal", "-journal", "-shm"]

  /// Copies a database to a new file, as of one moment, whether or not a server holds it. The copy gets its name once it
  /// is whole and sound; what earlier ones of that name left that were killed is removed.
  /// - Parameter progress: Takes the share done, 0…1.
  /// - Throws: `StoreError.exists` if there is a file of that name, or comes to be one meanwhile.
  package static func backup(_ database: String, to copy: String, progress: (Double) -> Void) throws(StoreError) {
    guard File.exists(database) else { throw .cannotOpen(path: database, detail: "there is no such file") }
    guard !File.exists(copy) else { throw .exists(path: copy) }
    let partial = try PartialFile(beside: copy)
    defer { withExtendedLifetime(partial) {} }
    try self.copy(database, to: partial.path, for: copy, progress: progress)
    do throws(StoreError) { try File.move(partial.path, to: copy) } catch {
      File.remove(partial.path)
      throw error
    }
  }

  /// Replaces a database by a backup that was found sound. What it replaces is kept beside it. Wherever this is cut off,
  /// there is a whole database under the name if there was one before: the former or the backup.
  /// - Parameters:
  ///   - name: Part of the kept file's name, such as the time.
  ///   - moment: Called after each change of a name, where a test sees what would be left if the power failed.
  /// - Returns: Where what was replaced is kept, which is a log if that was all there was; nil if there was nothing.
  /// - Throws: `StoreError.locked` while a server holds the database, or another program writes to it; `.foreign` if it is
  ///   another program's; whatever is wrong with the backup. The database is as it was then.
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
    try refuseForeign(database)
    do throws(StoreError) { try SQLiteStorage.verify(backup) } catch { throw unsound(error, backup) }
    let lock = try ServingLock(database)
    defer { withExtendedLifetime(lock) {} }
    let place = "\(database).before-\(name)"
    for path in [place] + companions.map({ place + $0 }) {
      guard !File.exists(path) else { throw .exists(path: path) }
    }
    File.remove(fresh)
    do throws(StoreError) { try copy(backup, to: fresh, for: database, progress: progress) } catch {
      throw unsound(error, backup)
    }
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

  /// A damaged database gives way to a backup; another program's does not.
  /// - Throws: `StoreError.foreign`; `.locked` while another program is at work on it.
  private static func refuseForeign(_ database: String) throws(StoreError) {
    guard File.size(database) > 0 else { return }
    do throws(StoreError) {
      try Connection.reading(database) { connection throws(StoreError) in try Migrations.refuseForeign(connection) }
    } catch {
      switch error {
      case .foreign, .locked: throw error
      default: break
      }
    }
  }

  /// What is wrong with a backup is not mended by restoring it.
  private static func unsound(_ error: StoreError, _ backup: String) -> StoreError {
    switch error {
    case .corrupt(backup, let detail), .foreign(backup, let detail): .unsoundBackup(path: backup, detail: detail)
    default: error
    }
  }

  /// A sound copy that stands in one file and is on the disk.
  /// - Parameter name: What the copy is to become, which errors tell of.
  private static func copy(_ source: String, to target: String, for name: String, progress: (Double) -> Void)
    throws(StoreError)
  {
    do throws(StoreError) {
      try Connection.reading(source) { from throws(StoreError) in
        PrivateFile.make(target)
        let into = try Connection(target, .readWrite)
        try from.copy(to: into, progress: progress)
        try into.execute("PRAGMA journal_mode = DELETE")
      }
      try SQLiteStorage.verify(target)
      try File.flush(target)
    } catch {
      File.remove(target)
      switch error {
      // A copy has the faults of what it was made from.
      case .corrupt(target, let detail): throw .corrupt(path: source, detail: detail)
      case .foreign(target, let detail): throw .foreign(path: source, detail: detail)
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
