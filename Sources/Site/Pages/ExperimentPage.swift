import Courseware
import Simulation

struct ExperimentPage {
  let experiment: any Experiment
  let run: CellRun
  let outline: CourseOutline

  var html: HTML {
    let path = "/experiments/\(experiment.id)"
    let cell = ExperimentCellView(
      cell: Pages.standaloneCell(of: experiment), experiment: experiment, run: run, page: path, showsMeanings: true)
    let main: HTML = """
      <div class="prose">
      <header class="lesson-head">
      <p class="eyebrow"><a href="/experiments">Experiments</a></p>
      <h1>\(experiment.title)</h1>
      </header>
      \(cell.html)<p class="small"><a href="/present/\(experiment.id)">Large, for a projector</a></p>
      </div>

      """
    return PageLayout(
      outline: outline, title: experiment.title, description: experiment.question, path: path, kind: "experiment",
      main: main
    ).html
  }
}
