import Glibc

/// A folder that is gone, with what is in it, when this is.
package final class TemporaryFolder {
  package let path: String

  package init() throws(BenchFailure) { path = try Leftovers.makeFolder() }

  deinit { Leftovers.removeFolder(path) }

  /// Makes a folder in it.
  package func makeFolder(_ name: String) throws(BenchFailure) {
    guard mkdir("\(path)/\(name)", 0o755) == 0 else { throw BenchFailure("\(path)/\(name)", system: errno) }
  }

  /// Writes a file, which everybody may read.
  /// - Returns: its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws(BenchFailure) -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw BenchFailure(file, system: errno) }
    let written = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, written == bytes.count else { throw BenchFailure(file, system: errno) }
    chmod(file, 0o644)
    return file
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws(BenchFailure) -> String {
    try write(name, Array(text.utf8))
  }
}
