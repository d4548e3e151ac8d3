/// A lesson's page on 64 connections, beside other servers that send the same bytes.
struct PageBench: Benchmark {
  let name = "page"

  /// Every contender in turn, so often: what else the machine does disturbs all alike.
  private static let rounds = 7
  private static let seconds = 2
  private static let size = 20 * 1_024

  /// What was measured of a contender, by round.
  private struct Measured {
    let contender: any Contender
    /// Requests a second.
    var rates: [Double] = []
    /// Processor time of a request, in microseconds.
    var costs: [Double] = []
  }

  func findings() throws -> [Finding] {
    let folder = try TemporaryFolder()
    let wrk = try Wrk(in: folder)
    let ours = try CourseServer(in: folder)
    let page = try ours.lesson(ofBytes: PageBench.size)
    let others: [(name: String, start: () throws -> any Contender)] = [
      (NginxServer.name, { try NginxServer.start(page.body, in: folder) }),
      (BareServer.name, { try BareServer(page.answer, threads: Stopwatch.processors) }),
      (NodeServer.name, { try NodeServer.start(page.body, in: folder) }),
      (PythonServer.name, { try PythonServer.start(page.body, in: folder) }),
      (GoServer.name, { try GoServer.start(page.body, in: folder) }),
    ]
    var measured = [Measured(contender: ours)]
    var absent: [String] = []
    for other in others {
      do { measured.append(Measured(contender: try other.start())) } catch is Absent { absent.append(other.name) }
    }
    for _ in 0..<PageBench.rounds {
      for index in measured.indices {
        let contender = measured[index].contender
        let path = contender.name == ours.name ? page.path : "/page.html"
        let before = contender.processorTime
        let report = try wrk.load(port: contender.port, path, seconds: PageBench.seconds)
        let used = contender.processorTime - before
        measured[index].rates.append(report.rate)
        measured[index].costs.append(used / Double(report.requests) * 1e6)
      }
    }
    let size = Finding("\(page.path), uncompressed", Double(page.body.count), "bytes")
    return [size] + findings(measured[0], measured[1...], absent)
  }

  private func findings(_ ours: Measured, _ others: ArraySlice<Measured>, _ absent: [String]) -> [Finding] {
    var findings: [Finding] = []
    for one in [ours] + others {
      findings.append(Finding("requests, \(one.contender.name)", Series.median(one.rates), "a second"))
    }
    for one in others {
      let target: Finding.Target =
        switch one.contender.name {
        case NginxServer.name: .atLeast(1)
        case BareServer.name: .atLeast(0.85)
        default: .none
        }
      findings.append(
        Finding("requests beside \(one.contender.name)", Series.ratio(ours.rates, one.rates), "×", target))
    }
    for one in [ours] + others {
      findings.append(Finding("processor time of a request, \(one.contender.name)", Series.median(one.costs), "µs"))
    }
    for one in others where one.contender.name == NginxServer.name {
      findings.append(
        Finding("processor time beside \(one.contender.name)", Series.ratio(ours.costs, one.costs), "×", .atMost(1.1)))
    }
    // Nginx is what the server is measured by; the others are there to see where it stands.
    return findings + absent.map { Finding(absent: $0, isRequired: $0 == NginxServer.name) }
  }
}
