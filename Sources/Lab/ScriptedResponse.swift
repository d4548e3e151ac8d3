package import HTTP

/// A response's exact bytes.
package enum ScriptedResponse {
  /// A whole response with a length. Unless it keeps the connection alive, it says that it will be closed.
  package static func bytes(
    _ status: Int, headers: HeaderFields = [:], body: [UInt8] = [], keepsAlive: Bool = false
  ) -> [UInt8] {
    var fields = headers
    fields.add("Content-Length", "\(body.count)")
    return head(status, headers: fields, keepsAlive: keepsAlive) + body
  }

  /// A response's head alone, up to and with the empty line.
  package static func head(_ status: Int, headers: HeaderFields, keepsAlive: Bool = false) -> [UInt8] {
    var fields = headers
    if !keepsAlive { fields.add("Connection", "close") }
    return Array("HTTP/1.1 \(status) \(Status(status).reason)\r\n".utf8) + fields.lines
  }
}
