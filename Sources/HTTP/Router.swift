/// Finds the handler for a method and path. HEAD is answered by the handler for GET, OPTIONS by the router itself, and a
/// path that exists for other methods with 405 and `Allow`.
package struct Router: Sendable {
  package typealias Handler = @Sendable (Request, PathParameters) throws -> Reply

  /// What answers at one pattern, by method.
  private struct Handlers: Sendable {
    private(set) var all: [(method: Method, handler: Handler)] = []

    mutating func add(_ method: Method, _ handler: @escaping Handler) {
      precondition(self[method] == nil, "\(method.rawValue) is there already")
      all.append((method, handler))
    }

    subscript(method: Method) -> Handler? {
      for index in all.indices where all[index].method == method { return all[index].handler }
      return nil
    }

    var allow: String {
      var methods = all.map(\.method)
      if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
      if !methods.contains(.options) { methods.append(.options) }
      return methods.map(\.rawValue).joined(separator: ", ")
    }
  }

  /// Paths without parameters, and those with, in the order in which they were added.
  private var literals: [String: Handlers] = [:]
  private var patterns: [(pattern: PathPattern, handlers: Handlers)] = []
  private var order: [String] = []

  package init() {}

  /// Adds a route. A literal path wins over a pattern that matches it too; among patterns the first added wins.
  /// - Precondition: the method and pattern were not added before.
  package mutating func on(_ method: Method, _ pattern: String, _ handler: @escaping Handler) {
    let parsed = PathPattern(pattern)
    if parsed.isLiteral {
      literals[pattern, default: Handlers()].add(method, handler)
    } else {
      let index = patterns.firstIndex { $0.pattern.text == pattern } ?? patterns.count
      if index == patterns.count { patterns.append((parsed, Handlers())) }
      patterns[index].handlers.add(method, handler)
    }
    order.append(pattern)
  }

  /// Every route, in the order in which they were added.
  package var routes: [(method: Method, pattern: String)] {
    var seen: Set<String> = []
    return order.filter { seen.insert($0).inserted }.flatMap { pattern in
      let handlers = literals[pattern] ?? patterns.first { $0.pattern.text == pattern }?.handlers
      return (handlers?.all ?? []).map { ($0.method, pattern) }
    }
  }

  /// Answers by the handler for the request's method and path.
  /// - Throws: `Refusal` with 404 or 405 if there is none, and whatever the handler throws.
  package func reply(to request: Request) throws -> Reply {
    if request.path == "*" {
      return .response(Response(.noContent, headers: ["Allow": allow]))
    }
    guard let (handlers, parameters) = find(request.path) else {
      throw Refusal(.notFound, "There is nothing at this address.")
    }
    let wanted = request.method == .head && handlers[.head] == nil ? .get : request.method
    if let handler = handlers[wanted] { return try handler(request, parameters) }
    let allowed = ["Allow": handlers.allow] as HeaderFields
    if request.method == .options { return .response(Response(.noContent, headers: allowed)) }
    throw Refusal(.methodNotAllowed, "This address does not answer that method.", headers: allowed)
  }

  /// The methods that some address answers.
  private var allow: String {
    let own = Set(routes.map(\.method))
    return Method.allCases.filter { own.contains($0) || $0 == .options || ($0 == .head && own.contains(.get)) }
      .map(\.rawValue).joined(separator: ", ")
  }

  private func find(_ path: String) -> (Handlers, PathParameters)? {
    if let handlers = literals[path] { return (handlers, PathParameters()) }
    for index in patterns.indices {
      if let parameters = patterns[index].pattern.match(path) { return (patterns[index].handlers, parameters) }
    }
    return nil
  }
}
