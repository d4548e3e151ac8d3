internal import HTTP
internal import JSON
internal import Store

/// Answers what operators and their tools ask.
struct OperationHandlers: Sendable {
  let context: SiteContext

  /// True for as long as the process answers at all.
  func health(_ request: Request, _ parameters: PathParameters) -> Reply { .response(status(.ok, "ok")) }

  /// False once the server is about to stop, so that a balancer sends nothing more.
  func readiness(_ request: Request, _ parameters: PathParameters) -> Reply {
    context.isDraining ? .response(status(.serviceUnavailable, "stopping")) : .response(status(.ok, "ready"))
  }

  /// To this machine, or to who knows the token. What came through a proxy is not from this machine, nor is what comes
  /// from a trusted proxy's address: a proxy that adds no field hands on what a client says of itself.
  func metrics(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    guard request.peer.isLoopback && !isProxied(request) || hasToken(request) else {
      throw Problem(
        .forbidden,
        request.isFromProxy
          ? "What comes through a proxy needs Authorization: Bearer with the token in COURSE_METRICS_TOKEN. Without it the metrics are for this machine alone, asked directly and from an address that is no trusted proxy's."
          : "The metrics are for this machine, asked directly, or for who sends Authorization: Bearer with the token in COURSE_METRICS_TOKEN."
      )
    }
    return .response(
      Response(
        type: "text/plain; version=0.0.4; charset=utf-8",
        headers: SecurityHeaders.data.with("Cache-Control", "no-store"), body: Array(context.metrics.text.utf8)))
  }

  private func isProxied(_ request: Request) -> Bool {
    request.isFromProxy
      || ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Via"]
        .contains { request.headers.contains($0) }
  }

  private func hasToken(_ request: Request) -> Bool {
    guard let token = context.settings.metricsToken, let given = request.headers["Authorization"] else { return false }
    // Digests are compared, so that the time tells nothing of the token.
    return Digest(of: Array(given.utf8)) == Digest(of: Array("Bearer \(token)".utf8))
  }

  private func status(_ status: Status, _ word: String) -> Response {
    JSONResponse.response((["status": .string(word)] as JSONValue).bytes, status)
  }
}
