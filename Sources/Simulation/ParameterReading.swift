import JSON

// One parameter's value from text or JSON. Digits are read from bytes, and saturate instead of overflowing.

extension Parameter.Kind {
  /// The value that a query's texts stand for; more than one text only for a list.
  func value(texts: [String]) throws(Mismatch) -> Arguments.Value {
    let text = texts[0]
    switch self {
    case .integer(let range, _):
      return .integer(try Self.integer(text, range))
    case .optionalInteger(let range):
      return text.isEmpty ? .none : .integer(try Self.integer(text, range))
    case .number(let range, _):
      guard let number = Self.number(text), range.contains(number) else { throw Mismatch(Excerpt.text(text)) }
      return .number(number)
    case .choice(let choices, _):
      return .text(try Self.choice(text, choices))
    case .choices(let choices, _):
      return .texts(try Self.choices(Self.elements(texts), choices))
    case .integers(let range, let count, _):
      return .integers(try Self.integers(Self.elements(texts), range, count))
    case .flag:
      if text == "true" { return .flag(true) }
      if text == "false" { return .flag(false) }
      throw Mismatch(Excerpt.text(text))
    case .text(let maxBytes, _):
      guard text.utf8.count <= maxBytes else { throw Mismatch("\(text.utf8.count) bytes long") }
      return .text(text)
    }
  }

  /// The value that a JSON value stands for.
  func value(json: JSONValue) throws(Mismatch) -> Arguments.Value {
    switch (self, json) {
    case (.optionalInteger, .null):
      return .none
    case (.integer(let range, _), _), (.optionalInteger(let range), _):
      return .integer(try Self.integer(json, range))
    case (.number(let range, _), .integer(let whole)) where range.contains(Double(whole)):
      return .number(Double(whole))
    case (.number(let range, _), .number(let number)) where range.contains(number):
      return .number(number)
    case (.choices(let choices, _), .array(let elements)):
      var names: [String] = []
      for element in elements {
        guard case .string(let name) = element else { throw Mismatch("a list with \(element.given)") }
        names.append(name)
      }
      return .texts(try Self.choices(names, choices))
    case (.integers(let range, let count, _), .array(let elements)):
      guard count.contains(elements.count) else { throw Mismatch("\(elements.count) numbers") }
      var numbers: [Int] = []
      for element in elements { numbers.append(try Self.integer(element, range)) }
      return .integers(numbers)
    case (.choices(let choices, _), .strings(let names)):
      return .texts(try Self.choices(names, choices))
    case (.integers, .integers(let numbers)):
      return try value(json: .array(numbers.map(JSONValue.integer)))
    case (.choice, .string(let text)), (.choices, .string(let text)), (.integers, .string(let text)),
      (.text, .string(let text)):
      return try value(texts: [text])
    case (.flag, .bool(let flag)):
      return .flag(flag)
    default:
      throw Mismatch(json.given)
    }
  }

  private static func integer(_ json: JSONValue, _ range: ClosedRange<Int>) throws(Mismatch) -> Int {
    let whole: Int? =
      switch json {
      case .integer(let number): number
      case .number(let number): Int(exactly: number)
      default: nil
      }
    guard let whole, range.contains(whole) else { throw Mismatch(json.given) }
    return whole
  }

  private static func integer(_ text: String, _ range: ClosedRange<Int>) throws(Mismatch) -> Int {
    guard let number = DigitReader.integer(text), range.contains(number) else { throw Mismatch(Excerpt.text(text)) }
    return number
  }

  private static func number(_ text: String) -> Double? {
    DigitReader.isDecimal(text) ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
  }

  private static func choice(_ text: String, _ choices: [Parameter.Choice]) throws(Mismatch) -> String {
    guard let found = choices.first(where: { $0.name == text || $0.aliases.contains(text) }) else {
      throw Mismatch(Excerpt.text(text))
    }
    return found.name
  }

  private static func choices(_ names: [String], _ choices: [Parameter.Choice]) throws(Mismatch) -> [String] {
    var found: [String] = []
    for name in names {
      let known = try choice(name, choices)
      if found.contains(known) { throw Mismatch("\(known) twice") }
      found.append(known)
    }
    if found.isEmpty { throw Mismatch("empty") }
    return found
  }

  private static func integers(
    _ texts: [String], _ range: ClosedRange<Int>, _ count: ClosedRange<Int>
  ) throws(Mismatch) -> [Int] {
    guard count.contains(texts.count) else { throw Mismatch(texts.isEmpty ? "empty" : "\(texts.count) numbers") }
    var numbers: [Int] = []
    for text in texts { numbers.append(try integer(text, range)) }
    return numbers
  }

  /// The elements of comma-separated lists, without the spaces around them; nothing at all is an empty list.
  private static func elements(_ texts: [String]) -> [String] {
    if texts.allSatisfy(\.isEmpty) { return [] }
    return texts.flatMap { text in
      text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { element in
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") }
        let end = element.lastIndex { !isSpace($0) }.map(element.index(after:)) ?? element.startIndex
        return String(Substring(element[..<end].drop(while: isSpace)))
      }
    }
  }
}

extension JSONValue {
  /// What kind of value this is, with the value where it is short, to be read after "was".
  fileprivate var given: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): Excerpt.plain(number)
    case .string(let text): "the text \"\(Excerpt.text(text))\""
    case .array, .integers, .numbers, .strings: "a list"
    case .object: "an object"
    }
  }
}
