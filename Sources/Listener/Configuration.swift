/// Where and how a server listens.
package struct Configuration: Sendable {
  /// A numeric address: `127.0.0.1`, `::1`, `0.0.0.0`.
  package var host = "127.0.0.1"
  /// 0 takes a free one.
  package var port = 0

  package init(host: String = "127.0.0.1", port: Int = 0) {
    self.host = host
    self.port = port
  }
}
