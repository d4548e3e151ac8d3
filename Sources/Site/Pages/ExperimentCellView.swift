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
  /// The lesson's cell that this one is, or that its page was opened from.
  var origin: CellOrigin?

  private var address: CellAddress {
    CellAddress(cell: cell, experiment: experiment, run: run, page: page, origin: origin)
  }

  var html: HTML {
    """
    <experiment-cell id="\(cell.id)" class="cell\(showsMeanings ? " cell-full" : "")" \
    data-experiment="\(experiment.id)" data-view="\(cell.view.rawValue)" data-engine="\(Catalogue.engine)" \
    data-page="\(page)"\(HTML.attribute("data-lesson", isInLesson ? nil : origin?.name))\
    \(HTML.attribute("data-live", if: experiment.isLive))\
    \(HTML.attribute("data-predict", if: cell.prediction != nil))>
    <section aria-labelledby="\(cell.id)-title">
    <header class="cell-head">
    <p class="cell-kind"><span>Experiment</span> <a href="\(address.ownPage)" data-carries="\(cell.id)">\
    \(experiment.title)</a>\(presentLink)</p>
    <p class="cell-title" id="\(cell.id)-title">\(cell.title)</p>
    </header>
    \(prediction)\(form)\(result)</section>
    </experiment-cell>

    """
  }

  private var isInLesson: Bool { origin.map { $0.path == page } ?? false }

  // MARK: Parts

  private var presentLink: HTML? {
    guard isInLesson else { return nil }
    return """
      <a class="present-link" href="\(address.presentation)" data-carries="\(cell.id)" \
      aria-label="Present: \(cell.title)">Present</a>
      """
  }

  private var prediction: HTML? {
    guard let prediction = cell.prediction else { return nil }
    return """
      <div class="prediction" data-value="\(String(describing: prediction.value))" data-unit="\(prediction.unit)">
      <p class="ask"><strong>Predict first.</strong> \(prediction.ask)</p>
      \(prediction.drawing.map(drawing))</div>

      """
  }

  /// Paper for the script to draw on; without it the question is still there to be thought about.
  private func drawing(_ drawing: ExperimentCell.Drawing) -> HTML {
    let positions = drawing.positions.map(Figures.plain).joined(separator: ",")
    return """
      <p class="draw" data-value="\(String(describing: drawing.value))" data-at="\(positions)" \
      data-highest="\(Figures.plain(drawing.highest))">\(drawing.ask)</p>

      """
  }

  private var form: HTML {
    """
    <form class="cell-form" method="\(experiment.isLive ? "post" : "get")" action="\(page)#\(cell.id)" \
    aria-labelledby="\(cell.id)-title" novalidate>
    <input type="hidden" name="\(CellForm.cellField)" value="\(cell.id)">
    \(lessonField)\(fixed)<div class="fields">
    \(fields)</div>
    \(meanings)\(strayFaults)<div class="run-row">
    <button class="button primary" type="submit">Run</button>
    <button class="button cancel js-only" type="button" disabled>Cancel</button>
    <progress class="js-only" max="1" value="0" hidden aria-label="Progress of the run"></progress>
    <p class="state js-only"></p>
    </div>
    </form>

    """
  }

  private var lessonField: HTML? {
    guard let origin, !isInLesson else { return nil }
    return "<input type=\"hidden\" name=\"\(CellForm.lessonField)\" value=\"\(origin.name)\">\n"
  }

  /// Parameters that the reader cannot change here: the cell's own, and those of a permalink.
  private var fixed: [HTML] {
    experiment.schema.parameters.filter { parameter in
      !cell.adjustable.contains { $0.parameter == parameter.name }
        && (cell.parameters[parameter.name] != nil || run.submitted.contains { $0.name == parameter.name })
    }.map { parameter in
      """
      <input type="hidden" name="\(parameter.name)" value="\(value(of: parameter.name))" data-kind="\(kind(parameter))">

      """
    }
  }

  private func kind(_ parameter: Parameter) -> String {
    switch parameter.kind {
    case .integer, .optionalInteger, .number: "number"
    case .choices: "list"
    case .integers: "integers"
    case .flag: "flag"
    case .choice, .text: "text"
    }
  }

  /// More fields than this are folded away, unless one of them is not as it was by default.
  private static let mostFields = 8

  private var fields: HTML {
    let shown = cell.adjustable.prefix(ExperimentCellView.mostFields)
    let more = cell.adjustable.dropFirst(ExperimentCellView.mostFields)
    guard !more.isEmpty else { return "\(shown.map(field))" }
    let isOpen = more.contains { adjustable in
      guard let parameter = experiment.schema[adjustable.parameter] else { return false }
      let value = value(of: parameter.name)
      if isFromPreset(parameter.name) { return !value.isEmpty }
      return value != Figures.plain(experiment.schema.defaults[parameter.name])
    }
    return """
      \(shown.map(field))<details class="more"\(HTML.attribute("open", if: isOpen))>
      <summary>\(more.count) more \(more.count == 1 ? "parameter" : "parameters")</summary>
      <div class="fields">
      \(more.map(field))</div>
      </details>

      """
  }

  /// What the fields mean, folded away: in a lesson's cell it would stand between the reader and the run.
  private var meanings: HTML? {
    let parameters = cell.adjustable.compactMap { experiment.schema[$0.parameter] }
    guard !showsMeanings, !parameters.isEmpty else { return nil }
    let items: [HTML] = parameters.map { "<div><dt>\($0.label)</dt><dd>\($0.meaning)</dd></div>\n" }
    return """
      <details class="more"><summary>What the fields mean</summary>
      <dl class="meanings">
      \(items)</dl>
      </details>

      """
  }

  private func field(_ adjustable: ExperimentCell.Adjustable) -> HTML {
    guard let parameter = experiment.schema[adjustable.parameter] else { return .nothing }
    return FieldView(
      parameter: parameter, adjustable: adjustable, form: cell.id, value: value(of: parameter.name),
      faults: run.faults(of: parameter.name), inherited: inherited(parameter.name)
    ).html
  }

  /// Faults of parameters that have no field here.
  private var strayFaults: [HTML] {
    guard case .faults(let faults) = run.outcome else { return [] }
    return faults.filter { fault in !cell.adjustable.contains { $0.parameter == fault.parameter } }.map { fault in
      "<p class=\"fault\"><code>\(fault.parameter)</code>: \(fault.message)</p>\n"
    }
  }

  /// As sent, else as run, else as the lesson has it, else the schema's default. What a preset sets stays empty unless
  /// it was given: the form would send it back, and choosing another preset would change nothing.
  private func value(of name: String) -> String {
    if let sent = run.submitted.first(where: { $0.name == name }) { return sent.value }
    if isFromPreset(name) {
      return cell.parameters[name].map(CellValue.plain) ?? ""
    }
    if case .report(_, let arguments) = run.outcome { return Figures.plain(arguments[name]) }
    if let given = cell.parameters[name] { return CellValue.plain(given) }
    return experiment.schema[name] == nil ? "" : Figures.plain(experiment.schema.defaults[name])
  }

  private func isFromPreset(_ name: String) -> Bool { experiment.schema.presets?.set(name) == true }

  /// What holds for a parameter that is left to the preset.
  private func inherited(_ name: String) -> String? {
    guard isFromPreset(name) else { return nil }
    guard case .report(_, let arguments) = run.outcome else {
      return Figures.plain(experiment.schema.defaults[name])
    }
    return Figures.plain(arguments[name])
  }

  /// Always the same parts, so that a script can fill those that are empty. Without script the answer to a prediction
  /// stays folded until the reader opens it or sends the form.
  private var result: HTML {
    var reading = "This experiment uses real connections on the server, so it runs only when you ask."
    var isRefused = false
    var tables: [Table] = []
    var arguments: Arguments?
    switch run.outcome {
    case .notRun: break
    case .report(let report, let used):
      reading = report.reading
      tables = report.tables
      arguments = used
    case .faults:
      reading = "Not run: some of the values are not allowed. What is allowed stands beside each field."
      isRefused = true
    case .stopped(let reason):
      reading = reason
      isRefused = true
    }
    // Where a table shows the result best, it stands where else the chart does.
    let isTable = cell.view == .table
    let slot: HTML =
      isTable
      ? "<div class=\"chart-slot\" data-view=\"table\">\(tables.first.map(ReportView.table))</div>"
      : """
      <div class="chart-slot js-only" data-view="\(cell.view.rawValue)"\(HTML.attribute("data-rows", chartRows))></div>
      """
    let parts: HTML = """
      \(slot)
      <p class="reading">\(reading)</p>
      \(ReportView.tables(isTable ? Array(tables.dropFirst()) : tables))\(ReportView.parameters(arguments, schema: experiment.schema))\
      <div class="actions js-only"></div>
      \(CellLinksView(address: address).html)
      """
    return """
      <div class="result\(isRefused ? " result-refused" : "")">
      \(cell.prediction == nil ? parts : folded(parts))</div>

      """
  }

  private func folded(_ parts: HTML) -> HTML {
    """
    <details class="fold"\(HTML.attribute("open", if: !run.submitted.isEmpty))>\
    <summary class="no-js-only">Show the result</summary>
    \(parts)</details>

    """
  }

  /// How many rows the chart of the default result has, so that their room is kept: bars, or steps of an exchange. Nil
  /// where a chart's height does not depend on its result.
  private var chartRows: String? {
    guard case .report(let report, _) = run.outcome else { return nil }
    let rows: Int? =
      switch cell.view {
      case .bars: report.tables.first?.rows.count
      case .flow: report.result.longestSteps
      case .histogram, .lines, .timeline, .table: nil
      }
    return rows.map { String(min($0, 20)) }
  }
}

extension JSONValue {
  /// The length of the longest array named `steps` in it, if there is one.
  fileprivate var longestSteps: Int? {
    switch self {
    case .object(let members):
      members.compactMap { member in
        if member.name == "steps", case .array(let steps) = member.value { return steps.count }
        return member.value.longestSteps
      }.max()
    case .array(let elements): elements.compactMap(\.longestSteps).max()
    default: nil
    }
  }
}
