/// Names and values as `application/x-www-form-urlencoded` writes them: a target's query, or a form's body.
package struct Query: Sendable, Equatable {
  package struct Pair: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In the order in which they were sent; a name may occur more than once.
  package let pairs: [Pair]

  package init(_ pairs: [Pair] = []) { self.pairs = pairs }

  /// Reads pairs. `+` is a space; a name without `=` has an empty value; empty pairs are left out.
  /// - Returns: nil if an escape is not two hexadecimal digits, or what it spells is not UTF-8 or holds a NUL.
  package init?(encoded bytes: some Collection<UInt8>) {
    var pairs: [Pair] = []
    for part in bytes.split(separator: 0x26) {
      let equals = part.firstIndex(of: 0x3D) ?? part.endIndex
      guard let name = Percent.decode(part[..<equals], plusIsSpace: true),
        let value = equals == part.endIndex
          ? "" : Percent.decode(part[part.index(after: equals)...], plusIsSpace: true)
      else { return nil }
      pairs.append(Pair(name: name, value: value))
    }
    self.pairs = pairs
  }

  /// The first value of a name.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Every value of a name.
  package func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  package var isEmpty: Bool { pairs.isEmpty }
}
