/// A heading that is being written.
struct OpenHeading {
  var level: Int
  /// Where its first word is in the source.
  var offset: Int?
  /// Where its HTML begins.
  var start: Int
  var text: [UInt8] = []
  /// The link tags within its HTML, left out of the contents: a link may not stand in a link.
  var linkTags: [Range<Int>] = []
}

extension MarkdownRenderer {
  /// Levels that end a section and stand in the page's contents.
  private static let contentLevels = 2...3

  func enterHeading(level: Int) {
    if level <= MarkdownRenderer.contentLevels.upperBound { closeSection() }
    heading = OpenHeading(level: level, start: out.count)
  }

  func leaveHeading(level: Int) {
    guard let open = heading else { return }
    heading = nil
    let text = open.text.withSingleSpaces.text
    if level == 1, options.passesOverTitle, result.sections.isEmpty, lastLevel == 1 {
      return out.truncate(to: open.start)
    }
    let place = open.offset ?? beginning(UInt8(ascii: "#"))
    checkLevel(open, text, place)
    if text.isEmpty {
      report(at: place, "The heading is empty. Write words behind its `#`, or remove it.")
    }
    let id = slugs.next(for: text)
    let html = contentsHTML(open)

    var start = HTMLBuffer()
    start.markup("<div class=\"heading\"><h")
    start.markup(level)
    start.markup(" id=\"")
    start.text(id)
    start.markup("\">")
    out.insert(start, at: open.start)
    out.markup("</h")
    out.markup(level)
    out.markup("><a class=\"anchor\" href=\"#")
    out.address(id.utf8)
    out.markup("\" aria-label=\"Link to this section: ")
    out.text(text)
    out.markup("\">#</a></div>\n")

    let made = Lesson.Heading(level: level, id: id, text: text, html: html)
    if MarkdownRenderer.contentLevels.contains(level) { result.headings.append(made) }
    if level <= MarkdownRenderer.contentLevels.upperBound { sectionHeading = made }
  }

  private func checkLevel(_ open: OpenHeading, _ text: String, _ place: Int?) {
    let level = open.level
    if level == 1 {
      report(
        at: place,
        "The heading “\(text)” has level 1, which is the title's in the front matter. Write `## \(text)`.")
    } else if level > lastLevel + 1 {
      let marks = String(repeating: "#", count: lastLevel + 1)
      report(
        at: place,
        "The heading “\(text)” skips from level \(lastLevel) to level \(level). Write `\(marks) \(text)`.")
    }
    lastLevel = level
  }

  /// The heading's HTML without links.
  private func contentsHTML(_ open: OpenHeading) -> String {
    var html: [UInt8] = []
    var from = open.start
    for tag in open.linkTags {
      html += out.bytes[from..<tag.lowerBound]
      from = tag.upperBound
    }
    html += out.bytes[from...]
    return html.text
  }

  /// Adds words to whatever collects them: an image's description, a heading, a table's name, the section.
  func plain(_ words: some Collection<UInt8>) {
    if !images.isEmpty { alt += words }
    if heading != nil {
      heading?.text += words
    } else {
      sectionText += words
    }
    if table.isHeaderOpen, table.name.count < 200 { table.name += words }
  }

  func plain(_ words: StaticString) {
    plain(UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount))
  }

  /// Ends the section before a heading or the end.
  func closeSection() {
    let text = sectionText.withSingleSpaces.text
    sectionText = []
    if sectionHeading != nil || !text.isEmpty {
      result.sections.append(Lesson.Section(heading: sectionHeading, text: text))
    }
  }
}
