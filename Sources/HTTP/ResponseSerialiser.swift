import Retry

/// Turns responses into bytes. It belongs to one event loop and keeps what stays the same for a second.
package final class ResponseSerialiser {
  /// What a response says about the connection that it comes on.
  package enum Persistence: Sendable {
    /// The connection stays, as is usual in HTTP/1.1.
    case stays
    /// It stays, which an HTTP/1.0 client has to be told.
    case staysForOld
    case closes
  }

  /// How a stream's end is marked.
  package enum Framing: Sendable {
    case chunked
    /// By closing, for HTTP/1.0, which has no chunks.
    case byClosing
  }

  /// Seconds since 1970, as last told.
  private(set) var second = -1
  private var dateLine: [UInt8] = []
  private var okPrefix: [UInt8] = []

  /// Has every answer to a request that came over TLS tell browsers never to come without it (RFC 6797); on a plain
  /// connection the field must not be sent (§7.2).
  private static let strictTransport = Array("Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n".utf8)

  package init() {}

  /// Sets the time, in seconds since 1970. To be called before anything is serialised.
  package func setTime(_ second: Int) {
    guard second != self.second else { return }
    self.second = second
    dateLine = Array("Date: ".utf8)
    HTTPDate(secondsSince1970: Int64(second)).write(to: &dateLine)
    dateLine += ResponseSerialiser.lineEnd
    okPrefix = prefix(.ok)
  }

  /// True if the answer that a ready response gives to a request depends on nothing but the encoding, and says nothing
  /// about the connection.
  package func isPlain(_ ready: ReadyResponse, for request: Request, _ persistence: Persistence) -> Bool {
    persistence == .stays && ready.status == .ok && request.method == .get && !request.isSecure
      && request.known.isDisjoint(with: [.precondition, .range])
  }

  /// Gives a plain answer's bytes to `body`, in two pieces that lie there already.
  package func withPieces(
    of ready: ReadyResponse, for request: Request,
    _ body: (_ head: UnsafeBufferPointer<UInt8>, _ rest: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    okPrefix.withUnsafeBufferPointer { head in ready.withBytes(for: request) { rest in body(head, rest) } }
  }

  /// Appends what is left of a plain answer of which the first `sent` bytes are on their way.
  package func appendRest(
    of ready: ReadyResponse, for request: Request, behind sent: Int, to output: inout OutputQueue
  ) {
    let bytes = ready.variant(for: request).bytes
    output.append(okPrefix, min(sent, okPrefix.count), okPrefix.count)
    output.append(bytes, max(0, sent - okPrefix.count), bytes.count)
  }

  /// Appends the answer that a ready response gives to a request.
  /// - Returns: its status.
  /// - Throws: a refusal with 412 or 416, with nothing appended.
  package func append(
    _ ready: ReadyResponse, for request: Request, _ persistence: Persistence, to output: inout OutputQueue
  ) throws(Refusal) -> Status {
    let variant = ready.variant(for: request)
    switch ready.outcome(variant, for: request, now: second) {
    case .whole: break
    case .notModified:
      append(
        .notModified, fields(ready.headers, variant), length: nil, persistence, to: &output, isSecure: request.isSecure)
      return .notModified
    case .failed: throw ResponseSerialiser.preconditionFailed
    case .part(let range):
      appendPart(range, of: ready, variant, request, persistence, to: &output)
      return .partialContent
    case .unsatisfiable:
      throw Refusal(
        .rangeNotSatisfiable, "The range lies outside of the \(variant.length) bytes that there are.",
        headers: ["Content-Range": "bytes */\(variant.length)"])
    }
    output.append(ready.status == .ok ? okPrefix : prefix(ready.status))
    appendPersistence(persistence, to: &output)
    if request.isSecure { output.append(ResponseSerialiser.strictTransport) }
    output.append(variant.bytes, 0, request.method == .head ? variant.headEnd : variant.bytes.count)
    return ready.status
  }

  /// Appends a response. One with status 200 to a GET or HEAD is subject to the request's preconditions.
  /// - Returns: its status.
  /// - Throws: a refusal with 412, with nothing appended.
  package func append(
    _ response: Response, for request: Request?, _ persistence: Persistence, to output: inout OutputQueue
  ) throws(Refusal) -> Status {
    var response = response
    switch request.map({ response.outcome(for: $0, now: second) }) {
    case .proceed?, nil: break
    case .notModified?:
      response.status = .notModified
      response.headers["Content-Type"] = nil
      response.body = []
    case .failed?: throw ResponseSerialiser.preconditionFailed
    }
    appendPlain(response, for: request, persistence, to: &output)
    return response.status
  }

  /// False if the answer to the request is not this response, or the stream that it begins, but 304 or 412.
  package func isWanted(_ response: Response, by request: Request) -> Bool {
    response.outcome(for: request, now: second) == .proceed
  }

  /// Appends a response as it is.
  /// - Parameter hasContent: False if it answers a HEAD that could not be read to its end; `request` tells of others.
  package func appendPlain(
    _ response: Response, for request: Request?, _ persistence: Persistence, to output: inout OutputQueue,
    hasContent: Bool = true
  ) {
    let hasLength = !response.status.forbidsContent
    append(
      response.status, response.headers, length: hasLength ? response.body.count : nil, persistence, to: &output,
      isSecure: request?.isSecure == true)
    if hasLength, hasContent, request?.method != .head { output.append(response.body) }
  }

  /// Appends the head of a stream.
  package func appendStreamHead(
    _ response: Response, _ framing: Framing, _ persistence: Persistence, to output: inout OutputQueue,
    isSecure: Bool = false
  ) {
    var headers = response.headers
    if framing == .chunked { headers["Transfer-Encoding"] = "chunked" }
    append(
      response.status, headers, length: nil, persistence, to: &output, keepsCoding: framing == .chunked,
      isSecure: isSecure)
  }

  private static var preconditionFailed: Refusal {
    Refusal(.preconditionFailed, "What is here is not what the request supposes.")
  }

  /// What every final response begins with.
  package static let opening: [UInt8] = Array("HTTP/1.1 ".utf8)

  /// The interim response that asks for a body.
  package static let goOn: [UInt8] = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The piece of a chunked stream that carries these bytes, which must not be empty.
  package static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var framed = Array(String(bytes.count, radix: 16).utf8)
    framed.reserveCapacity(framed.count + bytes.count + 4)
    framed += lineEnd
    framed += bytes
    framed += lineEnd
    return framed
  }

  /// The end of a chunked stream.
  package static let lastChunk: [UInt8] = Array("0\r\n\r\n".utf8)

  private static let lineEnd: [UInt8] = [0x0D, 0x0A]
  private static let close = Array("Connection: close\r\n".utf8)
  private static let keepAlive = Array("Connection: keep-alive\r\n".utf8)
  /// Fields that only the serialiser writes.
  private static let own = ["Date", "Content-Length", "Connection", "Keep-Alive"]

  private func prefix(_ status: Status) -> [UInt8] {
    Array("HTTP/1.1 \(status.code) \(status.reason)\r\n".utf8) + dateLine
  }

  private func appendPersistence(_ persistence: Persistence, to output: inout OutputQueue) {
    switch persistence {
    case .stays: break
    case .staysForOld: output.append(ResponseSerialiser.keepAlive)
    case .closes: output.append(ResponseSerialiser.close)
    }
  }

  private func append(
    _ status: Status, _ headers: HeaderFields, length: Int?, _ persistence: Persistence,
    to output: inout OutputQueue, keepsCoding: Bool = false, isSecure: Bool = false
  ) {
    var head = prefix(status)
    switch persistence {
    case .stays: break
    case .staysForOld: head += ResponseSerialiser.keepAlive
    case .closes: head += ResponseSerialiser.close
    }
    if isSecure { head += ResponseSerialiser.strictTransport }
    headers.serialise(into: &head) { name in
      ResponseSerialiser.own.contains { name($0) } || (!keepsCoding && name("Transfer-Encoding"))
    }
    if let length { head += "Content-Length: \(length)\r\n".utf8 }
    head += ResponseSerialiser.lineEnd
    output.append(head)
  }

  private func fields(_ headers: HeaderFields, _ variant: ReadyResponse.Variant) -> HeaderFields {
    var fields = headers
    fields["Content-Type"] = nil
    fields["ETag"] = variant.entityTag
    return fields
  }

  private func appendPart(
    _ range: Range<Int>, of ready: ReadyResponse, _ variant: ReadyResponse.Variant, _ request: Request,
    _ persistence: Persistence, to output: inout OutputQueue
  ) {
    var headers = ready.headers
    headers["ETag"] = variant.entityTag
    headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(variant.length)"
    if variant.entityTag == ready.compressed?.entityTag { headers["Content-Encoding"] = "gzip" }
    append(.partialContent, headers, length: range.count, persistence, to: &output, isSecure: request.isSecure)
    output.append(variant.bytes, variant.headEnd + range.lowerBound, variant.headEnd + range.upperBound)
  }
}
