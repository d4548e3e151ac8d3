package import HTTP

/// The names under which this server may be addressed. A page elsewhere that points its own name at this machine (DNS
/// rebinding) thereby gets nothing: its name is not here.
package struct HostAllowList: Sendable {
  private let names: [Authority]

  /// - Parameter added: Names beside the loopback's. One without a port allows any port.
  package init(added: [Authority] = []) {
    names = ["localhost", "127.0.0.1", "[::1]"].map { Authority(host: $0, port: nil) } + added
  }

  /// - Parameter authority: What the request is addressed to; nil only for HTTP/1.0 without a `Host` field, which no
  ///   browser sends.
  package func allows(_ authority: Authority?) -> Bool {
    guard let authority else { return true }
    return names.contains { $0.host == authority.host && ($0.port == nil || $0.port == authority.port) }
  }
}
