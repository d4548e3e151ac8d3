import Glibc

/// What connections cost on which nothing happens.
struct IdleConnectionsBench: Benchmark {
  let name = "idle-connections"

  private static let count = 10_000

  func findings() throws -> [Finding] {
    try raiseDescriptorLimit()
    let folder = try TemporaryFolder()
    let server = try CourseServer(in: folder)
    let page = try server.lesson(ofBytes: 20 * 1_024)
    // What the first requests make the server allocate belongs to no connection.
    try server.warmUp(page.path)
    let before = try server.residentMemory()
    var connections: [PlainConnection] = []
    for _ in 0..<IdleConnectionsBench.count {
      let connection = try PlainConnection(port: server.port)
      // Each has been used, as a reader's has between two pages.
      guard try connection.get(page.path).status == 200 else { throw BenchFailure("a page was refused") }
      connections.append(connection)
    }
    let after = try server.residentMemory()
    let open = connections.count { $0.isOpen }
    let bytes = Double(after - before) / Double(IdleConnectionsBench.count)
    return [
      Finding("connections that stayed open", Double(open), "", .atLeast(Double(IdleConnectionsBench.count))),
      Finding("resident memory", bytes, "bytes each", .atMost(2_048)),
    ]
  }

  /// Both this program and the server, which inherits it, need a descriptor for each connection.
  private func raiseDescriptorLimit() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let needed = rlim_t(IdleConnectionsBench.count + 200)
    guard limit.rlim_max >= needed else {
      throw BenchFailure("a process may have \(limit.rlim_max) descriptors only; \(needed) are needed")
    }
    limit.rlim_cur = max(limit.rlim_cur, needed)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
