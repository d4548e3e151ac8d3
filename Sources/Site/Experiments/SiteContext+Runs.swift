internal import Courseware
internal import HTTP
internal import Simulation

extension SiteContext {
  /// What the cells of a page show before a reader has changed anything, by the cells' ids.
  func defaultRuns(_ cells: [ExperimentCell]) throws -> [String: CellRun] {
    var runs: [String: CellRun] = [:]
    for cell in cells {
      guard let experiment = Experiments[cell.experiment] else { continue }
      runs[cell.id] =
        experiment.isLive
        ? CellRun(outcome: .notRun)
        : try cellRun(experiment) { () throws(InvalidParameters) in try experiment.arguments(json: cell.parameters) }
    }
    return runs
  }

  /// What an experiment's own page shows at first.
  func defaultRun(_ experiment: any Experiment) throws -> CellRun {
    experiment.isLive ? CellRun(outcome: .notRun) : try cellRun(experiment) { experiment.schema.defaults }
  }

  /// What a cell shows after its form was sent.
  func run(
    _ experiment: any Experiment, _ sent: [(name: String, value: String)], _ cancellation: Cancellation
  ) throws -> CellRun {
    let pairs = CellForm.pairs(sent, experiment: experiment)
    return try cellRun(experiment, submitted: pairs, isCancelled: { cancellation.isCancelled }) {
      () throws(InvalidParameters) in try experiment.arguments(query: pairs)
    }
  }

  /// What the run of a form asks of the threads. One that will be refused takes no time.
  func demand(_ experiment: any Experiment, _ sent: [(name: String, value: String)]) -> WorkDemand {
    let pairs = CellForm.pairs(sent, experiment: experiment)
    guard let arguments = try? experiment.arguments(query: pairs) else { return .interactive(seconds: 0) }
    return runner.demand(experiment, arguments)
  }

  private func cellRun(
    _ experiment: any Experiment, submitted: [(name: String, value: String)] = [],
    isCancelled: @escaping @Sendable () -> Bool = { false }, arguments: () throws(InvalidParameters) -> Arguments
  ) throws -> CellRun {
    do {
      let result = try runner.run(experiment, try arguments(), isCancelled: isCancelled)
      return CellRun(submitted: submitted, outcome: .report(result.report, result.arguments))
    } catch let invalid as InvalidParameters {
      return CellRun(submitted: submitted, outcome: .faults(invalid.faults))
    } catch RunStopped.bound(let reason) {
      return CellRun(submitted: submitted, outcome: .stopped(reason))
    }
  }
}

extension CellRun {
  /// The status of a page that shows this.
  var status: Status {
    switch outcome {
    case .notRun, .report: .ok
    case .faults, .stopped: .badRequest
    }
  }
}
