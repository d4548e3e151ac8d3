/// Which words of Swift are keywords where they stand.
enum SwiftKeywords {
  /// - Parameters:
  ///   - word: The word.
  ///   - previous: The last byte before it that is no blank.
  ///   - next: The rest of its line, from the first byte that is no blank.
  static func isKeyword(_ word: ArraySlice<UInt8>, behind previous: UInt8, before next: ArraySlice<UInt8>) -> Bool {
    let name = word.text
    if previous == UInt8(ascii: ".") { return name == "self" || name == "init" }
    if reserved.contains(name) { return !isLabel(name, previous, next) }
    guard contextual.contains(name) else { return false }
    switch name {
    case "get", "set", "willSet", "didSet":
      return next.isEmpty || next.first == UInt8(ascii: "{") || next.first == UInt8(ascii: "}")
        || ["get", "set", "async", "throws", "mutating"].contains(next.prefix { $0.isLetter }.text)
    case "async": return next.first != UInt8(ascii: "(")
    case "nonisolated", "unowned", "package", "private", "public", "internal":
      if next.first == UInt8(ascii: "(") { return true }
    default: break
    }
    // A modifier stands before another word of its declaration, which an attribute or a backquote may begin too.
    guard let first = next.first else { return true }
    return first.isLetter || first == UInt8(ascii: "_") || first == UInt8(ascii: "`") || first == UInt8(ascii: "@")
  }

  /// True for an argument's label, which may be any word: `wait(for: …)`, `func wait(for time: …)`.
  private static func isLabel(_ name: String, _ previous: UInt8, _ next: ArraySlice<UInt8>) -> Bool {
    guard previous == UInt8(ascii: "(") || previous == UInt8(ascii: ",") else { return false }
    if next.first == UInt8(ascii: ":") { return true }
    return labels.contains(name) && next.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } == true
  }

  private static let labels: Set<String> = [
    "for", "in", "is", "as", "where", "while", "repeat", "default", "import", "operator", "extension", "return", "else",
    "throw", "defer", "guard", "break", "continue", "struct", "class", "enum", "protocol", "func",
  ]

  private static let reserved: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while", "_",
  ]

  private static let contextual: Set<String> = [
    "actor", "any", "async", "borrowing", "consume", "consuming", "convenience", "copy", "didSet", "discard",
    "distributed", "dynamic", "each", "final", "get", "indirect", "infix", "isolated", "lazy", "macro", "mutating",
    "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix", "prefix", "required", "sending",
    "set", "some", "unowned", "unsafe", "weak", "willSet", "yield",
  ]
}
