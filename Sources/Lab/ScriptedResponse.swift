/// A response's exact bytes.
package enum ScriptedResponse {
  /// A whole response with a length. Unless it keeps the connection alive, it says that it will be closed.
  package static func bytes(
    _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], keepsAlive: Bool = false
  ) -> [UInt8] {
    head(status, headers: headers + [("Content-Length", "\(body.count)")], keepsAlive: keepsAlive) + body
  }

  /// A response's head alone, up to and with the empty line.
  package static func head(
    _ status: Int, headers: [(name: String, value: String)], keepsAlive: Bool = false
  ) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !keepsAlive { text += "Connection: close\r\n" }
    return Array("\(text)\r\n".utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 409: "Conflict"
    case 422: "Unprocessable Content"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: ""
    }
  }
}
