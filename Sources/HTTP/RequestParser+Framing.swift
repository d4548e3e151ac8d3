// What a complete head means: where the body ends, and whether the connection lives on.

extension RequestParser {
  /// Reads the head, all of whose bytes have come.
  mutating func complete() -> Event {
    do throws(Refusal) {
      let request = try makeRequest()
      if state == .awaitingAdmission {
        self.request = request
        return .head(request)
      }
      reset()
      return .request(request)
    } catch {
      return fail(error)
    }
  }

  private mutating func makeRequest() throws(Refusal) -> Request {
    var known: KnownFields = []
    var host: HeaderFields.Field?
    var length: HeaderFields.Field?
    var coding: HeaderFields.Field?
    for field in fields {
      let name = KnownFields(head, field.nameRange)
      guard !name.isEmpty else { continue }
      guard known.isDisjoint(with: name.intersection(.single)) else {
        throw Refusal(.badRequest, "A field that must occur once only occurs more than once.")
      }
      known.formUnion(name)
      switch name {
      case .host: host = field
      case .contentLength: length = field
      case .transferEncoding: coding = field
      default: break
      }
    }
    let version: Request.Version = versionDigits.minor == 0 ? .http10 : .http11
    let authority = try authority(host, version)
    try frame(length, coding, version)

    guard let method = Method(head[..<methodEnd]) else {
      throw Refusal(.notImplemented, "The request's method is not known here.")
    }
    let target = try Target(head[(methodEnd + 1)..<targetEnd], method: method)
    let headers = HeaderFields(bytes: head, fields: fields, known: known)
    head = []
    fields = []
    if known.contains(.expect), version == .http11 { try checkExpectation(headers) }
    var persists = version == .http11
    if known.contains(.connection) {
      persists = !headers.lists("Connection", "close") && (persists || headers.lists("Connection", "keep-alive"))
    }
    return Request(
      method: method, target: target, version: version, headers: headers, authority: target.authority ?? authority,
      persists: persists)
  }

  /// One Host field in HTTP/1.1 (RFC 9112 §3.2), and a valid one wherever there is one.
  private func authority(_ field: HeaderFields.Field?, _ version: Request.Version) throws(Refusal) -> Authority? {
    guard let field else {
      guard version == .http10 else { throw Refusal(.badRequest, "The Host field is missing.") }
      return nil
    }
    guard let authority = Authority(head[field.valueRange]) else {
      throw Refusal(.badRequest, "The Host field is malformed.")
    }
    return authority
  }

  /// Decides where the body ends (RFC 9112 §6.3). Sets the state to `awaitingAdmission` if there is one.
  private mutating func frame(
    _ length: HeaderFields.Field?, _ coding: HeaderFields.Field?, _ version: Request.Version
  ) throws(Refusal) {
    if let coding {
      guard version == .http11 else {
        throw Refusal(.badRequest, "Transfer-Encoding has no meaning in HTTP/1.0.")
      }
      guard length == nil else {
        throw Refusal(.badRequest, "Content-Length and Transfer-Encoding exclude each other.")
      }
      guard ASCII.equal(head, coding.valueRange, lowerCase: "chunked") else {
        throw Refusal(.badRequest, "The only transfer coding accepted is chunked, once.")
      }
      isChunked = true
      state = .awaitingAdmission
    } else if let length {
      remaining = try RequestParser.decimal(head[length.valueRange])
      isChunked = false
      if remaining > 0 { state = .awaitingAdmission }
    }
  }

  /// Reads 1*DIGIT. A number beyond what an Int holds becomes the largest Int, which is over any limit.
  static func decimal(_ digits: ArraySlice<UInt8>) throws(Refusal) -> Int {
    var number = 0
    for digit in digits {
      guard ASCII.isDigit(digit) else { throw Refusal(.badRequest, "The Content-Length is not a decimal number.") }
      let (tenfold, over) = number.multipliedReportingOverflow(by: 10)
      let (sum, more) = tenfold.addingReportingOverflow(Int(digit &- 0x30))
      number = over || more ? Int.max : sum
    }
    guard !digits.isEmpty else { throw Refusal(.badRequest, "The Content-Length is empty.") }
    return number
  }

  /// `100-continue` is the one expectation there is (RFC 9110 §10.1.1).
  private func checkExpectation(_ headers: HeaderFields) throws(Refusal) {
    var isKnown = true
    headers.forEachElement(of: "Expect") { range in
      if !ASCII.equal(headers.bytes, range, lowerCase: "100-continue") { isKnown = false }
    }
    guard isKnown else { throw Refusal(.expectationFailed, "The only expectation that can be met is 100-continue.") }
  }
}
