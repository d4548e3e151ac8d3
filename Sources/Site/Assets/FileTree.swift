import Glibc

/// Files below a folder, read whole.
package enum FileTree {
  package struct File: Sendable {
    /// From the folder, with `/` between, such as `css/base.css`.
    package let path: String
    package let bytes: [UInt8]
    /// When it was last changed, in seconds since 1970.
    package let modified: Int

    package init(path: String, bytes: [UInt8], modified: Int) {
      self.path = path
      self.bytes = bytes
      self.modified = modified
    }
  }

  /// Why a file or folder could not be read.
  package struct Failure: Error, CustomStringConvertible {
    package let path: String
    package let code: Int32

    package var description: String { "\(path): \(String(cString: strerror(code)))" }
  }

  /// Every regular file below the folder, sorted by path. What begins with a dot is left out.
  /// - Throws: What cannot be read.
  package static func files(below folder: String) throws(Failure) -> [File] {
    var files: [File] = []
    var folders = [""]
    while let prefix = folders.popLast() {
      for name in try names(in: folder + "/" + prefix) where !name.hasPrefix(".") {
        let path = prefix + name
        let status = try status(of: folder + "/" + path)
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(path + "/")
        case S_IFREG:
          let bytes = try contents(of: folder + "/" + path)
          files.append(File(path: path, bytes: bytes, modified: status.st_mtim.tv_sec))
        default: continue
        }
      }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Names, sizes and times of the files below a folder, as one number that differs when any of them does. Zero if the
  /// folder cannot be read.
  package static func state(below folder: String) -> Int {
    var hasher = Hasher()
    var folders = [folder]
    while let next = folders.popLast() {
      guard let names = try? names(in: next) else { return 0 }
      for name in names.sorted() where !name.hasPrefix(".") {
        guard let status = try? status(of: next + "/" + name) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(next + "/" + name) }
        hasher.combine(name)
        hasher.combine(status.st_size)
        hasher.combine(status.st_mtim.tv_sec)
        hasher.combine(status.st_mtim.tv_nsec)
      }
    }
    return hasher.finalize()
  }

  private static func names(in folder: String) throws(Failure) -> [String] {
    guard let directory = opendir(folder) else { throw Failure(path: folder, code: errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  private static func status(of path: String) throws(Failure) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure(path: path, code: errno) }
    return status
  }

  private static func contents(of path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw Failure(path: path, code: errno)
      }
    }
  }
}
