/// Markdown, rendered: what a lesson and the glossary have in common.
package struct RenderedText: Sendable {
  /// HTML and cells in the order of the text.
  package var parts: [Lesson.Part] = []
  /// Headings of level 2 and 3.
  package var headings: [Lesson.Heading] = []
  package var sections: [Lesson.Section] = []
  package var anchors: Set<String> = []
  package var links: [Lesson.Link] = []
  /// What an author has to mend, in the order of the text.
  package var findings: [Finding] = []

  /// The HTML of all parts, cells left out.
  package var html: String {
    parts.map { if case .html(let html) = $0 { html } else { "" } }.joined()
  }
}
