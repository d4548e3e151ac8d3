// The body: so many bytes, or chunks (RFC 9112 §7.1) up to an empty one and the trailers behind it.

extension RequestParser {
  mutating func readBody(_ input: Span<UInt8>, _ position: inout Int) -> Event {
    while position < input.count {
      switch state {
      case .fixedBody, .chunkData:
        let count = min(remaining, input.count - position)
        input.extracting(position..<(position + count)).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        position += count
        remaining -= count
        guard remaining == 0 else { return .needMore }
        if state == .fixedBody { return finished() }
        state = .chunkDataReturn

      case .fieldStart, .name, .beforeValue, .value, .fieldLineFeed:
        if let refusal = readField(input, &position, sectionLength - position) { return fail(refusal) }

      case .endLineFeed:
        guard sectionLength < limits.fields else { return fail(tooManyFields) }
        guard input[position] == 0x0A else {
          return fail(Refusal(.badRequest, "The trailers end in a bare carriage return."))
        }
        position += 1
        return finished()

      case .awaitingAdmission, .failed:
        return fail(Refusal(.badRequest, "No more bytes can be read."))

      default:
        let byte = input[position]
        position += 1
        if let refusal = readChunkFrame(byte) { return fail(refusal) }
      }
    }
    return .needMore
  }

  private mutating func finished() -> Event {
    guard var whole = request else { return fail(Refusal(.badRequest, "No more bytes can be read.")) }
    whole.body = body
    reset()
    return .request(whole)
  }

  /// Reads a byte of the line that begins a chunk, or of the line end behind its data.
  private mutating func readChunkFrame(_ byte: UInt8) -> Refusal? {
    lineLength += 1
    guard lineLength <= limits.chunkLine else { return malformed }
    switch state {
    case .chunkStart:
      guard let digit = ASCII.hexadecimal(byte) else { return malformed }
      remaining = Int(digit)
      state = .chunkSize

    case .chunkSize:
      if let digit = ASCII.hexadecimal(byte) {
        // No number of 64 bits is a fault of the framing; what is merely larger than can be is found at the line's end.
        guard UInt(bitPattern: remaining) <= UInt.max >> 4 else { return malformed }
        remaining = remaining << 4 | Int(digit)
      } else {
        return endOfExtension(byte, blank: .chunkBlank)
      }

    // Blanks may stand before the ";" of an extension (RFC 9112 §7.1.1), and nowhere else.
    case .chunkBlank, .extensionEnd:
      if ASCII.isBlank(byte) { return nil }
      guard byte == 0x3B else { return malformed }
      state = .extensionStart

    case .chunkLineFeed:
      guard byte == 0x0A else { return malformed }
      return beginChunk()

    case .chunkDataReturn:
      guard byte == 0x0D else { return malformed }
      state = .chunkDataLineFeed

    case .chunkDataLineFeed:
      guard byte == 0x0A else { return malformed }
      state = .chunkStart
      lineLength = 0

    default:
      return readExtension(byte)
    }
    return nil
  }

  /// Reads a byte of `;name=value`; what it says is not used.
  private mutating func readExtension(_ byte: UInt8) -> Refusal? {
    extensionBytes += 1
    guard extensionBytes <= limits.chunkExtensions else {
      return Refusal(.contentTooLarge, "The chunk extensions are larger than is accepted.")
    }
    switch state {
    case .extensionStart:
      if ASCII.isBlank(byte) { return nil }
      guard ASCII.isToken(byte) else { return malformed }
      state = .extensionName

    case .extensionName:
      if ASCII.isToken(byte) { return nil }
      if byte == 0x3D {
        state = .extensionValueStart
        return nil
      }
      return endOfExtension(byte, blank: .extensionNameBlank)

    case .extensionNameBlank:
      if ASCII.isBlank(byte) { return nil }
      guard byte == 0x3D || byte == 0x3B else { return malformed }
      state = byte == 0x3D ? .extensionValueStart : .extensionStart

    case .extensionValueStart:
      if ASCII.isBlank(byte) { return nil }
      guard ASCII.isToken(byte) || byte == 0x22 else { return malformed }
      state = byte == 0x22 ? .extensionQuoted : .extensionToken

    case .extensionToken:
      if ASCII.isToken(byte) { return nil }
      return endOfExtension(byte, blank: .extensionEnd)

    case .extensionQuoted:
      guard ASCII.isFieldContent(byte) else { return malformed }
      if byte == 0x22 { state = .extensionEndOfQuoted } else if byte == 0x5C { state = .extensionEscape }

    case .extensionEscape:
      guard ASCII.isFieldContent(byte) else { return malformed }
      state = .extensionQuoted

    case .extensionEndOfQuoted:
      return endOfExtension(byte, blank: .extensionEnd)

    default:
      return malformed
    }
    return nil
  }

  /// Reads the byte behind a size or an extension: a line end, the next extension, or a blank before that.
  private mutating func endOfExtension(_ byte: UInt8, blank: State) -> Refusal? {
    switch byte {
    case 0x0D: state = .chunkLineFeed
    case 0x3B: state = .extensionStart
    case 0x20, 0x09: state = blank
    default: return malformed
    }
    return nil
  }

  private mutating func beginChunk() -> Refusal? {
    lineLength = 0
    if remaining == 0 {
      inTrailers = true
      sectionLength = 0
      state = .fieldStart
      return nil
    }
    // More than an Int holds looks negative.
    guard remaining > 0, remaining <= bodyLimit - body.count else { return RequestParser.tooLarge(bodyLimit) }
    state = .chunkData
    return nil
  }

  private var malformed: Refusal { Refusal(.badRequest, "The chunked body is malformed.") }
}
