import Courseware

/// The course's words and what they mean.
struct GlossaryPage {
  let glossary: RenderedText
  let outline: CourseOutline

  var html: HTML {
    let words: [HTML] = glossary.headings.map { heading in
      "<li class=\"level-\(heading.level)\"><a href=\"#\(heading.id)\">\(HTML(safe: heading.html))</a></li>\n"
    }
    let main: HTML = """
      <article class="prose glossary">
      <h1>Glossary</h1>
      \(HTML(safe: glossary.html))</article>

      """
    return PageLayout(
      outline: outline, title: "Glossary", description: "The course's words and what they mean.", path: "/glossary",
      kind: "glossary", onThisPage: words.isEmpty ? nil : "<ol>\n\(words)</ol>\n", main: main
    ).html
  }
}
