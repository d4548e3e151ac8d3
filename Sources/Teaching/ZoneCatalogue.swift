internal import Glibc

/// The zones that the system knows. Their names are read once; a request's text never becomes a path unless it is one
/// of them.
package struct ZoneCatalogue: Sendable {
  /// Read when it is first asked for: a server that starts has better things to do.
  package static let system = ZoneCatalogue()

  /// Sorted; `UTC` is always one.
  package let names: [String]
  private let folder: String

  /// - Parameter folder: Where the system keeps its zone files.
  package init(folder: String = "/usr/share/zoneinfo") {
    self.folder = folder
    // The source of all of them in one file: `Z name …` for a zone, `L target name` for another name of one.
    let source = String(decoding: ZoneCatalogue.contents(of: "\(folder)/tzdata.zi") ?? [], as: UTF8.self)
    var names: Set<String> = ["UTC"]
    for line in source.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "Z", words.count > 2 { names.insert(String(words[1])) }
      if words.first == "L", words.count == 3 { names.insert(String(words[2])) }
    }
    self.names = names.sorted()
  }

  /// The zone of that name; nil if the system has none.
  package subscript(name: String) -> ZoneRules? {
    guard names.contains(name) else { return nil }
    if name == "UTC" { return .utc }
    guard let bytes = ZoneCatalogue.contents(of: "\(folder)/\(name)") else { return nil }
    return ZoneRules(name: name, bytes)
  }

  private static func contents(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
  }
}
