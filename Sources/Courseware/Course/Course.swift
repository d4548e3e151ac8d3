/// A folder of lessons, read.
package struct Course: Sendable {
  /// By `order`.
  package var lessons: [Lesson]
  /// From `glossary.md`, if the folder has one.
  package var glossary: RenderedText?

  package init(lessons: [Lesson], glossary: RenderedText? = nil) {
    self.lessons = lessons
    self.glossary = glossary
  }

  package subscript(slug: String) -> Lesson? { lessons.first { $0.slug == slug } }
}
