/// Files that a page always needs together, each kept as one concern a file and served as one: a single request where
/// there were two dozen, not one after the other, and a third fewer bytes.
package enum JoinedFiles {
  /// What pages link to, and what a script fetches later. Whatever one of these imports becomes part of it, unless it is
  /// part of an earlier one already.
  package static let entries = ["css/main.css", "js/main.js", "js/exercises/exercise-card.js"]

  /// The files to be served, where those that became part of an entry are missing.
  /// - Throws: What imports something that is not there, or what cannot be read.
  package static func joined(_ files: [FileTree.File]) throws(FileTree.Failure) -> [FileTree.File] {
    let (styles, others) = (files.filter { $0.path.hasSuffix(".css") }, files.filter { !$0.path.hasSuffix(".css") })
    let scripts = try JoinedScripts(others.filter { $0.path.hasSuffix(".js") }, entries: entries)
    return try joinedStyles(styles) + scripts.files + others.filter { !$0.path.hasSuffix(".js") }
  }

  private static func joinedStyles(_ files: [FileTree.File]) throws(FileTree.Failure) -> [FileTree.File] {
    var served = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    for entry in entries {
      guard let file = served[entry] else { continue }
      var parts: [FileTree.File] = []
      var own: [UInt8] = []
      for line in file.lines {
        guard line.starts(with: "@import ".utf8) else {
          own += line + [lineEnd]
          continue
        }
        guard let reference = FileReference(line, in: entry), let part = served.removeValue(forKey: reference.path)
        else {
          throw FileTree.Failure(
            path: entry, reason: "what it imports is not there: \(String(decoding: line, as: UTF8.self))")
        }
        parts.append(part)
      }
      served[entry] = FileTree.File(
        path: entry, bytes: parts.flatMap(\.bytes) + own.dropLast(),
        modified: (parts + [file]).map(\.modified).max() ?? 0)
    }
    return served.values.sorted { $0.path < $1.path }
  }

  static let lineEnd = UInt8(ascii: "\n")
}

/// A line that names another file, such as `import { el } from "../dom.js";`.
struct FileReference {
  /// What stands before the name: `import { el } from `.
  let start: String
  /// The file's path below the public folder.
  let path: String

  /// - Returns: nil if the line does not end in a relative path in double quotes and a semicolon.
  init?(_ line: ArraySlice<UInt8>, in file: String) {
    let pieces = String(decoding: line, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
    guard pieces.count == 3, pieces[2] == ";", pieces[1].hasPrefix(".") else { return nil }
    start = String(pieces[0])
    var steps = file.split(separator: "/").dropLast()
    for step in pieces[1].split(separator: "/") where step != "." {
      if step == ".." { steps = steps.dropLast() } else { steps.append(step) }
    }
    path = steps.joined(separator: "/")
  }

  /// The names in braces.
  var names: [String] {
    guard let open = start.firstIndex(of: "{"), let close = start.lastIndex(of: "}"), open < close else { return [] }
    return start[start.index(after: open)..<close].split(separator: ",").map { name in
      String(name.drop { $0 == " " }.prefix { $0 != " " })
    }
  }
}

extension FileTree.File {
  var lines: [ArraySlice<UInt8>] { bytes.split(separator: JoinedFiles.lineEnd, omittingEmptySubsequences: false) }
}
