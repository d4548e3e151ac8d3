package import HTTP

/// Tells requests that a page of another site makes a browser send from all others, without tokens in forms: browsers
/// say so themselves (the rule of Go's `http.CrossOriginProtection`).
package enum SameOrigin {
  /// True for a method that changes nothing, for a request from a page of this origin or from a reader's own doing, and
  /// for a client that is no browser.
  package static func allows(_ request: Request) -> Bool {
    if request.method.isSafe { return true }
    let sites = request.headers.values(of: "Sec-Fetch-Site")
    if !sites.isEmpty { return sites == ["same-origin"] || sites == ["none"] }
    let origins = request.headers.values(of: "Origin")
    guard let origin = origins.first else { return true }
    let schemes = request.isSecure ? ["https://"] : ["http://", "https://"]
    return origins.count == 1 && authority(ofOrigin: origin, schemes).map { $0 == request.authority } == true
  }

  /// True if a browser says that the request comes from a page of this origin or from a reader's own doing. What is
  /// changed by cookie needs this: a client that is no browser has a token.
  package static func isProven(_ request: Request) -> Bool {
    (request.headers.contains("Sec-Fetch-Site") || request.headers.contains("Origin")) && allows(request)
  }

  /// Nil for `null` and anything else that is no web origin.
  private static func authority(ofOrigin origin: String, _ schemes: [String]) -> Authority? {
    for scheme in schemes where origin.utf8.starts(with: scheme.utf8) {
      return Authority(Array(origin.utf8.dropFirst(scheme.utf8.count)))
    }
    return nil
  }
}
