import CMD4C

/// Where the addresses of links and images, and the words behind fences, stand in a text.
///
/// MD4C points into the text that it reads, except for what holds a `\` or an `&`: that it copies, and its place is
/// lost. So the text is parsed once more with each of these replaced by a `%`, which is punctuation too and means nothing
/// anywhere: the structure stays, and every place is told.
final class AttributePlaces {
  /// In the order in which they come; nil for one that is empty or was copied all the same.
  private(set) var offsets: [Int?] = []
  private var base: UnsafeRawPointer?
  private let count: Int
  /// How many bytes the attributes may still have: a definition may be used any number of times.
  private var bytesLeft: Int

  /// - Parameters:
  ///   - start: The offset at which the parser begins to read.
  ///   - flags: Those that the text is rendered with.
  ///   - masksBackticks: False to leave `` \` `` as it is, which ends code. True finds what the other leaves out, but where
  ///     code ends with a backslash the structure is another.
  ///   - mostBytes: What all attributes may come to before the rest is left out.
  init(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, flags: UInt32, masksBackticks: Bool, mostBytes: Int
  ) {
    count = text.count
    bytesLeft = mostBytes
    var parser = MD_PARSER()
    parser.flags = flags
    parser.enter_block = { type, detail, me in
      guard type == MD_BLOCK_CODE else { return 0 }
      return AttributePlaces.note(detail?.load(as: MD_BLOCK_CODE_DETAIL.self).info, me)
    }
    parser.enter_span = { type, detail, me in
      switch type {
      case MD_SPAN_A: AttributePlaces.note(detail?.load(as: MD_SPAN_A_DETAIL.self).href, me)
      case MD_SPAN_IMG: AttributePlaces.note(detail?.load(as: MD_SPAN_IMG_DETAIL.self).src, me)
      default: 0
      }
    }
    parser.leave_block = { _, _, _ in 0 }
    parser.leave_span = { _, _, _ in 0 }
    parser.text = { _, _, _, _ in 0 }
    AttributePlaces.masked(text, masksBackticks: masksBackticks).withUnsafeBytes { bytes in
      base = bytes.baseAddress
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      _ = md_parse(
        rest.baseAddress?.assumingMemoryBound(to: CChar.self), MD_SIZE(rest.count), &parser,
        Unmanaged.passUnretained(self).toOpaque())
      base = nil
    }
  }

  private static func note(_ attribute: MD_ATTRIBUTE?, _ me: UnsafeMutableRawPointer?) -> Int32 {
    guard let me else { return -1 }
    return Unmanaged<AttributePlaces>.fromOpaque(me).takeUnretainedValue().note(attribute)
  }

  /// - Returns: 0 to go on, less to end.
  private func note(_ attribute: MD_ATTRIBUTE?) -> Int32 {
    var place: Int?
    if let attribute, attribute.size > 0, let start = UnsafeRawPointer(attribute.text), let base {
      let offset = start - base
      if (0..<count).contains(offset) { place = offset }
    }
    offsets.append(place)
    bytesLeft -= Int(attribute?.size ?? 0)
    return bytesLeft < 0 ? -1 : 0
  }

  private static func masked(_ text: UnsafeBufferPointer<UInt8>, masksBackticks: Bool) -> [UInt8] {
    let mask = UInt8(ascii: "%")
    var masked = Array(text)
    var offset = 0
    while offset < masked.count {
      switch masked[offset] {
      case UInt8(ascii: "&"): masked[offset] = mask
      case UInt8(ascii: "\\"):
        let escaped = offset + 1 < masked.count ? masked[offset + 1] : 0
        if escaped == UInt8(ascii: "`"), !masksBackticks {
          offset += 1
        } else {
          masked[offset] = mask
          if escaped.isPunctuation {
            masked[offset + 1] = mask
            offset += 1
          }
        }
      default: break
      }
      offset += 1
    }
    return masked
  }
}

extension UInt8 {
  /// What a backslash can escape.
  fileprivate var isPunctuation: Bool { (0x21...0x7E).contains(self) && !isLetter && !isDigit }
}
