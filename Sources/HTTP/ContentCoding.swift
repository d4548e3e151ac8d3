/// Whether a response should be sent compressed (RFC 9110 §12.5.3).
package enum ContentCoding {
  /// True if the client accepts gzip, and does not like the plain form better.
  package static func prefersGzip(_ headers: HeaderFields) -> Bool {
    guard headers.known.contains(.acceptEncoding) else { return false }
    var gzip: Int?
    var identity: Int?
    var others: Int?
    let bytes = headers.bytes
    headers.forEachElement(of: "Accept-Encoding") { element in
      let end = element.first { bytes[$0] == 0x3B || ASCII.isBlank(bytes[$0]) } ?? element.upperBound
      let coding = element.lowerBound..<end
      let quality = quality(bytes[end..<element.upperBound])
      if ASCII.equal(bytes, coding, "gzip") || ASCII.equal(bytes, coding, "x-gzip") {
        gzip = quality
      } else if ASCII.equal(bytes, coding, "identity") {
        identity = quality
      } else if ASCII.equal(bytes, coding, "*") {
        others = quality
      }
    }
    let wanted = gzip ?? others ?? 0
    return wanted > 0 && wanted >= (identity ?? 0)
  }

  /// Reads `;q=0.5` in thousandths: 1000 without it, 0 if it is malformed.
  private static func quality(_ parameters: ArraySlice<UInt8>) -> Int {
    let text = parameters.filter { !ASCII.isBlank($0) }.map(ASCII.lowercased)
    guard !text.isEmpty else { return 1000 }
    guard text.starts(with: ";q=".utf8), text.count >= 4, text.count <= 8 else { return 0 }
    let number = text[3...]
    guard let whole = number.first, whole == 0x30 || whole == 0x31 else { return 0 }
    guard number.count == 1 || number[number.startIndex + 1] == 0x2E else { return 0 }
    var thousandths = Int(whole &- 0x30) * 1000
    var place = 100
    for digit in number.dropFirst(2) {
      guard ASCII.isDigit(digit) else { return 0 }
      thousandths += Int(digit &- 0x30) * place
      place /= 10
    }
    return min(thousandths, 1000)
  }
}
