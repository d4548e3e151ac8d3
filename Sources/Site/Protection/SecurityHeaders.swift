package import HTTP

/// The fields that tell a browser what our answers may do and who may use them.
package enum SecurityHeaders {
  /// Nothing but our own files, no inline script or style, no framing, no markup made from strings by a script.
  private static let pagePolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
    "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  private static let least: [(String, String)] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
  private static let common = least + [("Referrer-Policy", "no-referrer")]

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

  /// For scripts and styles. Shown as a page they are plain text, which does nothing and leads nowhere, and where they are
  /// used the page's own policy holds. A worker would go by its own file's; there is none.
  package static let code = HeaderFields(least)
}

extension HeaderFields {
  /// These fields with one more.
  package func with(_ name: String, _ value: String) -> HeaderFields {
    var fields = self
    fields[name] = value
    return fields
  }
}
