package import HTTP

/// A request as it will go over the wire.
package struct ExactRequest: Sendable {
  package let method: Method
  /// Path and query, such as `/payments`: visible ASCII.
  package let target: String
  /// Besides Host and Content-Length, which are made.
  package let headers: HeaderFields
  package let body: [UInt8]

  package init(_ method: Method, _ target: String, headers: HeaderFields = [:], body: [UInt8] = []) {
    precondition(target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a target is visible ASCII")
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  func bytes(port: UInt16) -> [UInt8] {
    var fields = headers
    fields["Host"] = "127.0.0.1:\(port)"
    if !body.isEmpty || [.post, .put, .patch].contains(method) { fields["Content-Length"] = "\(body.count)" }
    return Array("\(method.rawValue) \(target) HTTP/1.1\r\n".utf8) + fields.lines + body
  }
}

extension HeaderFields {
  /// The fields as lines, with the empty line that ends a head.
  var lines: [UInt8] {
    let text = (0..<count).map { field(at: $0) }.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("\(text)\r\n".utf8)
  }
}
