import Courseware
import Simulation

struct ExperimentPage {
  let experiment: any Experiment
  let run: CellRun
  /// The lesson's cell from which the reader came.
  var origin: CellOrigin?
  let outline: CourseOutline

  private var path: String { "/experiments/\(experiment.id)" }

  var html: HTML {
    let cell = Pages.standaloneCell(of: experiment)
    let address = CellAddress(cell: cell, experiment: experiment, run: run, page: path, origin: origin)
    let view = ExperimentCellView(
      cell: cell, experiment: experiment, run: run, page: path, showsMeanings: true, origin: origin)
    let main: HTML = """
      <div class="prose">
      <header class="lesson-head">
      <p class="eyebrow"><a href="/experiments">Experiments</a></p>
      <h1>\(experiment.title)</h1>
      \(origin == nil ? uses : back(address))</header>
      \(view.html)<p class="small"><a href="\(address.presentation)" data-carries="\(cell.id)">Large, for a projector</a></p>
      </div>

      """
    return PageLayout(
      outline: outline, title: experiment.title, description: experiment.question, path: path, kind: "experiment",
      main: main
    ).html
  }

  private func back(_ address: CellAddress) -> HTML? {
    guard let origin, let inLesson = address.inLesson else { return nil }
    return """
      <p class="from-lesson">From <a href="\(inLesson)" data-carries="\(address.cell.id)">lesson \(origin.lesson.order): \
      \(origin.lesson.title)</a></p>

      """
  }

  private var uses: HTML? {
    guard let chapters = outline.experiments.first(where: { $0.id == experiment.id })?.chapters, !chapters.isEmpty
    else { return nil }
    let links: [HTML] = chapters.enumerated().map { index, chapter in
      "\(index == 0 ? "" : ", ")<a href=\"\(chapter.path)\">lesson \(chapter.order): \(chapter.title)</a>"
    }
    return "<p class=\"from-lesson\">Used in \(links)</p>\n"
  }
}
