/// Reads one lesson's file.
package struct LessonReader: Sendable {
  private let rules: any CellRules
  private let reservedAnchors: Set<String>

  /// - Parameters:
  ///   - rules: What cells and links may refer to.
  ///   - reservedAnchors: Ids that the page uses for itself; no heading gets one of them.
  package init(rules: any CellRules, reservedAnchors: Set<String> = []) {
    self.rules = rules
    self.reservedAnchors = reservedAnchors
  }

  /// A lesson as far as it could be read, and everything that its author has to mend.
  package struct Reading: Sendable {
    /// With findings it is only good for finding more, such as links to it. Nil if its name or its size leave nothing.
    package var lesson: Lesson?
    /// In the order of the text. Links are checked by `CourseReader`, which knows the other lessons.
    package var findings: [Finding]
    /// The line of the front matter's `order`; nil if it could not be read.
    package var orderLine: Int?
  }

  /// Reads a lesson.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its path, whose last part gives the lesson's address.
  package func read(_ bytes: [UInt8], file: String) -> Reading {
    let name = file.utf8.split(separator: UInt8(ascii: "/")).last ?? file.utf8[...]
    guard let slug = lessonSlug(ofFile: name) else {
      let message =
        "A lesson's file is named by a number and lower-case words, such as `05-how-long-to-wait.md`. Rename `\(name.text)`."
      return Reading(lesson: nil, findings: [Finding(file: file, line: 1, message: message)])
    }
    do {
      return read(try SourceText(file: file, bytes: bytes), slug: slug)
    } catch {
      return Reading(lesson: nil, findings: [error])
    }
  }

  private func read(_ source: SourceText, slug: String) -> Reading {
    var findings = source.faults
    let (matter, textStart) = FrontMatter.read(source, findings: &findings)
    let text = MarkdownRenderer.render(
      source, from: textStart,
      MarkdownRenderer.Options(cells: CellReader(rules: rules), reservedAnchors: reservedAnchors))
    findings += text.findings
    if text.parts.isEmpty, text.findings.isEmpty, textStart > 0 {
      findings.append(source.finding(at: textStart, "The lesson has no text. Write some behind the front matter."))
    }
    let lesson = Lesson(
      slug: slug, title: matter.title, summary: matter.summary, order: matter.order, minutes: matter.minutes,
      parts: text.parts, headings: text.headings, sections: text.sections, anchors: text.anchors, links: text.links,
      file: source.file)
    return Reading(lesson: lesson, findings: findings, orderLine: matter.orderLine)
  }
}

/// Markdown on its own: no front matter, no cells.
package enum Markdown {
  /// Renders any bytes. What is no UTF-8 is a finding, and U+FFFD in the HTML.
  package static func render(_ bytes: [UInt8], file: String = "text.md") -> RenderedText {
    do {
      let source = try SourceText(file: file, bytes: bytes)
      var text = MarkdownRenderer.render(source)
      text.findings = source.faults + text.findings
      return text
    } catch {
      return RenderedText(findings: [error])
    }
  }
}
