package import HTTP

/// The fields that tell a browser what our answers may do and who may use them.
package enum SecurityHeaders {
  /// Nothing but our own files, no inline script or style, no framing, no markup made from strings by a script.
  private static let pagePolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
    "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  private static let common: [(String, String)] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// For HTML.
  package static let page = HeaderFields(
    common + [
      ("Content-Security-Policy", pagePolicy),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ])

  /// For everything that is no page: shown as one, it may do nothing.
  package static let data = HeaderFields(
    common + [("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")])
}

extension HeaderFields {
  /// These fields with one more.
  package func with(_ name: String, _ value: String) -> HeaderFields {
    var fields = self
    fields[name] = value
    return fields
  }
}
