import Courseware
import Exercises
import Simulation

struct LessonPage {
  let lesson: Lesson
  let runs: [String: CellRun]
  let outline: CourseOutline

  private var path: String { "/lessons/\(lesson.slug)" }

  var html: HTML {
    PageLayout(
      outline: outline, title: lesson.title, description: lesson.summary, path: path, kind: "lesson",
      onThisPage: onThisPage, extraStyles: lesson.exercises.isEmpty ? [] : ["exercises"], main: main
    ).html
  }

  private var main: HTML {
    """
    <article class="prose lesson" data-slug="\(lesson.slug)">
    <header class="lesson-head">
    <p class="eyebrow">Lesson \(lesson.order) <span aria-hidden="true">·</span> \(lesson.minutes) min</p>
    <h1>\(lesson.title)</h1>
    <p class="lede">\(lesson.summary)</p>
    </header>
    \(lesson.parts.map(part))</article>
    \(pager)
    """
  }

  private func part(_ part: Lesson.Part) -> HTML {
    switch part {
    case .html(let markup): return HTML(safe: markup)
    case .quiz(let cell): return QuizCellView(cell: cell).html
    case .exercise(let cell):
      // A lesson that names an unknown exercise does not load, so this is never empty.
      guard let exercise = ExerciseCatalogue[cell.id] else { return .nothing }
      var work = ExerciseWork()
      work.given = exercise.given(for: .anonymous)
      return ExerciseCardView(exercise: exercise, work: work).html
    case .experiment(let cell):
      // A lesson that names an unknown experiment does not load, so this is never empty.
      guard let experiment = Experiments[cell.experiment] else { return .nothing }
      return ExperimentCellView(
        cell: cell, experiment: experiment, run: runs[cell.id] ?? CellRun(outcome: .notRun), page: path,
        origin: CellOrigin(lesson: lesson, cell: cell)
      ).html
    }
  }

  private var onThisPage: HTML? {
    guard !lesson.headings.isEmpty else { return nil }
    let items: [HTML] = lesson.headings.map { heading in
      "<li class=\"level-\(heading.level)\"><a href=\"#\(heading.id)\">\(HTML(safe: heading.html))</a></li>\n"
    }
    return "<ol>\n\(items)</ol>\n"
  }

  private var pager: HTML {
    let (previous, next) = outline.neighbours(of: lesson.slug)
    func link(_ chapter: CourseOutline.Chapter?, _ relation: String, _ label: String) -> HTML? {
      chapter.map { chapter in
        """
        <a class="\(relation)" rel="\(relation)" href="\(chapter.path)"><span class="eyebrow">\(label)</span> \
        <span class="name">\(chapter.title)</span></a>

        """
      }
    }
    return """
      <nav class="pager" aria-label="Previous and next lesson">
      \(link(previous, "prev", "Previous"))\(link(next, "next", "Next"))</nav>

      """
  }
}
