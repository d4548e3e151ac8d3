package import HTTP

/// Live runs cost sockets and time, so each address gets so many: enough for a class behind one.
package final class LiveRunLimits: Sendable {
  package static let limit = RateLimit(name: "live-runs", quota: 120, window: 60)

  private let meter = RequestMeter(
    limit, detail: "At most \(limit.quota) live runs in \(limit.window) s start from one address.")

  package init() {}

  /// Takes one run.
  /// - Parameter now: In nanoseconds of a clock that never goes back.
  /// - Returns: Fields that tell how much is left.
  /// - Throws: `Problem`: 429 if none is left.
  package func take(_ request: Request, now: UInt64) throws -> HeaderFields {
    try meter.take(request.peer.network, now: now)
  }

  /// What a run that was taken asks of the threads. If it is not let in, it does not count.
  package func counted(_ demand: WorkDemand, for request: Request) -> WorkDemand {
    var demand = demand
    demand.whenRefused = { [meter] in meter.giveBack(request.peer.network) }
    return demand
  }
}
