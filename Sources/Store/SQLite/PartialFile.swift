import Glibc

/// A file that is being made beside the one that it is to become, for its owner alone. It is held until this is let go or
/// the process ends, however it ends, so that what a backup left that was killed can be told from one that goes on.
final class PartialFile: Sendable {
  let path: String
  private let descriptor: Int32

  private static let mark = ".partial-"
  private static let letters = 6

  /// Makes an empty file beside another, under a name that no other file has. Those that nobody holds any more are removed
  /// first, which makes room.
  init(beside target: String) throws(StoreError) {
    PartialFile.removeLeftovers(of: target)
    (path, descriptor) = try PartialFile.make(beside: target)
  }

  deinit { close(descriptor) }

  private static func make(beside target: String) throws(StoreError) -> (path: String, descriptor: Int32) {
    while true {
      var name = Array((target + mark + String(repeating: "X", count: letters)).utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else { throw File.error(target) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // Until it was held, another backup could take it for a leftover.
      if hold(descriptor) != .another, hasName(descriptor) {
        return (name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }, descriptor)
      }
      close(descriptor)
    }
  }

  private static func removeLeftovers(of target: String) {
    let base = File.name(of: target)
    let start = Array((base + mark).utf8)
    for name in File.names(in: File.folder(of: target)) {
      guard name.utf8.starts(with: start), name.utf8.count == start.count + letters else { continue }
      let path = String(target.dropLast(base.count)) + name
      let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if isOwn(descriptor), hold(descriptor) == .oneself { File.remove(path) }
      close(descriptor)
    }
  }

  /// True for what `mkstemp` makes for this user.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode == S_IFREG | 0o600 && status.st_uid == geteuid()
  }

  private static func hasName(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  private enum Holder {
    case oneself, another
    /// The file system knows no locks.
    case unknown
  }

  /// Locks the first byte, which SQLite never locks, for this open file: locks of the process, as SQLite has them, end when
  /// it closes any descriptor of the file.
  private static func hold(_ descriptor: Int32) -> Holder {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    if fcntl(descriptor, setOpenFileLock, &lock) == 0 { return .oneself }
    return errno == EAGAIN || errno == EACCES ? .another : .unknown
  }

  /// F_OFD_SETLK (fcntl(2)), which Glibc declares for GNU's own dialect of C alone.
  private static let setOpenFileLock: Int32 = 37
}
