/// The scripts, with the modules that an entry imports made part of it.
///
/// A part becomes a function in the order in which the parts need each other, and what it exports a constant of the whole
/// file. So a name that one part exports means the same in all of them, and no two may export the same one.
struct JoinedScripts {
  private var modules: [String: ScriptModule] = [:]
  /// The entry that a module has become part of, by its path. An entry is part of itself.
  private var homes: [String: String] = [:]
  private var parts: [String: [ScriptModule]] = [:]

  init(_ files: [FileTree.File], entries: [String]) throws(FileTree.Failure) {
    for file in files { modules[file.path] = try ScriptModule(file) }
    for entry in entries where modules[entry] != nil { try add(entry, to: entry) }
  }

  /// Adds a module to an entry's parts, behind all that it imports.
  private mutating func add(_ path: String, to entry: String) throws(FileTree.Failure) {
    guard homes[path] == nil, let module = modules[path] else { return }
    homes[path] = entry
    for reference in module.imports {
      guard modules[reference.path] != nil else {
        throw FileTree.Failure(path: path, reason: "imports \(reference.path), which is not there")
      }
      try add(reference.path, to: entry)
    }
    guard let exports = module.exports else {
      throw FileTree.Failure(path: path, reason: "passes on what another module exports, and is part of \(entry)")
    }
    for other in parts[entry] ?? [] {
      if let name = exports.first(where: { other.exports?.contains($0) == true }) {
        throw FileTree.Failure(path: path, reason: "exports \(name), as \(other.path) does; both are part of \(entry)")
      }
    }
    parts[entry, default: []].append(module)
  }

  /// The files to be served.
  var files: [FileTree.File] {
    modules.values.sorted { $0.path < $1.path }.compactMap { module in
      guard let home = homes[module.path] else {
        return FileTree.File(path: module.path, bytes: module.apart(homes), modified: module.modified)
      }
      guard home == module.path, let parts = parts[home] else { return nil }
      return FileTree.File(
        path: home, bytes: imports(of: parts, into: module) + parts.flatMap { $0.part(of: module) },
        modified: parts.map(\.modified).max() ?? 0)
    }
  }

  /// What the parts need of other entries, each name once.
  private func imports(of parts: [ScriptModule], into entry: ScriptModule) -> [UInt8] {
    var needed: [String: Set<String>] = [:]
    for reference in parts.flatMap(\.imports) {
      guard let home = homes[reference.path], home != entry.path else { continue }
      needed[home, default: []].formUnion(reference.names)
    }
    let lines = needed.sorted { $0.key < $1.key }.map { home, names in
      "import { \(names.sorted().joined(separator: ", ")) } from \"\(entry.upwards)\(home)\";\n"
    }
    return Array(lines.joined().utf8)
  }
}
