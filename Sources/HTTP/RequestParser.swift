/// Reads requests from a stream of bytes, however it is cut (RFC 9112). It is strict: what two parsers could read in two
/// ways is refused, and so is what no client sends by accident.
///
/// Every byte is looked at once, from left to right, so that the outcome does not depend on where the stream was cut.
/// Bytes of a head are kept once, in the array that the request then holds.
package struct RequestParser: Sendable {
  package enum Event: Sendable {
    /// All bytes given were read and the request is not complete.
    case needMore
    /// A head whose body is still to come. `receiveBody` must be called before reading on.
    case head(Request)
    /// A request, whole. The next byte begins another.
    case request(Request)
    /// The stream cannot be read any further. The request is nil unless its head was in order.
    case refused(Refusal, Request?)
  }

  /// Where in a message the next byte stands.
  enum State: Equatable {
    case start, startLineFeed
    case method, target, version, requestLineFeed
    case fieldStart, name, beforeValue, value, fieldLineFeed, endLineFeed
    case awaitingAdmission
    case fixedBody
    case chunkStart, chunkSize, chunkBlank, chunkLineFeed
    case extensionStart, extensionName, extensionNameBlank, extensionValueStart, extensionToken
    case extensionQuoted, extensionEscape, extensionEndOfQuoted, extensionEnd
    case chunkData, chunkDataReturn, chunkDataLineFeed
    case failed
  }

  let limits: ParserLimits
  var state = State.start

  // The head so far: all bytes read up to the current input, and what was found in them.
  var head: [UInt8] = []
  var fields: [HeaderFields.Field] = []
  var methodEnd = 0
  var targetEnd = 0
  /// True from when the method of a request is known to be HEAD until the next one begins: whatever its answer, it has
  /// no content (RFC 9110 §9.3.2).
  package internal(set) var isHead = false
  var versionDigits = (major: UInt8(0), minor: UInt8(0))
  var field = HeaderFields.Field(name: 0, value: 0, valueLength: 0, nameLength: 0)
  var valueEnd = 0
  var emptyLines = 0
  /// Bytes of the current line or section, by state: request line, header section or trailers, chunk line.
  var lineLength = 0
  var sectionLength = 0

  // The body so far.
  var request: Request?
  var body: [UInt8] = []
  var bodyLimit = 0
  var remaining = 0
  var isChunked = false
  var chunkDigits = 0
  var extensionBytes = 0
  var inTrailers = false
  var trailerCount = 0

  package init(limits: ParserLimits = ParserLimits()) {
    self.limits = limits
  }

  /// True between requests: no byte of the next one has come, empty lines apart.
  package var isIdle: Bool { state == .start || state == .startLineFeed }

  /// True once a head is complete and its body is not.
  package var isInBody: Bool { request != nil }

  /// Bytes of the body so far.
  package var bodyLength: Int { body.count }

  /// Reads on from a position, which it moves behind what it has read.
  package mutating func read(_ input: Span<UInt8>, _ position: inout Int) -> Event {
    if request == nil {
      guard let event = readHead(input, &position) else { return .needMore }
      return event
    }
    return readBody(input, &position)
  }

  /// Says how large a body may be whose head has come.
  /// - Returns: a refusal if the head announces more.
  package mutating func receiveBody(atMost limit: Int) -> Refusal? {
    guard state == .awaitingAdmission else { return nil }
    bodyLimit = limit
    if isChunked {
      state = .chunkStart
      lineLength = 0
    } else {
      guard remaining <= limit else {
        state = .failed
        return RequestParser.tooLarge(limit)
      }
      state = .fixedBody
      body.reserveCapacity(min(remaining, 64 * 1024))
    }
    return nil
  }

  /// Tells that the stream has ended.
  /// - Returns: a refusal if it ended within a request.
  package mutating func finish() -> Refusal? {
    if isIdle || state == .failed { return nil }
    state = .failed
    return Refusal(.badRequest, "The request ended before it was complete.")
  }

  mutating func fail(_ refusal: Refusal) -> Event {
    state = .failed
    let head = request
    request = nil
    body = []
    return .refused(refusal, head)
  }

  mutating func reset() {
    state = .start
    emptyLines = 0
    request = nil
    body = []
    isChunked = false
    extensionBytes = 0
    inTrailers = false
    trailerCount = 0
  }

  static func tooLarge(_ limit: Int) -> Refusal {
    Refusal(.contentTooLarge, "The body is larger than the \(limit) bytes that are accepted here.")
  }
}
