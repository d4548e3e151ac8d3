import Retry

/// A response whose bytes are made once and sent many times: a page, a static file. It has a strong ETag per encoding,
/// and answers preconditions and single byte ranges by itself if its status is 200.
package final class ReadyResponse: Sendable {
  /// One encoding of the content.
  struct Variant: Sendable {
    /// The fields, from behind those that change with time, the empty line, and the content.
    let bytes: [UInt8]
    let headEnd: Int
    let entityTag: String

    var length: Int { bytes.count - headEnd }
  }

  package let status: Status
  package let headers: HeaderFields
  /// Seconds since 1970.
  package let lastModified: Int?
  let identity: Variant
  let compressed: Variant?

  /// - Parameters:
  ///   - headers: further fields; not `ETag`, `Last-Modified`, `Vary`, `Content-Length`, `Content-Encoding`, `Date`.
  ///   - gzip: `body`, compressed; nil if that would not be smaller.
  ///   - lastModified: in seconds since 1970.
  package init(
    _ status: Status = .ok, type: String, headers: HeaderFields = [:], body: [UInt8], gzip: [UInt8]? = nil,
    lastModified: Int? = nil
  ) {
    self.status = status
    self.lastModified = lastModified
    var fields = headers
    fields["Content-Type"] = type
    if let lastModified {
      fields["Last-Modified"] = HTTPDate(secondsSince1970: Int64(lastModified)).imfFixdate
    }
    if gzip != nil { fields["Vary"] = "Accept-Encoding" }
    self.headers = fields
    let fingerprint = Fingerprint(body).text
    identity = ReadyResponse.variant(fields, "\"\(fingerprint)\"", body)
    compressed = gzip.map { content in
      var coded = fields
      coded["Content-Encoding"] = "gzip"
      return ReadyResponse.variant(coded, "\"\(fingerprint)-gzip\"", content)
    }
  }

  /// The identity encoding.
  package var body: [UInt8] { Array(identity.bytes[identity.headEnd...]) }
  /// The gzip encoding; nil if there is none.
  package var gzip: [UInt8]? { compressed.map { Array($0.bytes[$0.headEnd...]) } }
  /// The entity tag of the identity encoding, with its quotes. That of the gzip encoding ends in `-gzip"`.
  package var entityTag: String { identity.entityTag }

  func variant(for request: Request) -> Variant {
    prefersCompressed(request) ? compressed ?? identity : identity
  }

  /// Gives the bytes of `variant(for:)` without counting a reference to them, which would be one for all loops to write.
  @inline(__always)
  func withBytes(for request: Request, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if prefersCompressed(request), let compressed { return compressed.bytes.withUnsafeBufferPointer(body) }
    return identity.bytes.withUnsafeBufferPointer(body)
  }

  private func prefersCompressed(_ request: Request) -> Bool {
    request.known.contains(.acceptEncoding) && ContentCoding.prefersGzip(request.headers)
  }

  private static func variant(_ headers: HeaderFields, _ entityTag: String, _ content: [UInt8]) -> Variant {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + 512)
    headers.serialise(into: &bytes)
    bytes += "ETag: \(entityTag)\r\nAccept-Ranges: bytes\r\nContent-Length: \(content.count)\r\n\r\n".utf8
    let headEnd = bytes.count
    bytes += content
    return Variant(bytes: bytes, headEnd: headEnd, entityTag: entityTag)
  }
}
