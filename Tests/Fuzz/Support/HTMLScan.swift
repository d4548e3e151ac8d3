/// Reads HTML as strictly as the renderer writes it: tags and attributes that it makes, values in double quotes, and
/// every element closed by its own end tag.
struct HTMLScan {
  private(set) var fault: String?
  private var open: [String] = []

  private static let void: Set = ["br", "hr", "img", "input"]
  private static let never: Set = [
    "script", "style", "iframe", "object", "embed", "base", "meta", "link", "form", "svg", "template", "noscript",
  ]

  /// Reads a piece that begins and ends between tags.
  mutating func read(_ html: String) {
    let bytes = Array(html.utf8)
    var at = 0
    while at < bytes.count, fault == nil {
      switch bytes[at] {
      case UInt8(ascii: "<"): readTag(bytes, &at)
      case UInt8(ascii: ">"): fault = "a bare > at \(at)"
      default: at += 1
      }
    }
  }

  /// To be called behind the last piece.
  mutating func finish() {
    if fault == nil, let name = open.last { fault = "<\(name)> is not closed" }
  }

  private mutating func readTag(_ bytes: [UInt8], _ at: inout Int) {
    at += 1
    let isEnd = at < bytes.count && bytes[at] == UInt8(ascii: "/")
    if isEnd { at += 1 }
    let name = word(bytes, &at)
    if name.isEmpty || HTMLScan.never.contains(name) { fault = "the tag <\(name)>" }
    if isEnd {
      if open.popLast() != name { fault = "</\(name)> closes another element" }
    } else {
      while at < bytes.count, bytes[at] == UInt8(ascii: " "), fault == nil { readAttribute(bytes, &at) }
      if !HTMLScan.void.contains(name) { open.append(name) }
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else {
      fault = fault ?? "the tag <\(name)> does not end"
      return
    }
    at += 1
  }

  private mutating func readAttribute(_ bytes: [UInt8], _ at: inout Int) {
    at += 1
    let name = word(bytes, &at)
    if name.isEmpty || name.hasPrefix("on") || name == "style" { fault = "the attribute '\(name)'" }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return }
    at += 1
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      fault = "\(name) has no quotation mark"
      return
    }
    let start = at + 1
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else {
      fault = "\(name) does not end"
      return
    }
    at = end + 1
    if name == "href" || name == "src" { check(address: bytes[start..<end]) }
  }

  /// An address has no scheme but these.
  private mutating func check(address: ArraySlice<UInt8>) {
    let front = address.prefix { !":/?#".utf8.contains($0) }
    guard front.endIndex < address.endIndex, address[front.endIndex] == UInt8(ascii: ":") else { return }
    let scheme = String(decoding: front, as: UTF8.self).lowercased()
    if !["http", "https", "mailto"].contains(scheme) { fault = "an address with the scheme \(scheme)" }
  }

  private func word(_ bytes: [UInt8], _ at: inout Int) -> String {
    let start = at
    while at < bytes.count, !" =>\"'<".utf8.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }
}
