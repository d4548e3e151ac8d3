package import HTTP

/// Live runs cost sockets and time, so each person gets so many, and each address for whoever is not known: enough for a
/// class behind one.
package final class LiveRunLimits: Sendable {
  package static let limit = RateLimit(name: "live-runs", quota: 120, window: 60)

  private let person = RequestMeter(
    limit, detail: "At most \(limit.quota) live runs in \(limit.window) s are started by one person.")
  private let address = RequestMeter(
    limit,
    detail:
      "At most \(limit.quota) live runs in \(limit.window) s are started from one address by whoever is not known.")

  package init() {}

  /// Takes one run.
  /// - Parameters:
  ///   - caller: Nil for whoever is not known.
  ///   - now: In nanoseconds of a clock that never goes back.
  /// - Returns: Fields that tell how much is left.
  /// - Throws: `Problem`: 429 if none is left.
  package func take(_ request: Request, by caller: Caller?, now: UInt64) throws -> HeaderFields {
    let (meter, client) = counted(request, caller)
    return try meter.take(client, now: now)
  }

  /// What a run that was taken asks of the threads. If it is not let in, it does not count.
  package func counted(_ demand: WorkDemand, for request: Request, by caller: Caller?) -> WorkDemand {
    let (meter, client) = counted(request, caller)
    var demand = demand
    demand.whenRefused = { meter.giveBack(client) }
    return demand
  }

  private func counted(_ request: Request, _ caller: Caller?) -> (meter: RequestMeter, client: String) {
    caller.map { (person, $0.person.limitName) } ?? (address, request.peer.network)
  }
}
