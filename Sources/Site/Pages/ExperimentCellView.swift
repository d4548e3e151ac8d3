import Courseware
import JSON
import Simulation

/// An experiment on a page: question, form, result. Whole without script; `experiment-cell.js` adds the chart, the
/// prediction and the runs in place.
struct ExperimentCellView {
  let cell: ExperimentCell
  let experiment: any Experiment
  let run: CellRun
  /// The page's own path, to which the form is sent.
  let page: String
  /// On an experiment's own page every parameter's meaning is shown.
  var showsMeanings = false

  var html: HTML {
    """
    <experiment-cell id="\(cell.id)" class="cell\(showsMeanings ? " cell-full" : "")" \
    data-experiment="\(experiment.id)" data-view="\(cell.view.rawValue)" data-engine="\(Catalogue.engine)" \
    data-page="\(page)"\(HTML.attribute("data-live", if: experiment.isLive))\
    \(HTML.attribute("data-predict", if: cell.prediction != nil))>
    <section aria-labelledby="\(cell.id)-title">
    <header class="cell-head">
    <p class="cell-kind"><span>Experiment</span> <a href="/experiments/\(experiment.id)">\(experiment.title)</a></p>
    <p class="cell-title" id="\(cell.id)-title">\(cell.title)</p>
    </header>
    \(prediction)\(form)\(result)</section>
    </experiment-cell>

    """
  }

  // MARK: Parts

  private var prediction: HTML? {
    guard let prediction = cell.prediction else { return nil }
    return """
      <div class="prediction" data-value="\(String(describing: prediction.value))" data-unit="\(prediction.unit)">
      <p class="ask"><strong>Predict first.</strong> \(prediction.ask)</p>
      </div>

      """
  }

  private var form: HTML {
    """
    <form class="cell-form" method="\(experiment.isLive ? "post" : "get")" action="\(page)#\(cell.id)" \
    aria-label="Parameters" novalidate>
    <input type="hidden" name="\(CellForm.cellField)" value="\(cell.id)">
    \(fixed)<div class="fields">
    \(fields)</div>
    \(strayFaults)<div class="run-row">
    <button class="button primary" type="submit">Run</button>
    <button class="button cancel js-only" type="button" disabled>Cancel</button>
    <progress class="js-only" max="1" value="0" hidden aria-label="Progress of the run"></progress>
    <p class="state js-only"></p>
    </div>
    </form>

    """
  }

  /// The cell's parameters that the reader cannot change here.
  private var fixed: [HTML] {
    guard case .object(let members) = cell.parameters else { return [] }
    return members.filter { member in !cell.adjustable.contains { $0.parameter == member.name } }.map { member in
      "<input type=\"hidden\" name=\"\(member.name)\" value=\"\(value(of: member.name))\">\n"
    }
  }

  private var fields: [HTML] {
    cell.adjustable.compactMap { adjustable in
      guard let parameter = experiment.schema[adjustable.parameter] else { return nil }
      return FieldView(
        parameter: parameter, adjustable: adjustable, form: cell.id, value: value(of: parameter.name),
        faults: run.faults(of: parameter.name)
      ).html
    }
  }

  /// Faults of parameters that have no field here.
  private var strayFaults: [HTML] {
    guard case .faults(let faults) = run.outcome else { return [] }
    return faults.filter { fault in !cell.adjustable.contains { $0.parameter == fault.parameter } }.map { fault in
      "<p class=\"fault\"><code>\(fault.parameter)</code>: \(fault.message)</p>\n"
    }
  }

  /// As sent, else as run, else as the lesson has it, else the schema's default.
  private func value(of name: String) -> String {
    if let sent = run.submitted.first(where: { $0.name == name }) { return sent.value }
    if case .report(_, let arguments) = run.outcome { return Figures.plain(arguments[name]) }
    if let given = cell.parameters[name] { return CellValue.plain(given) }
    return experiment.schema[name] == nil ? "" : Figures.plain(experiment.schema.defaults[name])
  }

  private var result: HTML {
    switch run.outcome {
    case .report(let report, let arguments):
      """
      <div class="result">
      <div class="chart-slot js-only" data-view="\(cell.view.rawValue)"></div>
      <p class="reading">\(report.reading)</p>
      \(ReportView.tables(report.tables))\(ReportView.parameters(arguments, schema: experiment.schema))\
      <div class="actions js-only"></div>
      </div>

      """
    case .notRun:
      """
      <div class="result">
      <div class="chart-slot js-only" data-view="\(cell.view.rawValue)"></div>
      <p class="reading">This experiment uses real connections on the server, so it runs only when you ask.</p>
      <details class="data" hidden><summary>Data table</summary></details>
      <details class="parameters" hidden><summary>All parameters</summary></details>
      <div class="actions js-only"></div>
      </div>

      """
    case .faults:
      """
      <div class="result result-refused">
      <p class="reading">Not run: some of the values are not allowed. What is allowed stands beside each field.</p>
      </div>

      """
    case .stopped(let reason):
      """
      <div class="result result-refused">
      <p class="reading">\(reason)</p>
      </div>

      """
    }
  }
}
