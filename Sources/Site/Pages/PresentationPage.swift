import Courseware
import Simulation

/// An experiment alone on the screen, in large type.
struct PresentationPage {
  let experiment: any Experiment
  let run: CellRun
  let outline: CourseOutline

  var html: HTML {
    let cell = ExperimentCellView(
      cell: Pages.standaloneCell(of: experiment), experiment: experiment, run: run, page: "/present/\(experiment.id)")
    return """
      <!doctype html>
      <html lang="en">
      \(PageHead(
        outline: outline, title: experiment.title, description: experiment.question, extraStyles: ["present"]).html)
      <body class="page page-present">
      <header class="present-head">
      <h1>\(experiment.title)</h1>
      <nav class="site-nav" aria-label="Site">
      <button class="plain full-screen js-only" type="button">Full screen</button>
      <button class="plain theme-switch js-only" type="button"></button>
      <a href="/experiments/\(experiment.id)">Leave</a>
      </nav>
      </header>
      <main id="main" tabindex="-1">
      \(cell.html)</main>
      </body>
      </html>

      """
  }
}
