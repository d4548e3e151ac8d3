internal import HTTP

/// One route: where, how it is documented, and what answers.
struct Route: Sendable {
  let method: Method
  let pattern: String
  let operation: Operation
  let handler: Router.Handler

  init(_ method: Method, _ pattern: String, _ operation: Operation, _ handler: @escaping Router.Handler) {
    self.method = method
    self.pattern = pattern
    self.operation = operation
    self.handler = handler
  }
}
