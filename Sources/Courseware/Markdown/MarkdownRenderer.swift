import CMD4C

/// Renders one Markdown text to HTML, from MD4C's events straight into bytes. Nothing recurses, so no text is too deep.
///
/// A class, since MD4C hands a pointer to it from event to event; it lives for one rendering on one thread.
final class MarkdownRenderer {
  let source: SourceText
  let options: Options
  /// The text that MD4C reads, within the source.
  var text: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)

  var out = HTMLBuffer()
  var result = RenderedText()
  var slugs: Slugs
  /// The offset in the source behind the last text that came, by which places are found.
  var position: Int
  /// The offset at which the parser began.
  let first: Int

  // Blocks.
  var opening = Opening.none
  var quotes: [Quote] = []
  var alertTitle: AlertTitle?
  var lists: [ItemState] = []
  var heading: OpenHeading?
  var lastLevel = 1
  var code: OpenCode?
  var table = OpenTable()
  var inlineBlocks = 0

  // Spans.
  /// Those that have begun, from the outermost.
  var spans: [MD_SPANTYPE] = []
  var links: [OpenLink] = []
  var images: [OpenImage] = []
  /// How many links, images and code blocks have begun, by which `AttributePlaces` tells them apart.
  var attributes = 0
  /// What the parser was told to read.
  private(set) var flags: UInt32 = 0
  lazy var places = Places(self)
  /// Bytes of addresses and titles so far: a definition may be used any number of times.
  var attributeBytes = 0
  /// Cells so far that no text stands for: a row may lack any number of them.
  var missingCells = 0
  /// True once the rest of the text is left out.
  private(set) var isStopped = false
  var alt: [UInt8] = []
  var maths: OpenMaths?

  // Text for search.
  var sectionHeading: Lesson.Heading?
  var sectionText: [UInt8] = []

  struct Options {
    /// Reads the fences that are cells; nil where text may hold none.
    var cells: CellReader?
    /// True for text that must be a single paragraph, of which only the inside is rendered.
    var isInline = false
    /// True if a first heading of level 1 is the page's own title, to be passed over.
    var passesOverTitle = false
    /// Anchors that the page has for itself.
    var reservedAnchors: Set<String> = []
  }

  /// Blocks that are written only when it is known what they hold.
  enum Opening { case none, quote, quoteParagraph }
  enum Quote { case plain, alert }
  struct AlertTitle {
    var kind: Alert
    var isEmpty = true
  }
  struct ItemState { var isOrdered: Bool }

  private init(_ source: SourceText, from start: Int, _ options: Options) {
    self.source = source
    self.options = options
    first = start
    position = start
    slugs = Slugs(reserved: options.reservedAnchors)
  }

  /// Renders a source from an offset on.
  static func render(_ source: SourceText, from start: Int = 0, _ options: Options = Options()) -> RenderedText {
    let renderer = MarkdownRenderer(source, from: start, options)
    renderer.parse(from: start)
    renderer.finish()
    return renderer.result
  }

  private func parse(from start: Int) {
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_NOHTMLBLOCKS | MD_FLAG_NOHTMLSPANS | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS
        | MD_FLAG_LATEXMATHSPANS | MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_PERMISSIVEEMAILAUTOLINKS)
    parser.enter_block = { type, detail, me in
      MarkdownRenderer.from(me)?.enter(type, detail)
      return MarkdownRenderer.status(me)
    }
    parser.leave_block = { type, detail, me in
      MarkdownRenderer.from(me)?.leave(type, detail)
      return MarkdownRenderer.status(me)
    }
    parser.enter_span = { type, detail, me in
      MarkdownRenderer.from(me)?.enter(span: type, detail)
      return MarkdownRenderer.status(me)
    }
    parser.leave_span = { type, _, me in
      MarkdownRenderer.from(me)?.leave(span: type)
      return 0
    }
    parser.text = { type, text, size, me in
      let bytes = UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self)
      MarkdownRenderer.from(me)?.text(type, UnsafeBufferPointer(start: bytes, count: Int(size)))
      return 0
    }
    if holdsTooManyAddresses(from: start) { parser.flags &= ~UInt32(MD_FLAG_PERMISSIVEURLAUTOLINKS) }
    flags = parser.flags
    // MD4C 0.4.8 looks at the byte behind a text that ends within a link's address, such as `[a](b`: let it be ours.
    var padded = source.bytes
    if padded.last != UInt8(ascii: "\n") { padded.append(UInt8(ascii: "\n")) }
    padded.withUnsafeBufferPointer { bytes in
      text = bytes
      let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start...])
      let characters = rest.baseAddress?.assumingMemoryBound(to: CChar.self)
      if characters == nil { return }
      // SourceText bounds the count, so it fits.
      let status = md_parse(characters, MD_SIZE(rest.count), &parser, Unmanaged.passUnretained(self).toOpaque())
      if status != 0, !isStopped { report("The text could not be parsed: memory ran out.") }
      text = .init(start: nil, count: 0)
    }
  }

  /// More bare addresses than this in one paragraph are no links: MD4C 0.4.8 looks from each at all that follow.
  private static let mostAddresses = 5_000

  /// Counts what may be bare addresses between two blank lines, and reports where there are too many.
  private func holdsTooManyAddresses(from start: Int) -> Bool {
    // Most texts are too short for so many.
    guard source.bytes.count > 3 * MarkdownRenderer.mostAddresses else { return false }
    var count = 0
    var isBlankLine = true
    for (offset, byte) in source.bytes.enumerated().dropFirst(start) {
      if byte == UInt8(ascii: "\n") {
        if isBlankLine { count = 0 }
        isBlankLine = true
      } else if !byte.isBlank {
        isBlankLine = false
        if byte == UInt8(ascii: ":"), source.bytes[offset...].starts(with: "://".utf8) { count += 1 }
        if count > MarkdownRenderer.mostAddresses {
          report(at: offset, "The paragraph has too many bare addresses, which are no links here. Divide it.")
          return true
        }
      }
    }
    return false
  }

  /// What an event answers MD4C: 0 to go on, less to end; anything above 0 ends only the innermost of its functions.
  private static func status(_ pointer: UnsafeMutableRawPointer?) -> Int32 { from(pointer)?.isStopped == true ? -1 : 0 }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> MarkdownRenderer? {
    pointer.map { Unmanaged<MarkdownRenderer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Ends the rendering: the text asks for far more output than its own length.
  func stop(_ message: String) {
    if isStopped { return }
    report(message)
    isStopped = true
  }

  private func finish() {
    closeSpans()
    closeSection()
    closePart()
    result.anchors = slugs.used.subtracting(options.reservedAnchors)
  }

  /// Ends the HTML before a cell.
  func closePart() {
    if !out.isEmpty { result.parts.append(.html(out.take().text)) }
  }

  /// The offset in the source of bytes that came from MD4C, or nil if they are its own, such as a line end.
  func offset(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.baseAddress, let base = text.baseAddress else { return nil }
    let offset = UnsafeRawPointer(start) - UnsafeRawPointer(base)
    return (0..<text.count).contains(offset) ? offset : nil
  }

  func report(at offset: Int? = nil, _ message: String) {
    result.findings.append(source.finding(at: offset ?? position, message))
  }

  /// Writes what was held back until it was known whether anything, and what, comes first in it.
  func settle() {
    if opening != .none { openPlainQuote() }
    if table.cell != nil { openCell() }
  }
}
