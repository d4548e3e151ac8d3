import Glibc
package import JSON

/// Connections that each hand something in again as soon as it was acknowledged.
package final class SubmissionLoad {
  /// What every submission holds.
  let body: [UInt8]
  private let connections: [PlainConnection]
  /// A request of each person, in turn, so that nobody hands in more often than they may; in two parts, between which the
  /// number goes that makes its key.
  private let requests: [(head: [UInt8], tail: [UInt8])]
  private var sent = 0

  /// - Parameters:
  ///   - exercise: One that is graded by what is chosen for each of its fields, unless a body is given.
  init(
    _ server: CourseServer, connections: Int, exercise: String, body given: [UInt8]? = nil, tokens: [String]
  ) throws(BenchFailure) {
    var open: [PlainConnection] = []
    for _ in 0..<connections { open.append(try PlainConnection(port: server.port)) }
    self.connections = open
    var body = given
    if body == nil {
      let description = try open[0].get("/api/v1/exercises/\(exercise)")
      body = (try? JSONParser.parse(description.body)).flatMap(SubmissionLoad.body)
    }
    guard let body else { throw BenchFailure("the exercise \(exercise) is not understood") }
    self.body = body
    let mark = "NUMBER"
    requests = tokens.map { token in
      let parts = String(
        decoding: PlainConnection.post(
          "/api/v1/exercises/\(exercise)/submissions", body,
          fields: [("Authorization", "Bearer \(token)"), ("Idempotency-Key", "\"\(mark)\"")]),
        as: UTF8.self
      ).split(separator: mark, maxSplits: 1)
      return (Array(parts[0].utf8), Array(parts[1].utf8))
    }
  }

  /// The first choice for every field.
  /// - Parameter exercise: As the server describes it.
  package static func body(_ exercise: JSONValue) -> [UInt8]? {
    let schema = exercise["schema"]?["properties"]?["answers"]?["properties"]
    guard case .object(let fields)? = schema else { return nil }
    var answers: [JSONMember] = []
    for field in fields {
      guard case .array(let choices)? = field.value["enum"], let choice = choices.first else { return nil }
      answers.append(JSONMember(field.name, choice))
    }
    return (["answers": .object(answers)] as JSONValue).bytes
  }

  /// Hands in for so long, then waits for what is under way.
  /// - Returns: submissions acknowledged a second.
  func rate(seconds: Double) throws(BenchFailure) -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    var waiting = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    for connection in connections { try connection.send(next()) }
    var acknowledged = 0
    var underWay = connections.count
    while underWay > 0 {
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { throw BenchFailure("submissions take too long") }
      for index in waiting.indices where waiting[index].revents != 0 {
        try SubmissionLoad.receive(on: connections[index])
        acknowledged += 1
        if ContinuousClock.now < end {
          try connections[index].send(next())
        } else {
          underWay -= 1
          waiting[index].fd = -1
        }
      }
    }
    return Double(acknowledged) / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// How many seconds each took, handed in one after the other on the first connection.
  /// - Parameters:
  ///   - least: How many at least.
  ///   - crowd: Hands in meanwhile, on all of its connections.
  ///   - all: How many the crowd hands in at least.
  func waits(_ least: Int, beside crowd: SubmissionLoad? = nil, handingIn all: Int = 0) throws(BenchFailure) -> [Double]
  {
    var lanes = [(load: self, connection: connections[0])]
    if let crowd { lanes += crowd.connections.map { (crowd, $0) } }
    var waiting = lanes.map { pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0) }
    var waits: [Double] = []
    var left = all
    var underWay = lanes.count
    var begun = ContinuousClock.now
    for lane in lanes { try lane.connection.send(lane.load.next()) }
    while underWay > 0 {
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { throw BenchFailure("submissions take too long") }
      for index in waiting.indices where waiting[index].revents != 0 {
        try SubmissionLoad.receive(on: lanes[index].connection)
        if index == 0 { waits.append((ContinuousClock.now - begun) / .seconds(1)) } else { left -= 1 }
        if waits.count < least || left > 0 {
          if index == 0 { begun = .now }
          try lanes[index].connection.send(lanes[index].load.next())
        } else {
          underWay -= 1
          waiting[index].fd = -1
        }
      }
    }
    return waits
  }

  /// Takes an answer that says the submission is on the disk: graded, or to be graded.
  private static func receive(on connection: PlainConnection) throws(BenchFailure) {
    let status = try connection.receiveStatus()
    guard status == 201 || status == 202 else { throw BenchFailure("a submission is answered with \(status)") }
  }

  private func next() -> [UInt8] {
    sent += 1
    let (head, tail) = requests[sent % requests.count]
    return head + String(sent).utf8 + tail
  }
}
