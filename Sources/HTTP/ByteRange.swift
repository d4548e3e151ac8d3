/// The part of a representation that a GET asks for by `Range` (RFC 9110 §14.2).
enum ByteRange: Equatable {
  /// No range, one that is malformed or in another unit, or several at once: all of it is sent.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  init(_ headers: HeaderFields, length: Int) {
    guard headers.contains("Range") else {
      self = .whole
      return
    }
    let values = headers.values(of: "Range")
    guard values.count == 1, let range = ByteRange(Array(values[0].utf8), length) else {
      self = .whole
      return
    }
    self = range
  }

  private init?(_ value: [UInt8], _ length: Int) {
    guard value.count > 6, ASCII.equal(value, 0..<6, "bytes=") else { return nil }
    let set = value[6...]
    guard let dash = set.firstIndex(of: 0x2D), let first = ByteRange.position(set[..<dash]),
      let last = ByteRange.position(set[(dash + 1)...])
    else { return nil }

    switch (first, last) {
    case (nil, nil): return nil
    case (nil, let suffix?):
      self = suffix > 0 && length > 0 ? .part(max(0, length - suffix)..<length) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return nil }
      guard first < length else {
        self = .unsatisfiable
        return
      }
      self = .part(first..<(min(last ?? Int.max, length - 1) + 1))
    }
  }

  /// Reads *DIGIT; the outer nil is a malformed number, the inner one an absent one. Beyond Int it is the largest Int.
  private static func position(_ digits: ArraySlice<UInt8>) -> Int?? {
    if digits.isEmpty { return .some(nil) }
    guard let number = try? RequestParser.decimal(digits) else { return nil }
    return .some(number)
  }
}
