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

/// Asks again until it holds, for at most 10 s.
func eventually(_ condition: () -> Bool) -> Bool {
  Patience(until: .now + .seconds(10), isCancelled: { false }).sleep(until: condition)
}
