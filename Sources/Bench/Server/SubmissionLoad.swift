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
    var acknowledged = 0
    try SubmissionLoad.handIn(connections.map { (self, $0) }) { _ in
      acknowledged += 1
      return ContinuousClock.now < end
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
    var lanes: [Lane] = [(self, connections[0])]
    if let crowd { lanes += crowd.connections.map { (crowd, $0) } }
    var waits: [Double] = []
    var left = all
    var begun = ContinuousClock.now
    try SubmissionLoad.handIn(lanes) { index in
      if index == 0 { waits.append((ContinuousClock.now - begun) / .seconds(1)) } else { left -= 1 }
      if index == 0 { begun = .now }
      return waits.count < least || left > 0
    }
    return waits
  }

  private typealias Lane = (load: SubmissionLoad, connection: PlainConnection)

  /// Hands in on every lane, and again on each whose submission was acknowledged, as long as there is to be more.
  /// - Parameter goesOn: Called with a lane's place once one of its submissions was acknowledged.
  private static func handIn(_ lanes: [Lane], while goesOn: (Int) -> Bool) throws(BenchFailure) {
    var waiting = lanes.map { pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0) }
    for lane in lanes { try lane.connection.send(lane.load.next()) }
    var underWay = lanes.count
    while underWay > 0 {
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { throw BenchFailure("submissions take too long") }
      for index in waiting.indices where waiting[index].revents != 0 {
        try receive(on: lanes[index].connection)
        if goesOn(index) {
          try lanes[index].connection.send(lanes[index].load.next())
        } else {
          underWay -= 1
          waiting[index].fd = -1
        }
      }
    }
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
