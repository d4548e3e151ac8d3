import JSON

/// Where each member and element stands in JSON text, so that a fault of a value can name a line. The text is walked once,
/// however many are asked for.
struct JSONLocator {
  private var nodes: [Node] = []
  private let lineStarts: [Int]

  private struct Node {
    /// Where the member's name, or the element, begins.
    var offset: Int
    /// The nodes of its own members, by name or by index as decimal text.
    var members: [String: Int] = [:]
  }

  /// - Parameter text: Valid JSON; of anything else as much is known as could be walked.
  init(_ text: [UInt8]) {
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    lineStarts = starts
    var walk = Walk(text: text)
    nodes = walk.nodes()
  }

  /// The line of a member, from 0, or nil if there is none.
  /// - Parameter path: Names, and indices as decimal text, from the outermost.
  func line(of path: some Sequence<String>) -> Int? {
    guard !nodes.isEmpty else { return nil }
    var node = 0
    for step in path {
      guard let next = nodes[node].members[step] else { return nil }
      node = next
    }
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= nodes[node].offset { low = middle } else { high = middle }
    }
    return low
  }

  private struct Walk {
    let text: [UInt8]
    var position = 0

    init(text: [UInt8]) { self.text = text }

    var byte: UInt8? { position < text.count ? text[position] : nil }

    /// All nodes, the whole text's first. It does not recurse: what is open stands in `open`.
    mutating func nodes() -> [Node] {
      skipBlanks()
      var nodes = [Node(offset: position)]
      var open: [(node: Int, isObject: Bool, count: Int)] = []
      var current = 0
      while true {
        // At the start of `current`'s value.
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          open.append((current, byte == UInt8(ascii: "{"), 0))
          position += 1
        } else {
          skipScalar()
        }
        // Behind a value, or behind an opening: on to the next member.
        while true {
          skipBlanks()
          guard let innermost = open.last, let byte else { return nodes }
          if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
            open.removeLast()
            position += 1
            continue
          }
          if byte == UInt8(ascii: ",") {
            position += 1
            skipBlanks()
          }
          let place = position
          var name = String(innermost.count)
          if innermost.isObject {
            guard let written = memberName() else { return nodes }
            name = written
          }
          guard position < text.count else { return nodes }
          open[open.count - 1].count += 1
          current = nodes.count
          nodes.append(Node(offset: place))
          nodes[innermost.node].members[name] = current
          break
        }
      }
    }

    /// Steps over a member's name and its colon.
    private mutating func memberName() -> String? {
      guard byte == UInt8(ascii: "\"") else { return nil }
      let start = position
      skipString()
      guard case .string(let name)? = try? JSONParser.parse(Array(text[start..<position])) else { return nil }
      skipBlanks()
      guard byte == UInt8(ascii: ":") else { return nil }
      position += 1
      skipBlanks()
      return name
    }

    private mutating func skipBlanks() {
      while let byte, byte.isBlank || byte == UInt8(ascii: "\r") { position += 1 }
    }

    private mutating func skipString() {
      position += 1
      while let byte, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
      position = min(position + 1, text.count)
    }

    private mutating func skipScalar() {
      if byte == UInt8(ascii: "\"") { return skipString() }
      while let byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") { position += 1 }
    }
  }
}
