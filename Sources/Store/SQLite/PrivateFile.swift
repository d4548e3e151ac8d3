import Glibc

/// Files that only this user may read: grades and addresses are nobody else's business.
enum PrivateFile {
  /// Makes an empty file if there is none, which SQLite then fills; by itself it would let everybody read. What it keeps
  /// beside the file has the same rights. What keeps the file from being made is told when it is opened.
  static func make(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }
}
