internal import HTTP

/// What is known of a request while it is being answered, for the metrics.
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

  func finish(_ status: Status) {
    context.metrics.count(
      route: route, method: request.method.rawValue, status: status.code, duration: context.clock() - begun)
  }

  /// The response with the request's id.
  func marked(_ response: Response) -> Response {
    var response = response
    response.headers["X-Request-Id"] = request.idText
    return response
  }
}
