import Courseware
import Simulation

/// A cell on paper: what it asks stands in the text, what came of it where no eye meets it first.
struct PrintCellView {
  let cell: ExperimentCell
  let lesson: Lesson
  let run: CellRun

  /// In its place in the text. Where nothing is to be predicted, with its result.
  var inText: HTML {
    let ask: HTML? = cell.prediction.map { prediction in
      """
      <p class="ask"><strong>Predict first.</strong> \(prediction.ask) \
      <span class="blank" aria-hidden="true"></span> \(prediction.unit)</p>
      \(prediction.drawing.map { "<p class=\"ask\">\($0.ask)</p>\n" })
      """
    }
    let place: HTML =
      report == nil
      ? "It uses real connections, so it runs only when you ask: at"
      : cell.prediction == nil
        ? "Run it at" : "<a href=\"#\(anchor)\">Measured</a> at the end of this lesson. Run it at"
    return """
      <div class="cell">
      <p class="cell-kind">Experiment</p>
      <p class="cell-title">\(cell.title)</p>
      \(ask)\(cell.prediction == nil ? result : nil)<p class="small">\(place) \
      <a href="/lessons/\(lesson.slug)#\(cell.id)">/lessons/\(lesson.slug)#\(cell.id)</a></p>
      </div>

      """
  }

  /// Among the answers; nil where there is nothing to tell, or where it was told in the text.
  var atEnd: HTML? {
    guard let prediction = cell.prediction, let result else { return nil }
    return """
      <div class="cell answer-cell\(isWide ? " wide" : "")" id="\(anchor)">
      <p class="cell-title">\(cell.title)</p>
      <p class="asked small">\(prediction.ask)</p>
      \(result)</div>

      """
  }

  static func question(_ cell: QuizCell, number: Int) -> HTML {
    let choices: [HTML] = cell.choices.map { "<li>\(HTML(safe: $0.text))</li>\n" }
    return """
      <div class="cell quiz">
      <p class="cell-kind">Question \(number)</p>
      <p class="cell-title">\(HTML(safe: cell.question))</p>
      <ul>
      \(choices)</ul>
      </div>

      """
  }

  static func answer(_ cell: QuizCell, number: Int) -> HTML {
    let right: [HTML] = cell.choices.filter(\.isRight).map { choice in
      "<p><strong>\(HTML(safe: choice.text))</strong>\(choice.why.isEmpty ? nil : " \(HTML(safe: choice.why))")</p>\n"
    }
    return """
      <div class="cell quiz answer-cell">
      <p class="cell-kind">Question \(number): the answer</p>
      \(right)\(cell.explanation.isEmpty ? nil : "<p>\(HTML(safe: cell.explanation))</p>\n")</div>

      """
  }

  // MARK: Parts

  private var anchor: String { "\(lesson.slug).\(cell.id).measured" }

  private var report: Report? {
    if case .report(let report, _) = run.outcome { return report }
    return nil
  }

  /// Too wide for half a page.
  private var isWide: Bool {
    cell.view == .table && (report?.tables.first?.columns.count ?? 0) > 2
  }

  /// In words, with a place for the chart that `js/page/print.js` draws, and the table that stands there until then.
  private var result: HTML? {
    guard let report, let experiment = Experiments[cell.experiment] else { return nil }
    let address = CellAddress(cell: cell, experiment: experiment, run: run, page: "")
    let figure: HTML? =
      cell.view == .table
      ? nil
      : """
      <div class="print-figure js-only" data-experiment="\(cell.experiment)" data-view="\(cell.view.rawValue)" \
      data-from="\(address.data())" data-engine="\(Catalogue.engine)"></div>

      """
    return """
      <p class="reading">\(report.reading)</p>
      \(figure)\(report.tables.first.map(ReportView.table))
      """
  }
}
