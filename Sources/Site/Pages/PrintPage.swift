import Courseware
import Simulation

/// The whole course as one document, each lesson on a new sheet. What a reader is to predict or answer first stands
/// alone; the results and answers follow at the end of each lesson.
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
      <p class="lede">The whole course on one page, for paper or for reading away from the network. Write your \
      predictions and answers down as you go: what was measured, and what is right, stands at the end of each lesson.</p>
      <p class="screen-only js-only"><button class="button print-now" type="button">Print</button> \
      <span class="print-state small" role="status"></span></p>
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
    var questions = 0
    let parts: [HTML] = lesson.parts.map { part in
      switch part {
      case .html(let markup): return HTML(safe: anchors.moved(markup))
      case .quiz(let cell):
        questions += 1
        return PrintCellView.question(cell, number: questions)
      case .experiment(let cell): return view(cell, lesson).inText
      case .exercise(let cell): return exercise(cell)
      }
    }
    return """
      <section class="sheet" aria-labelledby="\(lesson.slug)">
      <header class="lesson-head">
      <p class="eyebrow">Lesson \(lesson.order)</p>
      <h2 class="sheet-title" id="\(lesson.slug)">\(lesson.title)</h2>
      <p class="lede">\(lesson.summary)</p>
      </header>
      \(parts)\(answers(lesson))</section>

      """
  }

  private func view(_ cell: ExperimentCell, _ lesson: Lesson) -> PrintCellView {
    PrintCellView(cell: cell, lesson: lesson, run: runs[lesson.slug]?[cell.id] ?? CellRun(outcome: .notRun))
  }

  /// What was measured where a prediction was asked for, and the answers to the questions.
  private func answers(_ lesson: Lesson) -> HTML? {
    let results = lesson.experiments.compactMap { view($0, lesson).atEnd }
    let quizzes = lesson.parts.compactMap { part -> QuizCell? in
      if case .quiz(let cell) = part { return cell }
      return nil
    }
    guard !results.isEmpty || !quizzes.isEmpty else { return nil }
    let answers: [HTML] = quizzes.enumerated().map { PrintCellView.answer($1, number: $0 + 1) }
    return """
      <section class="answers" aria-labelledby="\(lesson.slug).answers">
      <h3 id="\(lesson.slug).answers">Lesson \(lesson.order): what was measured, and the answers</h3>
      <div class="answer-columns">
      \(results)\(answers)</div>
      </section>

      """
  }

  private var glossarySheet: HTML? {
    guard let glossary else { return nil }
    return """
      <section class="sheet glossary-sheet" aria-labelledby="glossary">
      <header class="lesson-head"><h2 class="sheet-title" id="glossary">Glossary</h2></header>
      \(HTML(safe: SheetAnchors(sheet: "glossary").moved(glossary.html)))</section>

      """
  }

  /// An exercise on paper says what is asked and where it is done.
  private func exercise(_ cell: ExerciseCell) -> HTML {
    guard let entry = outline.exercise(cell.id) else { return .nothing }
    return """
      <div class="cell">
      <p class="cell-kind">Exercise</p>
      <p class="cell-title">\(entry.title)</p>
      <p>\(entry.task)</p>
      <p class="small">Do it at <a href="\(entry.path)">\(entry.path)</a></p>
      </div>

      """
  }
}
