/// One module of the scripts, as far as joining has to know it.
///
/// That is a small part of the language: an import or export begins a line, an import has its names in braces and ends
/// on the same line.
struct ScriptModule {
  let path: String
  /// In seconds since 1970.
  let modified: Int
  private(set) var imports: [FileReference] = []
  /// The names that it offers. Nil if it passes on another's, which no part of a joined file can.
  private(set) var exports: [String]? = []
  private let lines: [ArraySlice<UInt8>]

  init(_ file: FileTree.File) throws(FileTree.Failure) {
    path = file.path
    modified = file.modified
    lines = file.lines
    for (index, line) in lines.enumerated() {
      if line.starts(with: "import ".utf8) || line.starts(with: "export {".utf8) {
        guard let reference = FileReference(line, in: path) else {
          throw FileTree.Failure(
            path: path, reason: "line \(index + 1): names in braces, then a relative path in double quotes, on one line"
          )
        }
        imports.append(reference)
        if line.starts(with: "export ".utf8) { exports = nil }
      } else if line.starts(with: "export ".utf8) {
        exports?.append(ScriptModule.name(String(decoding: line, as: UTF8.self)))
      }
    }
  }

  /// `f` of `export async function f(x) {`.
  private static func name(_ line: String) -> String {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
    return String(words.first { !["export", "async", "function", "class", "const"].contains($0) } ?? "")
  }

  /// The path that leads from this module's folder to the public folder.
  var upwards: String { String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") }) }

  /// The module with its imports from where they are served.
  /// - Parameter homes: The file that a module has become part of, by its path.
  func apart(_ homes: [String: String]) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      if line.starts(with: "import ".utf8) || line.starts(with: "export {".utf8),
        let reference = FileReference(line, in: path), let home = homes[reference.path]
      {
        text += "\(reference.start)\"\(upwards)\(home)\";".utf8
      } else {
        text += line
      }
      text.append(JoinedFiles.lineEnd)
    }
    return text.dropLast()
  }

  /// The module as a part of another file: a function that gives what it offers, so that names of its own stay its own.
  func part(of entry: ScriptModule) -> [UInt8] {
    let names = "{ \((exports ?? []).joined(separator: ", ")) }"
    var text = Array("// \(path)\n\(names == "{  }" ? "" : "export const \(names) = ")(() => {\n".utf8)
    let folder = entry.upwards + path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for line in lines where !line.starts(with: "import ".utf8) {
      let own = line.starts(with: "export ".utf8) ? line.dropFirst("export ".utf8.count) : line
      text += ScriptModule.line(own, in: folder)
      text.append(JoinedFiles.lineEnd)
    }
    if names != "{  }" { text += "return \(names);\n".utf8 }
    return text + "})();\n".utf8
  }

  /// A line whose `import("./…")` leads on from a folder.
  private static func line(_ line: ArraySlice<UInt8>, in folder: String) -> [UInt8] {
    var text: [UInt8] = []
    var rest = line
    while let open = rest.firstIndex(of: UInt8(ascii: "(")) {
      text += rest[...open]
      rest = rest[open...].dropFirst()
      guard text.suffix(7).elementsEqual("import(".utf8), rest.dropFirst().first == UInt8(ascii: ".") else { continue }
      text.append(rest.removeFirst())
      text += folder.utf8
    }
    return text + rest
  }
}
