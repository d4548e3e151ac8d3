/// A route's path: literal segments, `{name}` for exactly one segment that is not empty, and `{name...}` at the end for
/// all that is left (at least one segment).
package struct PathPattern: Sendable {
  enum Segment: Sendable, Equatable {
    case literal([UInt8])
    case parameter(String)
    case rest(String)
  }

  package let text: String
  let segments: [Segment]

  /// - Precondition: the text begins with `/`, and only its last segment is of the form `{name...}`.
  package init(_ text: String) {
    precondition(text.hasPrefix("/"), "a path pattern begins with /")
    self.text = text
    segments =
      text == "/"
      ? []
      : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
        guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(Array(part.utf8)) }
        let name = part.dropFirst().dropLast()
        return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .parameter(String(name))
      }
    precondition(
      segments.dropLast().allSatisfy { if case .rest = $0 { false } else { true } }, "{name...} stands at the end")
  }

  var isLiteral: Bool { segments.allSatisfy { if case .literal = $0 { true } else { false } } }

  /// What a path, which begins with `/`, has where the pattern has parameters; nil if it does not match. Nothing is
  /// allocated.
  func match(_ path: String) -> PathParameters? {
    var path = path
    let isMatch = path.withUTF8 { bytes in
      var position = Position(bytes)
      for segment in segments {
        guard let range = position.next(), fits(segment, UnsafeBufferPointer(rebasing: bytes[range])) else {
          return false
        }
        if case .rest = segment { return true }
      }
      return position.next() == nil
    }
    return isMatch ? PathParameters(self, path) : nil
  }

  private func fits(_ segment: Segment, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch segment {
    case .literal(let literal): ASCII.equal(literal, bytes)
    case .parameter: !bytes.isEmpty
    case .rest: true
    }
  }

  /// Where a parameter's value stands in a path that matches.
  fileprivate func range(of name: String, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var position = Position(bytes)
    for segment in segments {
      guard let range = position.next() else { return nil }
      switch segment {
      case .parameter(let own): if own == name { return range }
      case .rest(let own): return own == name ? range.lowerBound..<bytes.count : nil
      case .literal: break
      }
    }
    return nil
  }

  /// Goes through a path's segments. The root has none, rather than an empty one.
  private struct Position {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var start: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      start = bytes.count == 1 ? 2 : 1
    }

    mutating func next() -> Range<Int>? {
      guard start <= bytes.count else { return nil }
      var end = start
      while end < bytes.count, bytes[end] != 0x2F { end += 1 }
      defer { start = end + 1 }
      return start..<end
    }
  }
}

/// The segments of a path that a pattern named.
package struct PathParameters: Sendable {
  private let pattern: PathPattern?
  private let path: String

  /// None.
  package init() {
    pattern = nil
    path = ""
  }

  fileprivate init(_ pattern: PathPattern, _ path: String) {
    self.pattern = pattern
    self.path = path
  }

  /// The value of a parameter, decoded and not empty; an empty text for a name that the pattern does not have.
  package subscript(name: String) -> String {
    var path = path
    return path.withUTF8 { bytes in
      guard let range = pattern?.range(of: name, in: bytes) else { return "" }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
  }
}
