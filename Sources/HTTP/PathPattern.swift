/// A route's path: literal segments, `{name}` for exactly one segment that is not empty, and `{name...}` at the end for
/// all that is left (at least one segment).
package struct PathPattern: Sendable {
  enum Segment: Sendable, Equatable {
    case literal(String)
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
        guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(String(part)) }
        let name = part.dropFirst().dropLast()
        return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .parameter(String(name))
      }
    precondition(
      segments.dropLast().allSatisfy { if case .rest = $0 { false } else { true } }, "{name...} stands at the end")
  }

  var isLiteral: Bool { segments.allSatisfy { if case .literal = $0 { true } else { false } } }

  func match(_ path: [Substring]) -> PathParameters? {
    var parameters = PathParameters()
    for (index, segment) in segments.enumerated() {
      guard index < path.count else { return nil }
      switch segment {
      case .literal(let text):
        guard text == path[index] else { return nil }
      case .parameter(let name):
        guard !path[index].isEmpty else { return nil }
        parameters.values.append((name, String(path[index])))
      case .rest(let name):
        parameters.values.append((name, path[index...].joined(separator: "/")))
        return parameters
      }
    }
    return path.count == segments.count ? parameters : nil
  }
}

/// The segments of a path that a pattern named.
package struct PathParameters: Sendable {
  fileprivate(set) var values: [(name: String, value: String)] = []

  package init() {}

  /// The value of a parameter, decoded and not empty; an empty text for a name that the pattern does not have.
  package subscript(name: String) -> String { values.first { $0.name == name }?.value ?? "" }
}
