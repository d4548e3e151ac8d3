/// A response, whole. Whoever sends it adds `Date`, `Content-Length` and `Connection`, leaves out the body for HEAD, and
/// answers a GET or HEAD whose preconditions an `ETag` or `Last-Modified` here decides with 304 or 412.
package struct Response: Sendable {
  package var status: Status
  package var headers: HeaderFields
  package var body: [UInt8]

  package init(_ status: Status = .ok, headers: HeaderFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package init(_ status: Status = .ok, type: String, headers: HeaderFields = [:], body: [UInt8]) {
    self.init(status, headers: headers, body: body)
    self.headers["Content-Type"] = type
  }

  package init(_ status: Status = .ok, text: String, type: String = "text/plain; charset=utf-8") {
    self.init(status, type: type, body: Array(text.utf8))
  }
}
