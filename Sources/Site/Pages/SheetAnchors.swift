/// Anchors of a lesson within the one document: its own get its name before them, and links between pages become links
/// between sheets.
package struct SheetAnchors: Sendable {
  private let sheet: String

  package init(sheet: String) { self.sheet = sheet }

  /// Rendered text escapes every quotation mark, so that these stand in tags alone.
  package func moved(_ markup: String) -> String {
    var moved: [UInt8] = []
    let bytes = Array(markup.utf8)
    moved.reserveCapacity(bytes.count + bytes.count / 32)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: " ") {
        if bytes[at...].starts(with: " id=\"".utf8) {
          moved += " id=\"\(sheet).".utf8
          at += 5
          continue
        }
        if bytes[at...].starts(with: " href=\"".utf8), let end = bytes[(at + 7)...].firstIndex(of: UInt8(ascii: "\"")) {
          moved += " href=\"".utf8
          moved += address(String(decoding: bytes[(at + 7)..<end], as: UTF8.self)).utf8
          at = end
          continue
        }
      }
      moved.append(bytes[at])
      at += 1
    }
    return String(decoding: moved, as: UTF8.self)
  }

  private func address(_ address: String) -> String {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? ".\(parts[1])" : ""
    switch parts.first {
    case "" where parts.count > 1: return "#\(sheet)\(fragment)"
    case "/glossary": return "#glossary\(fragment)"
    case let path? where path.hasPrefix("/lessons/") && !path.contains("?"): return "#\(path.dropFirst(9))\(fragment)"
    default: return address
    }
  }
}
