import CMD4C

/// What is known of places in the source that no text of MD4C's tells, each looked for once.
struct Places {
  fileprivate lazy var attributes = make(false)
  fileprivate lazy var attributesBeyondBackticks = make(true)
  /// The last that was looked for: from where on, and where it was found.
  fileprivate var mark: (byte: UInt8, times: Int, from: Int, found: Int?)?
  fileprivate var emptyWords: (from: Int, found: Int?)?

  private let make: (Bool) -> [Int?]

  init(_ renderer: MarkdownRenderer) {
    make = { [unowned renderer] masksBackticks in
      AttributePlaces(
        of: renderer.text, from: renderer.first, flags: renderer.flags, masksBackticks: masksBackticks,
        mostBytes: renderer.mostAttributeBytes
      ).offsets
    }
  }
}

extension MarkdownRenderer {
  /// Where a link's or an image's address, or the words behind a fence, that came last stands in the source; nil if it is
  /// empty.
  /// - Parameter isPlausible: Judges a place that was found by counting. In a text that MD4C reads otherwise once it is
  ///   masked, that may be another's.
  func place(of attribute: MD_ATTRIBUTE, where isPlausible: (Int) -> Bool = { _ in true }) -> Int? {
    if attribute.size == 0 { return nil }
    guard let place = offset(of: attribute) ?? copiedPlace.flatMap({ isPlausible($0) ? $0 : nil }) else { return nil }
    // Without words no text tells that it was passed.
    if place > position, text[..<place].suffix(MarkdownRenderer.wordless.count).elementsEqual(MarkdownRenderer.wordless)
    {
      position = place
    }
    return place
  }

  /// How a link or an image without words begins, up to its address.
  private static let wordless = Array("[](".utf8)

  private var copiedPlace: Int? {
    let index = attributes - 1
    if index < places.attributes.count, let offset = places.attributes[index] { return offset }
    return index < places.attributesBeyondBackticks.count ? places.attributesBeyondBackticks[index] : nil
  }

  /// Where an attribute stands in the source, if MD4C did not have to copy it.
  private func offset(of attribute: MD_ATTRIBUTE) -> Int? {
    guard attribute.size > 0, let start = UnsafeRawPointer(attribute.text) else { return nil }
    return offset(of: UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: 1))
  }

  /// Where a block without text begins that has just ended, by its mark. What is looked for next is further on.
  func beginning(_ mark: UInt8) -> Int? {
    guard let place = next(mark, after: position) else { return nil }
    position = place + 1
    return place
  }

  /// Where a mark stands next, on a line that begins behind a place, with nothing before it but the marks of lists and
  /// quotations.
  /// - Parameter times: How many of the mark stand there at least.
  func next(_ mark: UInt8, times: Int = 1, after start: Int) -> Int? {
    if text.isEmpty { return nil }
    var offset = start
    while offset > 0, offset < text.count, text[offset - 1] != UInt8(ascii: "\n") { offset += 1 }
    if let known = places.mark, known.byte == mark, known.times == times,
      (known.from...(known.found ?? text.count)).contains(offset)
    {
      return known.found
    }
    places.mark = (mark, times, offset, nil)
    var isFirst = true
    var run = 0
    while offset < text.count {
      let byte = text[offset]
      run = byte == mark && (isFirst || run > 0) ? run + 1 : 0
      if run == times {
        places.mark?.found = offset - times + 1
        return offset - times + 1
      }
      isFirst = byte == UInt8(ascii: "\n") || isFirst && byte.isContainerMark
      offset += 1
    }
    return nil
  }

  /// Where the words of a link or an image without an address end, once all of them came; where it begins if it has none.
  /// - Parameter start: Where the text before it ended.
  func endOfWords(since start: Int) -> Int {
    if position > start || text.isEmpty { return position }
    if let known = places.emptyWords, (known.from...(known.found ?? text.count)).contains(start) {
      position = known.found.map { $0 + 1 } ?? position
      return known.found ?? position
    }
    let place = text.indices.dropFirst(start).first { text[$0...].starts(with: MarkdownRenderer.wordless) }
    places.emptyWords = (start, place)
    guard let place else { return position }
    // The next one without words is further on.
    position = place + 1
    return place
  }
}

extension UInt8 {
  /// Blank, or what the marks of lists and quotations are made of.
  var isContainerMark: Bool { isBlank || isDigit || ">-*+.)".utf8.contains(self) }
}
