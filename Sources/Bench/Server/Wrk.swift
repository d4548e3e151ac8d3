/// The load generator wrk.
struct Wrk {
  private let program: String
  private let folder: TemporaryFolder

  static let connections = 64

  init(in folder: TemporaryFolder) throws(BenchFailure) {
    guard let program = Program.path(of: "wrk") else {
      throw BenchFailure("wrk is not installed; `make bench` installs it")
    }
    self.program = program
    self.folder = folder
  }

  /// Asks for a page as often as it gets it, on 64 connections.
  /// - Throws: also if any request failed.
  func load(port: Int, _ path: String, seconds: Int) throws(BenchFailure) -> WrkReport {
    let url = "http://127.0.0.1:\(port)\(path)"
    let child = try ChildProcess(
      [
        program, "--threads", "\(min(2, Stopwatch.processors))", "--connections", "\(Wrk.connections)", "--duration",
        "\(seconds)s", url,
      ], in: folder)
    let text = try child.wholeOutput(within: .seconds(seconds + 30))
    guard let report = WrkReport(text) else { throw BenchFailure("wrk's report is not understood:\n\(text)") }
    guard report.failures == 0, report.requests > 0 else {
      throw BenchFailure("\(report.failures) requests of wrk to \(url) failed")
    }
    return report
  }
}
