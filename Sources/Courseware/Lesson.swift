// Lessons: Markdown with front matter, to HTML with places for the cells that `Site` fills. All the files are here;
// the folders are:
//
//   Text        a file's bytes, lines, front matter, and what an author has to mend (Finding)
//   Markdown    MD4C's events to HTML: blocks, links, tables, alerts, headings, code
//   Cells       fenced blocks that are more than code: experiment, quiz and exercise, and what they may hold (CellRules)
//   Highlight   Swift, HTTP, JSON and shell to coloured spans
//   Maths       TeX to MathML
//   Course      the whole folder: order, glossary, links between pages
//   Search      full text, ranked, with excerpts
//
// `LessonReader` reads one lesson, `CourseReader` a folder. Nothing here knows of HTTP, or of which experiments exist.

/// One lesson, rendered.
package struct Lesson: Sendable {
  /// From the file's name: `05-how-long-to-wait.md` gives `how-long-to-wait`.
  package var slug: String
  /// Plain text.
  package var title: String
  /// Plain text, one or two sentences.
  package var summary: String
  /// Its place in the course.
  package var order: Int
  /// How long it takes to read, in minutes.
  package var minutes: Int
  /// HTML and cells in the order of the text. An element may begin in one part and end in a later one, so a page
  /// holds all of them in order or none.
  package var parts: [Part]
  /// Headings of level 2 and 3, for the page's own contents.
  package var headings: [Heading]
  /// The text by section, without markup, for search.
  package var sections: [Section]
  /// Every anchor: headings' and cells'.
  package var anchors: Set<String>
  /// Where its links lead, those to elsewhere left out.
  package var links: [Link]
  /// The file's path, as given.
  package var file: String

  package enum Part: Sendable {
    /// Safe HTML, ready to be sent.
    case html(String)
    case experiment(ExperimentCell)
    case quiz(QuizCell)
    case exercise(ExerciseCell)
  }

  package struct Heading: Sendable, Equatable {
    package var level: Int
    /// The anchor, without `#`.
    package var id: String
    package var text: String
    /// The text as inline HTML without links.
    package var html: String
  }

  package struct Section: Sendable, Equatable {
    /// The heading that it stands under, nil before the first.
    package var heading: Heading?
    package var text: String
  }

  /// A link or an image whose target is on this server.
  package struct Link: Sendable, Equatable {
    package enum Kind: Sendable { case page, image }
    package var kind: Kind
    /// The path from the root, such as `/lessons/how-long-to-wait`; empty for the lesson's own page.
    package var path: String
    /// The anchor, if the link has one.
    package var fragment: String?
    package var line: Int
    /// As the author wrote it.
    package var written: String
  }

  /// The exercises that stand in it, in order.
  package var exercises: [ExerciseCell] {
    parts.compactMap { if case .exercise(let cell) = $0 { cell } else { nil } }
  }

  /// The cells that run an experiment, in order.
  package var experiments: [ExperimentCell] {
    parts.compactMap { if case .experiment(let cell) = $0 { cell } else { nil } }
  }
}
