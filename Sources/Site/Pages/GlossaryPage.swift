import Courseware

/// The course's words and what they mean.
struct GlossaryPage {
  let glossary: RenderedText
  let outline: CourseOutline

  var html: HTML {
    let main: HTML = """
      <article class="prose">
      <h1>Glossary</h1>
      \(HTML(safe: glossary.html))</article>

      """
    return PageLayout(
      outline: outline, title: "Glossary", description: "The course's words and what they mean.", path: "/glossary",
      kind: "glossary", main: main
    ).html
  }
}
