/// A request as it will go over the wire.
package struct ExactRequest: Sendable, Equatable {
  package let method: String
  /// Path and query, such as `/payments`.
  package let target: String
  /// Besides Host and Content-Length, which are made.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(
    _ method: String, _ target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    precondition(method.utf8.allSatisfy(HeaderByte.isToken), "a method is a token")
    precondition(target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a target is visible ASCII")
    for (name, value) in headers {
      precondition(name.utf8.allSatisfy(HeaderByte.isToken), "a field name is a token")
      precondition(value.utf8.allSatisfy(HeaderByte.isFieldValue), "a field value has no line end")
    }
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  package static func == (left: ExactRequest, right: ExactRequest) -> Bool {
    left.bytes(port: 0) == right.bytes(port: 0)
  }

  func bytes(port: UInt16) -> [UInt8] {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if !body.isEmpty || method == "POST" || method == "PUT" || method == "PATCH" {
      head += "Content-Length: \(body.count)\r\n"
    }
    return Array("\(head)\r\n".utf8) + body
  }
}
