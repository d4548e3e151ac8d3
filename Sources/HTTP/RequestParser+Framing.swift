// What a complete head means: where the body ends, and whether the connection lives on.

extension RequestParser {
  /// The fields that may occur once only, since two readers could choose differently among several.
  private enum Single: Int, CaseIterable {
    case host, contentLength, transferEncoding, contentType, authorization, origin

    var name: String {
      switch self {
      case .host: "Host"
      case .contentLength: "Content-Length"
      case .transferEncoding: "Transfer-Encoding"
      case .contentType: "Content-Type"
      case .authorization: "Authorization"
      case .origin: "Origin"
      }
    }

    /// No two names are of the same length, so this decides which one a field can be.
    init?(length: UInt32) {
      switch length {
      case 4: self = .host
      case 14: self = .contentLength
      case 17: self = .transferEncoding
      case 12: self = .contentType
      case 13: self = .authorization
      case 6: self = .origin
      default: return nil
      }
    }
  }

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
    var singles: (Int, Int, Int) = (-1, -1, -1)
    var seen = 0
    for (index, field) in fields.enumerated() {
      guard let single = Single(length: field.nameLength), ASCII.equal(head, field.nameRange, single.name) else {
        continue
      }
      let bit = 1 << single.rawValue
      guard seen & bit == 0 else { throw Refusal(.badRequest, "The \(single.name) field occurs more than once.") }
      seen |= bit
      switch single {
      case .host: singles.0 = index
      case .contentLength: singles.1 = index
      case .transferEncoding: singles.2 = index
      case .contentType, .authorization, .origin: break
      }
    }
    let version: Request.Version = versionDigits.minor == 0 ? .http10 : .http11
    let host = try authority(singles.0 < 0 ? nil : fields[singles.0], version)
    try frame(length: singles.1, coding: singles.2, version)

    guard let method = knownMethod() else {
      throw Refusal(.notImplemented, "The request's method is not known here.")
    }
    let target = try Target(head[(methodEnd + 1)..<targetEnd], method: method)
    let headers = HeaderFields(bytes: head, fields: fields)
    head = []
    fields = []
    try checkExpectation(headers, version)
    return Request(
      method: method, target: target, version: version, headers: headers, authority: target.authority ?? host,
      persists: version == .http11
        ? !headers.lists("Connection", "close")
        : headers.lists("Connection", "keep-alive") && !headers.lists("Connection", "close"))
  }

  private func knownMethod() -> Method? {
    Method.allCases.first { method in
      let name = method.rawValue.utf8
      return name.count == methodEnd && head[..<methodEnd].elementsEqual(name)
    }
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
  private mutating func frame(length: Int, coding: Int, _ version: Request.Version) throws(Refusal) {
    if coding >= 0 {
      guard version == .http11 else {
        throw Refusal(.badRequest, "Transfer-Encoding has no meaning in HTTP/1.0.")
      }
      guard length < 0 else {
        throw Refusal(.badRequest, "Content-Length and Transfer-Encoding exclude each other.")
      }
      guard ASCII.equal(head, fields[coding].valueRange, "chunked") else {
        throw Refusal(.badRequest, "The only transfer coding accepted is chunked, once.")
      }
      isChunked = true
      state = .awaitingAdmission
    } else if length >= 0 {
      remaining = try RequestParser.decimal(head[fields[length].valueRange])
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

  /// `100-continue` is the one expectation there is (RFC 9110 §10.1.1); HTTP/1.0 has none.
  private func checkExpectation(_ headers: HeaderFields, _ version: Request.Version) throws(Refusal) {
    guard version == .http11, headers.contains("Expect") else { return }
    var known = true
    headers.forEachElement(of: "Expect") { range in
      if !ASCII.equal(headers.bytes, range, "100-continue") { known = false }
    }
    guard known else { throw Refusal(.expectationFailed, "The only expectation that can be met is 100-continue.") }
  }
}
