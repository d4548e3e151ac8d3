import Courseware
import Simulation

/// The whole course as one document, each lesson on a new sheet.
struct PrintPage {
  let lessons: [Lesson]
  let glossary: RenderedText?
  /// By lesson, then by cell.
  let runs: [String: [String: CellRun]]
  let outline: CourseOutline

  var html: HTML {
    let contents: [HTML] = lessons.map { lesson in
      """
      <li><a href="#\(lesson.slug)"><span class="number">\(lesson.order)</span> <span class="name">\(lesson.title)</span>\
      </a></li>

      """
    }
    let main: HTML = """
      <article class="prose sheets">
      <header class="sheet title-sheet">
      <h1>\(CourseOutline.title)</h1>
      <p class="lede">The whole course on one page, for paper or for reading away from the network. \
      Each experiment shows its result as first run.</p>
      <p class="screen-only"><button class="button js-only print-now" type="button">Print</button></p>
      <nav aria-label="Lessons in this document"><ol class="sheet-contents">
      \(contents)\(glossary == nil ? nil : "<li><a href=\"#glossary\"><span class=\"name\">Glossary</span></a></li>\n")</ol></nav>
      </header>
      \(lessons.map(sheet))\(glossarySheet)</article>

      """
    return PageLayout(
      outline: outline, title: "The whole course", description: "The whole course as one document.", path: "/print",
      kind: "print", main: main
    ).html
  }

  private func sheet(_ lesson: Lesson) -> HTML {
    let anchors = SheetAnchors(sheet: lesson.slug)
    let parts: [HTML] = lesson.parts.map { part in
      switch part {
      case .html(let markup): HTML(safe: anchors.moved(markup))
      case .quiz(let cell): quiz(cell)
      case .experiment(let cell): experiment(cell, lesson)
      }
    }
    return """
      <section class="sheet" aria-labelledby="\(lesson.slug)">
      <header class="lesson-head">
      <p class="eyebrow">Lesson \(lesson.order)</p>
      <h2 class="sheet-title" id="\(lesson.slug)">\(lesson.title)</h2>
      <p class="lede">\(lesson.summary)</p>
      </header>
      \(parts)</section>

      """
  }

  private var glossarySheet: HTML? {
    guard let glossary else { return nil }
    return """
      <section class="sheet" aria-labelledby="glossary">
      <header class="lesson-head"><h2 class="sheet-title" id="glossary">Glossary</h2></header>
      \(HTML(safe: SheetAnchors(sheet: "glossary").moved(glossary.html)))</section>

      """
  }

  // MARK: Cells

  private func experiment(_ cell: ExperimentCell, _ lesson: Lesson) -> HTML {
    let ask: HTML? = cell.prediction.map { "<p class=\"ask\"><strong>Predict first.</strong> \($0.ask)</p>\n" }
    var result: HTML = "<p class=\"reading\">It uses real connections, so it runs only when you ask.</p>\n"
    if case .report(let report, _) = runs[lesson.slug]?[cell.id]?.outcome {
      result = "<p class=\"reading\">\(report.reading)</p>\n\(report.tables.first.map(ReportView.table))"
    }
    return """
      <div class="cell">
      <p class="cell-kind">Experiment</p>
      <p class="cell-title">\(cell.title)</p>
      \(ask)\(result)<p class="small">Run it at <a href="/lessons/\(lesson.slug)#\(cell.id)">\
      /lessons/\(lesson.slug)#\(cell.id)</a></p>
      </div>

      """
  }

  private func quiz(_ cell: QuizCell) -> HTML {
    let choices: [HTML] = cell.choices.map { "<li>\(HTML(safe: $0.text))</li>\n" }
    let right: [HTML] = cell.choices.filter(\.isRight).map { choice in
      "<p>\(HTML(safe: choice.text))\(choice.why.isEmpty ? nil : ": \(HTML(safe: choice.why))")</p>\n"
    }
    return """
      <div class="cell quiz">
      <p class="cell-kind">Question</p>
      <p class="cell-title">\(HTML(safe: cell.question))</p>
      <ul>
      \(choices)</ul>
      <div class="small answer-below"><p class="cell-kind">Answer</p>
      \(right)\(cell.explanation.isEmpty ? nil : "<p>\(HTML(safe: cell.explanation))</p>\n")</div>
      </div>

      """
  }
}
