/// The methods that this server knows (RFC 9110 §9.3, RFC 5789). Any other token is answered with 501; so are CONNECT,
/// which would make this a proxy, and TRACE, which reflects a request's own fields.
package enum Method: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// - Returns: nil for any other token. Case matters.
  init?(_ token: ArraySlice<UInt8>) {
    // Most requests are for reading, and comparing with a text takes longer.
    if token.count == 3, token.first == 0x47, token.dropFirst().first == 0x45, token.last == 0x54 {
      self = .get
      return
    }
    guard let method = Method.allCases.first(where: { token.elementsEqual($0.rawValue.utf8) }) else { return nil }
    self = method
  }

  /// True if the client asks for no change (RFC 9110 §9.2.1).
  package var isSafe: Bool {
    switch self {
    case .get, .head, .options: true
    case .post, .put, .patch, .delete: false
    }
  }
}
