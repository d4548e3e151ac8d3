/// Finds the handler for a method and path. HEAD is answered by the handler for GET, OPTIONS by the router itself, and a
/// path that exists for other methods with 405 and `Allow`.
package struct Router: Sendable {
  package typealias Handler = @Sendable (Request, PathParameters) throws -> Reply
  /// Throws what a request is refused with for its head alone.
  package typealias HeadCheck = @Sendable (Request) throws -> Void

  /// What answers at one pattern, by method.
  private struct Handlers: Sendable {
    private(set) var all: [(method: Method, check: HeadCheck, handler: Handler)] = []

    mutating func add(_ method: Method, _ check: @escaping HeadCheck, _ handler: @escaping Handler) {
      precondition(index(of: method) == nil, "\(method.rawValue) is there already")
      all.append((method, check, handler))
    }

    func index(of method: Method) -> Int? {
      for index in all.indices where all[index].method == method { return index }
      return nil
    }

    /// Where what answers stands; HEAD is answered as GET is.
    func index(answering method: Method) -> Int? { index(of: method) ?? (method == .head ? index(of: .get) : nil) }

    /// What a method is refused with that nothing answers.
    var refusal: Refusal {
      Refusal(.methodNotAllowed, "This address does not answer that method.", headers: ["Allow": allow])
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
  /// - Parameter check: Refuses what the handler would refuse, too, for its head alone.
  /// - Precondition: the method and pattern were not added before.
  package mutating func on(
    _ method: Method, _ pattern: String, check: @escaping HeadCheck = { _ in }, _ handler: @escaping Handler
  ) {
    let parsed = PathPattern(pattern)
    if parsed.isLiteral {
      literals[pattern, default: Handlers()].add(method, check, handler)
    } else {
      let index = patterns.firstIndex { $0.pattern.text == pattern } ?? patterns.count
      if index == patterns.count { patterns.append((parsed, Handlers())) }
      patterns[index].handlers.add(method, check, handler)
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
    guard let (handlers, parameters) = find(request.path) else { throw Router.nothing }
    if let index = handlers.index(answering: request.method) {
      return try handlers.all[index].handler(request, parameters)
    }
    if request.method == .options { return .response(Response(.noContent, headers: ["Allow": handlers.allow])) }
    throw handlers.refusal
  }

  /// Looks at a request whose body is still to come.
  /// - Throws: what the request will be refused with whatever its body is, if its head tells: `Refusal` with 404 or 405,
  ///   and whatever the route's check throws.
  package func check(_ head: Request) throws {
    if head.path == "*" { return }
    guard let (handlers, _) = find(head.path) else { throw Router.nothing }
    if let index = handlers.index(answering: head.method) { return try handlers.all[index].check(head) }
    if head.method != .options { throw handlers.refusal }
  }

  private static var nothing: Refusal { Refusal(.notFound, "There is nothing at this address.") }

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
