/// How long it takes from starting the server to the first byte of a page.
struct StartBench: Benchmark {
  let name = "start"

  private static let starts = 9
  private static let lessons = 200

  func findings() throws -> [Finding] {
    let folder = try TemporaryFolder()
    let lessons = "\(folder.path)/lessons"
    try ManyLessons.write(StartBench.lessons, into: folder, "lessons")
    var few: [Double] = []
    var many: [Double] = []
    for _ in 0..<StartBench.starts {
      few.append(try milliseconds(in: folder, nil))
      many.append(try milliseconds(in: folder, lessons))
    }
    return [
      Finding("to the first byte, this course", Series.median(few), "ms"),
      Finding("to the first byte, \(StartBench.lessons) lessons", Series.median(many), "ms", .atMost(100)),
    ]
  }

  private func milliseconds(in folder: TemporaryFolder, _ lessons: String?) throws -> Double {
    try Stopwatch.once {
      let server = try CourseServer(in: folder, lessons: lessons)
      let connection = try PlainConnection(port: server.port)
      try connection.send(PlainConnection.get("/"))
      try connection.waitForFirstByte()
    } * 1_000
  }
}
