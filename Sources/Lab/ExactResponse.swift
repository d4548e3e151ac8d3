package import HTTP

/// A response as it came over the wire.
package struct ExactResponse: Sendable, Equatable {
  /// 100…999.
  package let status: Int
  package let headers: HeaderFields
  package let body: [UInt8]
  /// True if the server left the connection open for another request.
  package let keepsAlive: Bool

  package static func == (left: ExactResponse, right: ExactResponse) -> Bool {
    left.status == right.status && left.body == right.body && left.keepsAlive == right.keepsAlive
      && left.headers.count == right.headers.count
      && (0..<left.headers.count).allSatisfy { left.headers.field(at: $0) == right.headers.field(at: $0) }
  }
}

/// Why bytes are no response (RFC 9112): the other side spoke, but not HTTP.
package enum MalformedResponse: Error, Equatable {
  case statusLine
  case header
  /// Both Content-Length and Transfer-Encoding, lengths that differ, or no number.
  case length
  case transferCoding
  /// A chunk's size line is no hexadecimal number, or too long.
  case chunkSize
  /// A chunk does not end where its size says.
  case chunkEnd
  case tooLarge
}
