/// A request, whole: its head has been found well formed and safe, and its body has come.
package struct Request: Sendable {
  package enum Version: Sendable, Equatable {
    case http10
    /// HTTP/1.1, or a later 1.x, which is to be understood as that (RFC 9110 §2.5).
    case http11
  }

  /// What does not change once the head has been read, shared by all copies.
  private final class Head: Sendable {
    let method: Method
    let target: Target
    let version: Version
    let headers: HeaderFields
    let authority: Authority?
    let persists: Bool

    init(
      _ method: Method, _ target: Target, _ version: Version, _ headers: HeaderFields, _ authority: Authority?,
      _ persists: Bool
    ) {
      self.method = method
      self.target = target
      self.version = version
      self.headers = headers
      self.authority = authority
      self.persists = persists
    }
  }

  /// What a trusted proxy says of a request.
  package final class Forwarded: Sendable {
    package let isSecure: Bool
    package let authority: Authority?

    package init(isSecure: Bool, authority: Authority? = nil) {
      self.isSecure = isSecure
      self.authority = authority
    }
  }

  private let head: Head
  /// nil if none has said anything.
  package var forwarded: Forwarded?
  /// True if the connection comes from a trusted proxy's address, whatever it says.
  package var isFromProxy = false
  package var body: [UInt8]
  /// Unlike that of any other request since the process started.
  package var id: UInt64
  package var peer: PeerAddress

  package init(
    method: Method, target: Target, version: Version, headers: HeaderFields, authority: Authority?,
    persists: Bool = true,
    body: [UInt8] = [], id: UInt64 = 0, peer: PeerAddress = .loopback
  ) {
    head = Head(method, target, version, headers, authority, persists)
    self.body = body
    self.id = id
    self.peer = peer
  }

  package var method: Method { head.method }
  package var target: Target { head.target }
  package var version: Version { head.version }
  /// True for HTTP/1.0.
  package var isOld: Bool { head.version == .http10 }
  package var headers: HeaderFields { head.headers }
  /// Which of the fields that every request is looked through for it has.
  var known: KnownFields { head.headers.known }
  /// What the request is addressed to: what a trusted proxy was asked for, the authority of an absolute target, or the
  /// Host field. nil only for an HTTP/1.0 request without any.
  package var authority: Authority? { forwarded?.authority ?? head.authority }
  /// True if the client spoke TLS to a trusted proxy.
  package var isSecure: Bool { forwarded?.isSecure ?? false }
  /// True if the client means to send further requests on its connection (RFC 9112 §9.3).
  package var persists: Bool { head.persists }

  /// A request made by hand, addressed to `localhost` unless the fields say otherwise.
  /// - Throws: what the parser would refuse the target or the Host field with.
  package init(
    _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peer: PeerAddress = .loopback
  ) throws(Refusal) {
    var fields = HeaderFields(headers)
    if !fields.contains("Host") { fields.add("Host", "localhost") }
    let parsed = try Target(Array(target.utf8), method: method)
    let host = Authority(Array((fields["Host"] ?? "").utf8))
    guard let host else { throw Refusal(.badRequest, "The Host field is malformed.") }
    self.init(
      method: method, target: parsed, version: .http11, headers: fields, authority: parsed.authority ?? host,
      persists: !fields.lists("Connection", "close"), body: body, peer: peer)
  }

  /// The decoded path; see `Target.path`.
  package var path: String { head.target.path }

  /// True if the client waits with the body until it is asked for it, or has its answer.
  package var waitsWithBody: Bool { version == .http11 && known.contains(.expect) }

  /// True if the target has a query that is not empty.
  package var hasQuery: Bool { !head.target.rawQuery.isEmpty }

  /// The query's names and values, decoded anew at each call.
  package var query: Query { Query(encoded: target.rawQuery) ?? Query() }

  /// The path's segments: `/a/b` has `a` and `b`, `/` has none, `/a/` has `a` and an empty one.
  package var segments: [Substring] {
    path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The request id as 16 hexadecimal digits, for logs and for people.
  package var idText: String { Request.text(ofID: id) }

  package static func text(ofID id: UInt64) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The media type of the body in lower case, without parameters.
  package var mediaType: String? {
    guard let value = headers["Content-Type"] else { return nil }
    let bytes = value.utf8.prefix { $0 != 0x3B && !ASCII.isBlank($0) }.map(ASCII.lowercased)
    return String(decoding: bytes, as: UTF8.self)
  }
}
