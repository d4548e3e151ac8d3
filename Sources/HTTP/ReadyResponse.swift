/// A response whose bytes are made once and sent many times: a page, a static file. It has a strong ETag per encoding,
/// and answers preconditions and single byte ranges by itself.
package final class ReadyResponse: Sendable {
  package let status: Status
  /// The identity encoding.
  package let body: [UInt8]
  /// The same content compressed, sent to those who accept gzip.
  package let gzip: [UInt8]?
  package let headers: HeaderFields
  /// With its quotes. That of the gzip encoding ends in `-gzip"`.
  package let entityTag: String
  /// Seconds since 1970.
  package let lastModified: Int?

  /// - Parameters:
  ///   - headers: further fields; not `ETag`, `Last-Modified`, `Vary`, `Content-Length`, `Content-Encoding`, `Date`.
  ///   - gzip: `body`, compressed; nil if that would not be smaller.
  ///   - lastModified: in seconds since 1970.
  package init(
    _ status: Status = .ok, type: String, headers: HeaderFields = [:], body: [UInt8], gzip: [UInt8]? = nil,
    lastModified: Int? = nil
  ) {
    self.status = status
    self.body = body
    self.gzip = gzip
    self.lastModified = lastModified
    entityTag = "\"\(Fingerprint(body).text)\""
    var fields = headers
    fields["Content-Type"] = type
    self.headers = fields
  }
}
