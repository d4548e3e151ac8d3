import JSON

/// Finds where a member stands in JSON text, so that a fault of its value can name a line.
enum JSONLocator {
  /// The offset at which a member's name or an element begins, or nil if there is none. The text must be valid JSON.
  /// - Parameter path: Names, and indices as decimal text, from the outermost.
  static func offset(of path: [String], in text: [UInt8]) -> Int? {
    var scanner = Scanner(text: text)
    var found = scanner.skipBlanks()
    for step in path {
      guard let place = scanner.enter(step) else { return nil }
      found = place
    }
    return found
  }

  private struct Scanner {
    let text: [UInt8]
    var position = 0

    var byte: UInt8? { position < text.count ? text[position] : nil }

    /// Steps to the next value or mark; gives its offset.
    @discardableResult mutating func skipBlanks() -> Int {
      while let byte, byte.isBlank || byte == UInt8(ascii: "\r") { position += 1 }
      return position
    }

    /// Steps from the start of an object or array to the start of a value in it.
    /// - Returns: The offset of the member's name, or of the element.
    mutating func enter(_ step: String) -> Int? {
      let isObject = byte == UInt8(ascii: "{")
      guard isObject || byte == UInt8(ascii: "[") else { return nil }
      position += 1
      var index = 0
      while position < text.count {
        let place = skipBlanks()
        var isWanted = !isObject && String(index) == step
        if isObject {
          guard byte == UInt8(ascii: "\"") else { return nil }
          skipString()
          isWanted = (try? JSONParser.parse(Array(text[place..<position]))) == .string(step)
          skipBlanks()
          position += 1  // The colon.
          skipBlanks()
        }
        if isWanted { return place }
        skipValue()
        skipBlanks()
        guard byte == UInt8(ascii: ",") else { return nil }
        position += 1
        index += 1
      }
      return nil
    }

    private mutating func skipString() {
      position += 1
      while let byte, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
      position += 1
    }

    private mutating func skipValue() {
      var depth = 0
      repeat {
        switch byte {
        case UInt8(ascii: "\"")?:
          skipString()
          continue
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?: depth += 1
        case UInt8(ascii: "}")?, UInt8(ascii: "]")?:
          if depth == 0 { return }
          depth -= 1
        case UInt8(ascii: ",")? where depth == 0: return
        default: break
        }
        position += 1
      } while position < text.count && (depth > 0 || !endsValue)
    }

    /// True where a value that is no array or object ends.
    private var endsValue: Bool {
      guard let byte else { return true }
      return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
  }
}
