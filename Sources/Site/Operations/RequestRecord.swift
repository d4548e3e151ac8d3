internal import HTTP

/// What is known of a request while it is being answered, for the metrics and the log.
struct RequestRecord: Sendable {
  let context: SiteContext
  let request: Request
  /// The route's pattern, empty where none was chosen.
  let route: String
  let begun: UInt64

  init(_ context: SiteContext, _ request: Request, _ route: String, _ begun: UInt64) {
    self.context = context
    self.request = request
    self.route = route
    self.begun = begun
  }

  func finish(_ status: Status, isReady: Bool = false) {
    let duration = context.clock() - begun
    context.metrics.count(route: route, method: request.method.rawValue, status: status.code, duration: duration)
    guard logs(status, isReady) else { return }
    context.log.write(
      status.code >= 500 ? "error" : "info", "request",
      [
        ("id", request.idText), ("method", request.method.rawValue), ("path", request.path),
        ("status", String(status.code)), ("us", String(duration / 1000)), ("peer", request.peer.host),
      ])
  }

  private func logs(_ status: Status, _ isReady: Bool) -> Bool {
    switch context.log.level {
    case .none: false
    case .problems: status.code >= 400
    case .requests: !isReady || status.code >= 400
    case .all: true
    }
  }

  /// The response with the request's id.
  func marked(_ response: Response) -> Response {
    var response = response
    response.headers["X-Request-Id"] = request.idText
    return response
  }
}
