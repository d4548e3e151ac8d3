/// A section that a search found.
package struct SearchHit: Sendable, Equatable {
  /// Its address on this server, with the anchor.
  package var address: String
  /// The title of the page that it is on.
  package var page: String
  /// Its heading; empty for a page's beginning.
  package var heading: String
  /// A piece of its text around what was looked for.
  package var excerpt: [Piece]
  /// Higher is better; comparable within one search.
  package var score: Double

  package struct Piece: Sendable, Equatable {
    package var text: String
    /// True if it is what was looked for.
    package var isMatch: Bool

    package init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }
}
