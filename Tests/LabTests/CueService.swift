import Lab

/// Performs one list of cues for each request, in their order, and keeps what it was told.
struct CueService: ScriptedService {
  var scripts: [[Cue]]
  var requests: [ReceivedRequest] = []
  var endings: [ConnectionEnding] = []

  init(_ scripts: [Cue]...) { self.scripts = scripts }

  mutating func received(_ request: ReceivedRequest, at time: Duration) -> [Order] {
    requests.append(request)
    let cues = scripts.isEmpty ? [.close] : scripts.removeFirst()
    return [.perform(cues, on: request.connection)]
  }

  mutating func ended(_ connection: Int, _ ending: ConnectionEnding, at time: Duration) { endings.append(ending) }
}

/// Starts a server, lets the body use it and stops it.
func withServer<Service: ScriptedService, Result>(
  _ service: Service, limits: ServerLimits = ServerLimits(), _ body: (ScriptedServer<Service>) throws -> Result
) throws -> Result {
  let server = try ScriptedServer(service, limits: limits)
  defer { server.stop() }
  return try body(server)
}

/// Asks again until it holds, for far longer than it takes on the busiest machine.
func eventually(_ condition: () -> Bool) -> Bool {
  Patience(until: .now + .seconds(120), isCancelled: { false }).sleep(until: condition)
}

/// Times for what a timeout or a deadline cuts off: where the machine is busy, what has to come before it needs more.
let everLonger = [1, 4, 16]
