import JSON

/// This very program, serving the course.
struct CourseServer: Contender {
  let name = "this server"
  let process: ChildProcess
  let port: Int

  var processorTime: Double { ProcessTable.processorTime(ofGroup: process.id) }

  /// Starts it, with everything as usual. It answers once this returns.
  /// - Parameters:
  ///   - folder: Where its database is.
  ///   - lessons: The folder of the lessons; nil for those of the course.
  ///   - options: Further options.
  init(in folder: TemporaryFolder, lessons: String? = nil, options: [String] = []) throws(BenchFailure) {
    var arguments = ["/proc/self/exe", "serve", "--port", "0"] + options
    if let lessons { arguments += ["--lessons", lessons] }
    process = try ChildProcess(arguments, environment: ["COURSE_DATABASE=\(folder.path)/course.sqlite"], in: folder)
    let line = try process.line()
    guard let digits = line.split(separator: ":").last, let port = Int(digits) else {
      throw BenchFailure("the server does not tell its port: \(line)")
    }
    self.port = port
  }

  /// A lesson's page, uncompressed.
  struct Page {
    let path: String
    let body: [UInt8]
    /// The whole answer, head and all.
    let answer: [UInt8]
  }

  /// The lesson whose page is nearest to so many bytes.
  func lesson(ofBytes size: Int) throws(BenchFailure) -> Page {
    let connection = try PlainConnection(port: port)
    let list = try connection.get("/api/v1/lessons")
    guard let document = try? JSONParser.parse(list.body), case .array(let lessons)? = document["lessons"] else {
      throw BenchFailure("the list of lessons is not understood")
    }
    var best: Page?
    for lesson in lessons {
      guard case .string(let slug)? = lesson["slug"] else { throw BenchFailure("a lesson has no slug") }
      let page = try page("/lessons/\(slug)", connection)
      if let found = best, abs(found.body.count - size) <= abs(page.body.count - size) { continue }
      best = page
    }
    guard let best else { throw BenchFailure("there is no lesson") }
    return best
  }

  /// About a thousand requests for a page, on as many connections as the load will have.
  func warmUp(_ path: String) throws(BenchFailure) {
    var connections: [PlainConnection] = []
    for _ in 0..<Wrk.connections { connections.append(try PlainConnection(port: port)) }
    for _ in 0..<16 {
      for connection in connections {
        guard try connection.get(path).status == 200 else { throw BenchFailure("\(path) was refused") }
      }
    }
  }

  /// In bytes.
  func residentMemory() throws(BenchFailure) -> Int {
    guard let bytes = ProcessTable.residentMemory(of: process.id) else { throw BenchFailure("the server ended") }
    return bytes
  }

  private func page(_ path: String, _ connection: PlainConnection) throws(BenchFailure) -> Page {
    // The first answer may come from whoever renders the page, the second is the one that is kept.
    _ = try connection.get(path)
    let answer = try connection.get(path)
    guard answer.status == 200 else { throw BenchFailure("\(path) is answered with \(answer.status)") }
    return Page(path: path, body: answer.body, answer: answer.whole)
  }
}
