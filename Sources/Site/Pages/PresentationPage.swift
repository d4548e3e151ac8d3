import Courseware
import Simulation

/// An experiment alone on the screen, in large type: a lesson's cell with what can be moved there, or the whole of it.
struct PresentationPage {
  let experiment: any Experiment
  let run: CellRun
  /// The lesson's cell from which the reader came.
  var origin: CellOrigin?
  let outline: CourseOutline

  private var path: String { "/present/\(experiment.id)" }

  /// What is asked first is asked of the room, not of the machine.
  private var cell: ExperimentCell {
    guard var cell = origin?.cell else { return Pages.standaloneCell(of: experiment) }
    cell.prediction = nil
    return cell
  }

  var html: HTML {
    let cell = cell
    let address = CellAddress(cell: cell, experiment: experiment, run: run, page: path, origin: origin)
    let view = ExperimentCellView(cell: cell, experiment: experiment, run: run, page: path, origin: origin)
    let place: HTML? = origin.map { origin in
      "<p class=\"eyebrow\">Lesson \(origin.lesson.order): \(origin.lesson.title)</p>\n"
    }
    return """
      <!doctype html>
      <html lang="en">
      \(PageHead(
        outline: outline, title: experiment.title, description: experiment.question, extraStyles: ["present"]).html)
      <body class="page page-present">
      <header class="present-head">
      <div>
      \(place)<h1>\(experiment.title)</h1>
      </div>
      <nav class="site-nav" aria-label="Site">
      <button class="plain full-screen js-only" type="button">Full screen</button>
      <button class="plain theme-switch js-only" type="button">Theme: system</button>
      <a href="\(address.inLesson ?? address.ownPage)" data-carries="\(cell.id)">\
      \(origin == nil ? "To the experiment" : "Back to the lesson")</a>
      </nav>
      </header>
      <main id="main" tabindex="-1">
      \(view.html)</main>
      </body>
      </html>

      """
  }
}
