import Glibc

/// Files, in terms of `StoreError`.
package enum File {
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

  /// Removes a database and what SQLite keeps beside it, where they are.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  static func rename(_ path: String, to other: String) throws(StoreError) {
    guard Glibc.rename(path, other) == 0 else { throw error(other) }
  }

  /// Gives a file another name, which no file may have, and has that written to the disk.
  /// - Parameter hasLinks: False where the file system knows no second names.
  /// - Throws: `StoreError.exists`, even if a file got the name a moment ago; it stays as it is.
  package static func move(_ path: String, to other: String, hasLinks: Bool = true) throws(StoreError) {
    if hasLinks, link(path, other) == 0 {
      unlink(path)
    } else if hasLinks, ![EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) {
      throw error(other)
    } else {
      // An empty file of our own holds the name until the other takes it.
      let holder = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard holder >= 0 else { throw error(other) }
      close(holder)
      do throws(StoreError) { try rename(path, to: other) } catch {
        unlink(other)
        throw error
      }
    }
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

  /// What `errno` says of a file.
  static func error(_ path: String) -> StoreError {
    let code = errno
    return switch code {
    case EACCES, EROFS, EPERM: .readOnly(path: path)
    case ENOSPC, EDQUOT: .full(path: path)
    case EEXIST: .exists(path: path)
    default: .cannotOpen(path: path, detail: String(cString: strerror(code)))
    }
  }
}
