internal import HTTP

/// One route: where, how it is documented, and what answers.
struct Route: Sendable {
  /// A route without what answers, which may hold on to all of the site.
  struct Outline: Sendable {
    let method: Method
    let pattern: String
    let operation: Operation
  }

  let outline: Outline
  let handler: Router.Handler

  init(_ method: Method, _ pattern: String, _ operation: Operation, _ handler: @escaping Router.Handler) {
    outline = Outline(method: method, pattern: pattern, operation: operation)
    self.handler = handler
  }

  var method: Method { outline.method }
  var pattern: String { outline.pattern }
}
