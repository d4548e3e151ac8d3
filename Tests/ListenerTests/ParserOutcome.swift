import HTTP

/// What a parser makes of bytes: everything that a caller learns, in order.
struct ParserOutcome: Equatable, CustomStringConvertible {
  private(set) var description = ""
  /// True if the parser waits for more of a request at the end.
  private(set) var isWithinRequest = false

  /// Feeds pieces one after the other. Bodies are admitted up to the parser's limit.
  init(_ pieces: some Sequence<ArraySlice<UInt8>>, limits: ParserLimits = ParserLimits()) {
    var parser = RequestParser(limits: limits)
    feed: for piece in pieces {
      var position = 0
      let bytes = Array(piece)
      while position < bytes.count {
        switch parser.read(bytes.span, &position) {
        case .needMore: break
        case .head(let request):
          note("head", request)
          if let refusal = parser.receiveBody(atMost: limits.body) {
            description += "refused \(refusal.status.code)\n"
            break feed
          }
        case .request(let request): note("request", request)
        case .refused(let refusal, let request):
          description += "refused \(refusal.status.code) \(refusal.detail) \(request != nil)\n"
          break feed
        }
      }
    }
    isWithinRequest = !parser.isIdle
    if let refusal = parser.finish() { description += "end \(refusal.status.code)\n" }
  }

  private mutating func note(_ what: String, _ request: Request) {
    let fields = (0..<request.headers.count).map { request.headers.field(at: $0) }
    var sum: UInt64 = 0
    for byte in request.body { sum = sum &* 31 &+ UInt64(byte) }
    description += "\(what) \(request.method) \(request.target.path) ? \(request.target.rawQuery) \(request.version) "
    description += "\(String(describing: request.authority)) \(request.persists) \(fields) "
    description += "\(request.body.count) \(sum)\n"
  }
}
