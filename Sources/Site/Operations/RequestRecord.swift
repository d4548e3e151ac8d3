internal import HTTP

/// What is known of a request while it is being answered, for the metrics.
struct RequestRecord: Sendable {
  let context: SiteContext
  let request: Request
  /// That of the route, or where none was chosen that of the empty one.
  let tally: Metrics.Tally
  let begun: UInt64

  init(_ context: SiteContext, _ request: Request, _ tally: Metrics.Tally, _ begun: UInt64) {
    self.context = context
    self.request = request
    self.tally = tally
    self.begun = begun
  }

  func finish(_ response: Response) { finish(response.status(for: request, now: context.time() / 1000)) }

  func finish(_ ready: ReadyResponse) { finish(ready.status(for: request, now: context.time() / 1000)) }

  /// - Parameter status: nil if the request is refused after all, and counted with that.
  private func finish(_ status: Status?) {
    guard let status else { return }
    tally.count(method: request.method.rawValue, status: status.code, duration: context.clock() - begun)
  }

  /// The response with the request's id.
  func marked(_ response: Response) -> Response {
    var response = response
    response.headers["X-Request-Id"] = request.idText
    return response
  }
}
