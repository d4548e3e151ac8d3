internal import HTTP
internal import Store

/// The cookie that keeps a browser signed in: its name and attributes (RFC 6265bis).
struct SessionCookie: Sendable {
  /// True behind TLS: the name then lets no other host of the domain set it, and browsers send it over TLS alone.
  let isSecure: Bool

  /// How long a session lasts after its last use, and at most, in milliseconds.
  static let idle = 7 * 24 * 3_600_000
  static let absolute = 90 * 24 * 3_600_000

  var name: String { isSecure ? "__Host-sid" : "sid" }

  /// The session's token as the browser sends it; nil without one, and where there are several that differ.
  func token(in request: Request) -> String? {
    var found: String?
    for field in request.headers.values(of: "Cookie") {
      for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
        let trimmed = pair.drop { $0 == UInt8(ascii: " ") }
        guard trimmed.starts(with: "\(name)=".utf8) else { continue }
        let value = String(decoding: trimmed.dropFirst(name.utf8.count + 1), as: UTF8.self)
        if let found, found != value { return nil }
        found = value
      }
    }
    return found
  }

  /// The field that sets it.
  func set(_ token: Secret) -> String {
    "\(name)=\(token.text); Max-Age=\(SessionCookie.absolute / 1000); \(attributes)"
  }

  /// The field that removes it.
  var removed: String { "\(name)=; Max-Age=0; \(attributes)" }

  private var attributes: String { "Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}
