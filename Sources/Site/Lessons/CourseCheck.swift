package import Courseware
internal import Dispatch
internal import JSON
internal import Simulation
internal import Synchronization

/// Everything that is wrong with a folder of lessons, claims included.
package struct CourseCheck: Sendable {
  /// What was found, and in how much.
  package struct Outcome: Sendable {
    /// Sorted by file and line.
    package var findings: [Finding]
    package var lessons: Int
    package var claims: Int
  }

  private let settings: SiteSettings
  private let runner: ExperimentRunner

  package init(_ settings: SiteSettings) {
    self.settings = settings
    // Many short runs side by side use the cores better than one after another with many threads.
    runner = ExperimentRunner(threads: 1)
  }

  /// - Parameter progress: Takes how many cells are done, and of how many; from any thread.
  /// - Throws: If the static files cannot be read.
  package func run(
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws(SiteFiles.Failure) -> Outcome {
    let assets = try SiteFiles.assets(settings)
    let reading = CourseReader(rules: CourseRules(assets: assets), reservedAnchors: SiteFiles.reservedAnchors)
      .read(folder: settings.lessons)
    let cells = reading.course.lessons.flatMap { lesson in lesson.experiments.map { (file: lesson.file, cell: $0) } }
    let state = Mutex((findings: reading.findings, done: 0))
    DispatchQueue.concurrentPerform(iterations: cells.count) { index in
      let found = findings(cells[index].cell, file: cells[index].file)
      let done = state.withLock { state in
        state.findings += found
        state.done += 1
        return state.done
      }
      progress(done, cells.count)
    }
    return Outcome(
      findings: state.withLock { $0.findings }.sorted(), lessons: reading.course.lessons.count,
      claims: cells.reduce(0) { $0 + $1.cell.claims.count })
  }

  private func findings(_ cell: ExperimentCell, file: String) -> [Finding] {
    // What the reader has found already is not said again: an unknown experiment, parameters that are not allowed.
    guard let experiment = Experiments[cell.experiment] else { return [] }
    var findings: [Finding] = []
    // A live experiment runs too: its times are the clock's, but its counts are what the lesson says. Once for each set
    // of parameters, since the runner keeps the results of pure experiments only.
    var results: [[UInt8]: JSONValue?] = [:]
    func result(_ parameters: JSONValue) throws -> JSONValue? {
      if let known = results[parameters.bytes] { return known }
      let result = try self.result(experiment, parameters)
      results[parameters.bytes] = .some(result)
      return result
    }
    func find(_ line: Int, _ message: String) { findings.append(Finding(file: file, line: line, message: message)) }
    do {
      if let result = try result(cell.parameters), let prediction = cell.prediction {
        _ = try prediction.value.number(in: result)
        if let drawing = prediction.drawing { _ = try drawing.value.numbers(in: result) }
      }
    } catch {
      find(cell.prediction?.line ?? cell.line, "The prediction cannot be compared: \(CourseCheck.words(error))")
    }
    for claim in cell.claims {
      do {
        guard let result = try result(cell.parameters.merged(with: claim.with)) else { continue }
        if let fault = claim.fault(in: result) { find(claim.line, fault) }
      } catch {
        find(claim.line, "The claim cannot be checked: \(CourseCheck.words(error))")
      }
    }
    return findings
  }

  /// Nil if the parameters are not allowed.
  private func result(_ experiment: any Experiment, _ parameters: JSONValue) throws -> JSONValue? {
    guard let arguments = try? experiment.arguments(json: parameters) else { return nil }
    return try JSONParser.parse(try runner.run(experiment, arguments).json)["result"]
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let fault as ResultPath.Fault: fault.message
    case RunStopped.bound(let reason): reason
    default: "\(error)"
    }
  }
}
