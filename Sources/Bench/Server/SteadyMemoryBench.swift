/// Whether memory grows with the requests that were served.
struct SteadyMemoryBench: Benchmark {
  let name = "steady-memory"

  private static let million = 1_000_000

  func findings() throws -> [Finding] {
    let folder = try TemporaryFolder()
    let wrk = try Wrk(in: folder)
    let server = try CourseServer(in: folder)
    let page = try server.lesson(ofBytes: 20 * 1_024)
    try server.warmUp(page.path)
    let early = try server.residentMemory()
    var requests = 0
    while requests < SteadyMemoryBench.million {
      requests += try wrk.load(port: server.port, page.path, seconds: 5).requests
    }
    let late = try server.residentMemory()
    return [
      Finding("resident memory after a thousand requests", Double(early) / 1_048_576, "MiB"),
      Finding("resident memory after \(requests) requests", Double(late) / 1_048_576, "MiB"),
      Finding("growth", Double(late) / Double(early), "×", .atMost(1.01)),
    ]
  }
}
