internal import Courseware
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
    package let reason: String

    package var description: String { "\(path): \(reason)" }
  }

  /// Every regular file below the folder, sorted by path. What begins with a dot, and links, are left out.
  /// - Throws: What cannot be read.
  package static func files(below folder: String) throws(Failure) -> [File] {
    var files: [File] = []
    var folders = [""]
    while let prefix = folders.popLast() {
      let names: [String]
      do throws(Folder.Failure) { names = try Folder.names(in: folder + "/" + prefix) } catch {
        throw Failure(path: folder + "/" + prefix, reason: error.reason)
      }
      for name in names {
        let path = prefix + name
        guard let status = status(of: folder + "/" + path) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(path + "/") }
        guard status.st_mode & S_IFMT == S_IFREG else { continue }
        do throws(Folder.Failure) {
          let bytes = try Folder.contents(of: folder + "/" + path)
          files.append(File(path: path, bytes: bytes, modified: status.st_mtim.tv_sec))
        } catch {
          throw Failure(path: folder + "/" + path, reason: error.reason)
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
      guard let names = try? Folder.names(in: next) else { return 0 }
      for name in names.sorted() {
        guard let status = status(of: next + "/" + name) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(next + "/" + name) }
        hasher.combine(name)
        hasher.combine(status.st_size)
        hasher.combine(status.st_mtim.tv_sec)
        hasher.combine(status.st_mtim.tv_nsec)
      }
    }
    return hasher.finalize()
  }

  /// Nil for what has gone since its folder was read.
  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
