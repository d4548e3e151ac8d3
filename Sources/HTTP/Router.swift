/// Finds the handler for a method and path. HEAD is answered by the handler for GET, OPTIONS by the router itself, and a
/// path that exists for other methods with 405 and `Allow`.
package struct Router: Sendable {
  package typealias Handler = @Sendable (Request, PathParameters) throws -> Reply

  private struct Route: Sendable {
    let pattern: PathPattern
    var handlers: [(method: Method, handler: Handler)]

    mutating func add(_ method: Method, _ handler: @escaping Handler) {
      precondition(self[method] == nil, "\(method.rawValue) \(pattern.text) is there already")
      handlers.append((method, handler))
    }

    subscript(method: Method) -> Handler? { handlers.first { $0.method == method }?.handler }

    var allow: String {
      var methods = handlers.map(\.method)
      if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
      if !methods.contains(.options) { methods.append(.options) }
      return methods.map(\.rawValue).joined(separator: ", ")
    }
  }

  /// Paths without parameters, and those with, in the order in which they were added.
  private var literals: [String: Route] = [:]
  private var patterns: [Route] = []
  private var order: [String] = []

  package init() {}

  /// Adds a route. A literal path wins over a pattern that matches it too; among patterns the first added wins.
  /// - Precondition: the method and pattern were not added before.
  package mutating func on(_ method: Method, _ pattern: String, _ handler: @escaping Handler) {
    let parsed = PathPattern(pattern)
    if parsed.isLiteral {
      literals[pattern, default: Route(pattern: parsed, handlers: [])].add(method, handler)
    } else if let index = patterns.firstIndex(where: { $0.pattern.text == pattern }) {
      patterns[index].add(method, handler)
    } else {
      patterns.append(Route(pattern: parsed, handlers: [(method, handler)]))
    }
    order.append(pattern)
  }

  /// Every route, in the order in which they were added.
  package var routes: [(method: Method, pattern: String)] {
    var seen: Set<String> = []
    return order.filter { seen.insert($0).inserted }.flatMap { pattern in
      let route = literals[pattern] ?? patterns.first { $0.pattern.text == pattern }
      return (route?.handlers ?? []).map { ($0.method, pattern) }
    }
  }

  /// Answers by the handler for the request's method and path.
  /// - Throws: `Refusal` with 404 or 405 if there is none, and whatever the handler throws.
  package func reply(to request: Request) throws -> Reply {
    if request.path == "*" {
      return .response(
        Response(.noContent, headers: ["Allow": Method.allCases.map(\.rawValue).joined(separator: ", ")]))
    }
    guard let (route, parameters) = find(request) else {
      throw Refusal(.notFound, "There is nothing at this address.")
    }
    let wanted = request.method == .head && route[.head] == nil ? .get : request.method
    if let handler = route[wanted] { return try handler(request, parameters) }
    let allowed = ["Allow": route.allow] as HeaderFields
    if request.method == .options { return .response(Response(.noContent, headers: allowed)) }
    throw Refusal(.methodNotAllowed, "This address does not answer that method.", headers: allowed)
  }

  private func find(_ request: Request) -> (Route, PathParameters)? {
    if let route = literals[request.path] { return (route, PathParameters()) }
    let segments = request.segments
    for route in patterns {
      if let parameters = route.pattern.match(segments) { return (route, parameters) }
    }
    return nil
  }
}
