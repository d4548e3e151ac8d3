import CMD4C

struct OpenLink {
  /// False for a link that was refused: its words stay.
  var isWritten: Bool
  /// Which of the page's links it is, if its line is not known yet.
  var unplaced: Int?
  /// Where the text before it ends.
  var start = 0
}

struct OpenImage {
  var source: [UInt8]
  var title: [UInt8]
  /// Where its address stands in the source, nil if it has none.
  var offset: Int?
  /// Where the text before it ends.
  var start: Int
}

struct OpenMaths {
  var isDisplay: Bool
  var tex: [UInt8] = []
  /// Where its pieces begin in the TeX and in the source; line ends and indents are in between.
  var pieces: [(tex: Int, source: Int)] = []
  /// Where it ends in the source, before the dollars.
  var end: Int?

  mutating func begin(at source: Int, count: Int) {
    pieces.append((tex.count, source))
    end = source + count
  }

  /// The place in the source of an offset in the TeX.
  func place(of offset: Int) -> Int? {
    pieces.last { $0.tex <= offset }.map { $0.source + offset - $0.tex }
  }
}

extension MarkdownRenderer {
  func enter(span type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    settle()
    alertTitle?.isEmpty = false
    spans.append(type)
    if type == MD_SPAN_A || type == MD_SPAN_IMG { attributes += 1 }
    switch type {
    case MD_SPAN_IMG: enterImage(detail?.load(as: MD_SPAN_IMG_DETAIL.self))
    case MD_SPAN_LATEXMATH: maths = OpenMaths(isDisplay: false)
    case MD_SPAN_LATEXMATH_DISPLAY: maths = OpenMaths(isDisplay: true)
    case _ where !images.isEmpty: break
    case MD_SPAN_A: enterLink(detail?.load(as: MD_SPAN_A_DETAIL.self))
    case MD_SPAN_EM: out.markup("<em>")
    case MD_SPAN_STRONG: out.markup("<strong>")
    case MD_SPAN_CODE: out.markup("<code>")
    case MD_SPAN_DEL: out.markup("<del>")
    default: break
    }
  }

  /// Ends a span, and those within it. MD4C 0.4.8 may end one that never began: the emphasis of `[](*)*`.
  func leave(span type: MD_SPANTYPE) {
    guard let start = spans.lastIndex(of: type) else { return }
    while spans.count > start { close(spans.removeLast()) }
  }

  /// Ends the spans that a block leaves open.
  func closeSpans() {
    while let type = spans.popLast() { close(type) }
  }

  private func close(_ type: MD_SPANTYPE) {
    switch type {
    case MD_SPAN_IMG: leaveImage()
    case MD_SPAN_LATEXMATH, MD_SPAN_LATEXMATH_DISPLAY: leaveMaths()
    case _ where !images.isEmpty: break
    case MD_SPAN_A: leaveLink()
    case MD_SPAN_EM: out.markup("</em>")
    case MD_SPAN_STRONG: out.markup("</strong>")
    case MD_SPAN_CODE: out.markup("</code>")
    case MD_SPAN_DEL: out.markup("</del>")
    default: break
    }
  }

  private func enterLink(_ detail: MD_SPAN_A_DETAIL?) {
    // A bare address in a link's words would be a link in a link.
    guard let detail, !links.contains(where: \.isWritten), fits(detail.href, detail.title) else {
      return links.append(OpenLink(isWritten: false))
    }
    let written = decoded(detail.href)
    let start = out.count
    var link = OpenLink(isWritten: true, start: position)
    switch LinkTarget(written) {
    case .refused(let scheme):
      report(
        at: place(of: detail.href),
        "A link may not lead to `\(scheme.prefix(30)):`. Use https, http, mailto or an address on this server.")
      links.append(OpenLink(isWritten: false))
      return
    case .elsewhere(let address):
      writeLink(address, detail)
      if address.first.map({ $0.lowercased == UInt8(ascii: "m") }) != true {
        out.markup(" rel=\"noopener noreferrer\"")
      }
    case .here(let address, let path, let fragment):
      writeLink(address, detail)
      let place = place(of: detail.href)
      if place == nil { link.unplaced = result.links.count }
      note(.page, path, fragment, place ?? position, written)
    }
    out.markup(">")
    heading?.linkTags.append(start..<out.count)
    links.append(link)
  }

  /// What addresses and titles may come to beside the text's own length, in bytes.
  private static let mostRepeated = 1 << 20
  var mostAttributeBytes: Int { 2 * text.count + MarkdownRenderer.mostRepeated }

  /// Counts a link's or an image's address and title. False once they are far more than the text they come from: a long
  /// definition that is used over and over would fill any memory.
  private func fits(_ address: MD_ATTRIBUTE, _ title: MD_ATTRIBUTE) -> Bool {
    attributeBytes += Int(address.size) + Int(title.size)
    if attributeBytes <= mostAttributeBytes { return true }
    stop("The text is left out from here on: links use long definitions too often. Shorten the definitions.")
    return false
  }

  private func writeLink(_ address: [UInt8], _ detail: MD_SPAN_A_DETAIL) {
    out.markup("<a href=\"")
    out.address(address)
    out.markup("\"")
    writeTitle(decoded(detail.title))
  }

  private func writeTitle(_ title: [UInt8]) {
    if title.isEmpty { return }
    out.markup(" title=\"")
    out.text(title)
    out.markup("\"")
  }

  private func leaveLink() {
    guard let link = links.popLast(), link.isWritten else { return }
    if let unplaced = link.unplaced { result.links[unplaced].line = source.line(at: endOfWords(since: link.start)) }
    let start = out.count
    out.markup("</a>")
    heading?.linkTags.append(start..<out.count)
  }

  /// Keeps a link to this server, to be checked once all lessons are known.
  private func note(_ kind: Lesson.Link.Kind, _ path: String, _ fragment: String?, _ place: Int, _ written: [UInt8]) {
    result.links.append(
      Lesson.Link(kind: kind, path: path, fragment: fragment, line: source.line(at: place), written: written.text))
  }

  private func enterImage(_ detail: MD_SPAN_IMG_DETAIL?) {
    if images.isEmpty { alt = [] }
    let detail = detail.flatMap { fits($0.src, $0.title) ? $0 : nil }
    images.append(
      OpenImage(
        source: detail.map { decoded($0.src) } ?? [], title: detail.map { decoded($0.title) } ?? [],
        offset: detail.flatMap { place(of: $0.src) }, start: position))
  }

  private func leaveImage() {
    guard let image = images.popLast(), images.isEmpty else { return }
    let words = alt.withSingleSpaces
    let place = image.offset ?? endOfWords(since: image.start)
    if words.isEmpty {
      report(
        at: place,
        "The image `\(image.source.prefix(80).text)` has no description. Write what it shows between the brackets: `![…](…)`."
      )
    }
    var address: [UInt8] = []
    switch LinkTarget(image.source) {
    case .refused(let scheme):
      report(at: place, "An image may not come from `\(scheme.prefix(30)):`. Put it on this server.")
      return out.text(words)
    case .elsewhere(let elsewhere):
      // The page's policy keeps a browser from asking for it.
      report(at: place, "The image `\(elsewhere.prefix(80).text)` is on another server. Put it on this one.")
      address = elsewhere
    case .here(let here, let path, _):
      note(.image, path, nil, place, image.source)
      address = here
    }
    out.markup("<img src=\"")
    out.address(address)
    out.markup("\" alt=\"")
    out.text(words)
    out.markup("\"")
    writeTitle(image.title)
    out.markup(" loading=\"lazy\" decoding=\"async\">")
  }

  private func leaveMaths() {
    guard let open = maths else { return }
    maths = nil
    let blankEnds = open.tex.first?.isBlank != false || open.tex.last?.isBlank != false
    let beforeDigit = open.end.map { $0 + 1 < text.count && text[$0 + 1].isDigit } ?? false
    if !open.isDisplay, blankEnds || beforeDigit {
      report(
        at: open.place(of: 0),
        "What stands between two `$` here, `\(open.tex.prefix(40).text)`, is not taken for maths. Write `\\$` for a dollar sign, or no space within the dollars."
      )
      return writeText(Array("$".utf8) + open.tex + Array("$".utf8))
    }
    plain(MathWords.plain(open.tex))
    if images.isEmpty { writeMaths(open.tex, isDisplay: open.isDisplay) { open.place(of: $0) } }
  }

  /// Writes TeX as MathML, or as code if it cannot be read.
  /// - Parameter place: The place in the source of an offset in the TeX.
  func writeMaths(_ tex: [UInt8], isDisplay: Bool, place: (Int) -> Int?) {
    do {
      out.html(try MathML.convert(tex, isDisplay: isDisplay))
    } catch {
      report(at: place(error.offset), error.message)
      out.markup("<code>")
      out.text(tex)
      out.markup("</code>")
    }
  }

  /// The bytes of an address or a title, its character references decoded.
  func decoded(_ attribute: MD_ATTRIBUTE) -> [UInt8] {
    guard let start = UnsafeRawPointer(attribute.text) else { return [] }
    let bytes = UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: Int(attribute.size))
    var decoded: [UInt8] = []
    var index = 0
    while Int(attribute.substr_offsets[index]) < bytes.count {
      let from = Int(attribute.substr_offsets[index])
      let to = Int(attribute.substr_offsets[index + 1])
      let piece = bytes[from..<to]
      switch attribute.substr_types[index] {
      case MD_TEXT_ENTITY: decoded += Entities.decoded(piece).map { Array($0.utf8) } ?? Array(piece)
      default: decoded += piece
      }
      index += 1
    }
    return decoded
  }
}
