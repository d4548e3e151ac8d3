// The request line and the fields. Trailers go through the same states, and are checked and dropped.

extension RequestParser {
  /// - Returns: nil when all of the input was read and the head is not complete.
  mutating func readHead(_ input: Span<UInt8>, _ position: inout Int) -> Event? {
    let first = position
    // What an index into `input` has to be raised by to be one into `head`, once this input is appended.
    let base = head.count &- first
    let count = input.count
    var index = first

    func bad(_ parser: inout RequestParser, _ detail: String, _ status: Status = .badRequest) -> Event {
      parser.fail(Refusal(status, detail))
    }

    // Where an index has just been compared with the count, it is not checked again.
    scan: while index < count {
      let byte = input[unchecked: index]
      switch state {
      case .start:
        if byte == 0x0D {
          state = .startLineFeed
          index &+= 1
        } else {
          // The head begins here; empty lines are not part of it.
          position = index
          head.reserveCapacity(min(count &- index, 1024))
          fields.reserveCapacity(12)
          lineLength = 0
          isHead = false
          state = .method
          if index != first { return readHead(input, &position) }
        }

      case .startLineFeed:
        guard byte == 0x0A else { return bad(&self, "A line before the request line ends in a bare carriage return.") }
        emptyLines += 1
        guard emptyLines <= limits.emptyLines else { return bad(&self, "Too many empty lines before a request.") }
        state = .start
        index &+= 1

      case .method:
        let start = index
        while index < count, ASCII.isToken(input[unchecked: index]) { index &+= 1 }
        lineLength &+= index &- start
        guard lineLength <= limits.requestLine else {
          return bad(&self, "The request line is longer than is accepted.", .targetTooLong)
        }
        guard index < count else { break scan }
        methodEnd = base &+ index
        guard input[index] == 0x20, methodEnd > 0 else { return bad(&self, "The request line is malformed.") }
        isHead =
          methodEnd == 4
          && "HEAD".utf8.enumerated().allSatisfy { place, letter in
            letter == (place < head.count ? head[place] : input[place &- base])
          }
        index &+= 1
        lineLength &+= 1
        state = .target

      case .target:
        let start = index
        while index < count, input[unchecked: index] &- 0x21 < 0x5E { index &+= 1 }
        lineLength &+= index &- start
        guard lineLength <= limits.requestLine else {
          return bad(&self, "The request line is longer than is accepted.", .targetTooLong)
        }
        guard index < count else { break scan }
        targetEnd = base &+ index
        guard input[index] == 0x20, targetEnd > methodEnd &+ 1 else {
          return bad(
            &self, "The request line is malformed, or its target has a character that must be percent-encoded.")
        }
        index &+= 1
        state = .version
        lineLength = 0

      case .version:
        // `lineLength` counts the bytes of the version. It is "HTTP/", a digit, ".", a digit.
        switch lineLength {
        case 0: if byte != 0x48 { return bad(&self, "The request line is malformed.") }
        case 1, 2: if byte != 0x54 { return bad(&self, "The request line is malformed.") }
        case 3: if byte != 0x50 { return bad(&self, "The request line is malformed.") }
        case 4: if byte != 0x2F { return bad(&self, "The request line is malformed.") }
        case 6: if byte != 0x2E { return bad(&self, "The request line is malformed.") }
        case 5, 7:
          guard ASCII.isDigit(byte) else { return bad(&self, "The request line is malformed.") }
          if lineLength == 5 { versionDigits.major = byte &- 0x30 } else { versionDigits.minor = byte &- 0x30 }
        default:
          guard byte == 0x0D else { return bad(&self, "The request line is malformed.") }
          guard versionDigits.major == 1 else {
            return bad(&self, "Only HTTP/1.1 and HTTP/1.0 are spoken here.", .versionNotSupported)
          }
          state = .requestLineFeed
        }
        lineLength &+= 1
        index &+= 1

      case .requestLineFeed:
        guard byte == 0x0A else { return bad(&self, "The request line holds a bare carriage return.") }
        state = .fieldStart
        sectionLength = 0
        index &+= 1

      case .fieldStart, .name, .beforeValue, .value, .fieldLineFeed:
        if let refusal = readField(input, &index, base) { return fail(refusal) }

      case .endLineFeed:
        guard sectionLength < limits.fields else { return fail(tooManyFields) }
        guard byte == 0x0A else { return bad(&self, "The header section ends in a bare carriage return.") }
        index &+= 1
        append(input, first..<index)
        position = index
        return complete()

      default:
        return bad(&self, "No more bytes can be read.")
      }
    }
    if !isIdle { append(input, first..<index) }
    position = index
    return nil
  }

  private mutating func append(_ input: Span<UInt8>, _ range: Range<Int>) {
    input.extracting(range).withUnsafeBufferPointer { head.append(contentsOf: $0) }
  }

  /// Reads on within the field lines, of the header section or of the trailers, until the input or the section ends.
  /// - Parameter base: what an index into `input` has to be raised by to be one into the section's text.
  mutating func readField(_ input: Span<UInt8>, _ position: inout Int, _ base: Int) -> Refusal? {
    // No byte beyond the limit is looked at, so that what is wrong there makes no difference.
    let count = min(input.count, position &+ limits.fields &- sectionLength)
    var index = position
    defer {
      sectionLength &+= index &- position
      position = index
    }

    scan: while index < count {
      switch state {
      case .fieldStart:
        if input[index] == 0x0D {
          state = .endLineFeed
          index &+= 1
          return nil
        }
        guard (inTrailers ? trailerCount : fields.count) < limits.fieldCount else {
          return Refusal(.fieldsTooLarge, "The request has more than \(limits.fieldCount) fields.")
        }
        field.name = UInt32(truncatingIfNeeded: base &+ index)
        state = .name

      case .name:
        while index < count, ASCII.isToken(input[unchecked: index]) { index &+= 1 }
        guard index < count else { break scan }
        let length = base &+ index &- Int(field.name)
        guard input[index] == 0x3A, length > 0 else {
          return Refusal(.badRequest, "A field line is malformed.")
        }
        field.nameLength = UInt32(truncatingIfNeeded: length)
        index &+= 1
        state = .beforeValue

      case .beforeValue:
        while index < count, ASCII.isBlank(input[unchecked: index]) { index &+= 1 }
        guard index < count else { break scan }
        valueEnd = base &+ index
        field.value = UInt32(truncatingIfNeeded: valueEnd)
        state = .value

      case .value:
        while index < count {
          let byte = input[unchecked: index]
          guard ASCII.isFieldContent(byte) else { break }
          index &+= 1
          if byte != 0x20, byte != 0x09 { valueEnd = base &+ index }
        }
        guard index < count else { break scan }
        guard input[index] == 0x0D else { return Refusal(.badRequest, "A field's value holds a control character.") }
        index &+= 1
        state = .fieldLineFeed

      case .fieldLineFeed:
        guard input[index] == 0x0A else { return Refusal(.badRequest, "A field line holds a bare carriage return.") }
        index &+= 1
        if inTrailers {
          trailerCount += 1
        } else {
          field.valueLength = UInt32(truncatingIfNeeded: valueEnd &- Int(field.value))
          fields.append(field)
        }
        state = .fieldStart

      default:
        break scan
      }
    }
    guard index == count, count < input.count else { return nil }
    return tooManyFields
  }

  var tooManyFields: Refusal {
    Refusal(.fieldsTooLarge, "The header fields are larger than the \(limits.fields) bytes that are accepted.")
  }
}
