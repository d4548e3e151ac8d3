import JSON
import Testing

@Suite("The parser accepts") struct ParserAcceptance {
  static let values: [(String, JSONValue)] = [
    ("null", .null), (" \t\r\n true \n", true), ("false", false),
    ("0", 0), ("-0", 0), ("42", 42), ("-7", -7),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("1.0", .number(1)), ("-0.5", .number(-0.5)), ("1e2", .number(100)), ("1E+2", .number(100)),
    ("25e-1", .number(2.5)),
    ("1e-400", .number(0)), ("0.1", .number(0.1)), ("5e-324", .number(.leastNonzeroMagnitude)),
    (#""""#, ""), (#""a\/\"\\\b\f\n\r\t""#, "a/\"\\\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00\uDBFF\uDFFF""#, "😀\u{10FFFF}"), (#""\u0000""#, "\u{0}"), (#""\uFFFE\uFEFF""#, "\u{FFFE}\u{FEFF}"),
    (
      "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
      "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"
    ),
    ("\"\u{2028}\u{FEFF}\"", "\u{2028}\u{FEFF}"),
    ("[]", []), ("[ ]", []), ("[1,[2 , \"3\"],{}]", [1, [2, "3"], [:]]),
    ("{}", [:]), (#"{"a":1,"b":{"a":null}}"#, ["a": 1, "b": ["a": .null]]), (#"{"":0}"#, ["": 0]),
    // Two names to every reader but one that compares by canonical equivalence.
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
  ]

  @Test(arguments: values)
  func `every form of a value`(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
  }

  @Test func `64 levels`() throws {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try JSONParser.parse(Array(text.utf8)) }
    // Depth counts what is open, not what was opened.
    let wide = "[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]"
    #expect(throws: Never.self) { try JSONParser.parse(Array(wide.utf8)) }
  }

  @Test func `what the writer wrote`() throws {
    let value: JSONValue = [
      "text": "quote \" backslash \\ control \u{1} newline \n é 😀", "list": [1, -2, 0.25, .null, true],
      "deep": ["a": ["b": [:]]], "big": .integer(.min), "small": .number(.leastNonzeroMagnitude),
    ]
    #expect(try JSONParser.parse(value.bytes) == value)
  }
}

@Suite("The parser refuses") struct ParserRefusal {
  /// A text and the offset of its first fault.
  static let texts: [(String, Int)] = [
    ("", 0), ("  \n", 3), ("\u{FEFF}{}", 0), ("[1] 2", 4), ("{}{}", 2), ("[][]", 2), ("1 x", 2), ("nul", 0),
    ("True", 0),
    ("truefalse", 0), ("nullx", 0), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("undefined", 0), ("'a'", 0),
    ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 2), ("[,1]", 1), ("[1,,2]", 3), ("[1 2]", 3), ("]", 0), ("[1}", 2),
    ("[1:2]", 2), ("[\"a\"", 4), ("[\u{C}1]", 1), ("[\u{A0}1]", 1), ("\u{2060}[]", 0),
    ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,", 7), ("{\"a\":1,}", 6), ("{,}", 1),
    ("{a:1}", 1),
    ("{'a':1}", 1), ("{1:1}", 1), ("{\"a\" 1}", 5), ("{\"a\"::1}", 5), ("{\"a\":1 \"b\":2}", 7), ("{\"a\",1}", 4),
    ("{\"a\":1,,\"b\":2}", 7), ("{\"a\":1]", 6), ("{[]:1}", 1), ("{null:1}", 1),
    ("[1]//x", 3), ("/*x*/1", 0), ("[1,/**/2]", 3), ("#x\n1", 0),
    ("+1", 0), ("-", 1), ("--1", 1), ("-a", 1), ("01", 0), ("-01", 1), ("00", 0), (".5", 0), ("-.5", 1), ("1.", 2),
    ("1.e1", 2),
    ("1e", 2), ("1e+", 3), ("1E-x", 3), ("0x1", 1), ("1_000", 1), ("1.2.3", 3), ("1e5.5", 3), ("1 000", 2), ("１", 0),
    ("٥", 0),
    ("1e400", 0), ("-1e400", 0), ("1f", 1),
    ("\"", 1), ("\"a", 2), ("\"a\\", 3), ("\"a\\\"", 4), ("\"\\x41\"", 1), ("\"\\a\"", 1), ("\"\\'\"", 1),
    ("\"\\u\"", 3),
    ("\"\\u12\"", 5), ("\"\\u00G0\"", 5), ("\"\\u+123\"", 3), ("\"\\U0041\"", 1), ("\"\\u12", 5), ("\"\\u００41\"", 3),
    ("\"\\é\"", 1),
    ("\"\n\"", 1), ("\"\t\"", 1), ("\"\u{0}\"", 1), ("\"a\u{1F}\"", 2),
    ("\"\\ud800\"", 1), ("\"\\ud800x\"", 1), ("\"\\udc00\"", 1), ("\"\\udc00\\ud800\"", 1), ("\"\\ud800\\ud800\"", 1),
    ("\"\\ud800\\n\"", 1), ("\"\\ud800\\u0041\"", 1), ("\"\\ud800\\\"", 1), ("\"\\uD800\\u\"", 9),
    ("\"\\uD800\\uDC\"", 11),
    (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"x":{"b":1,"c":2,"b":3}}"#, 18), (#"{"":1,"":1}"#, 6),
  ]

  @Test(arguments: texts)
  func `what RFC 8259 and RFC 7493 do not allow`(text: String, offset: Int) {
    let fault = #expect(throws: JSONFault.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(fault?.offset == offset)
    #expect(fault?.message.hasSuffix(".") == true)
  }

  static let malformed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0x81], [0xC2], [0xC2, 0x22], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
    [0xE6, 0x97],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xF0, 0x9F, 0x98],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    [0xE2, 0x28, 0xA1],
  ]

  @Test(arguments: malformed)
  func `bytes that are not UTF-8`(bytes: [UInt8]) {
    for (text, offset) in [
      ([0x22] + bytes + [0x22], 1), ([0x22, 0x61] + bytes, 2), (Array("{\"".utf8) + bytes + Array("\":1}".utf8), 2),
      (bytes, 0),
    ] {
      let fault = #expect(throws: JSONFault.self) { try JSONParser.parse(text) }
      #expect(fault?.offset == offset)
    }
  }

  @Test(
    arguments: [
      [0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0x00, 0x5B, 0x00, 0x5D], [0x5B, 0x00, 0x5D, 0x00], [0x00],
    ] as [[UInt8]])
  func `other encodings`(text: [UInt8]) {
    #expect(throws: JSONFault.self) { try JSONParser.parse(text) }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `more than 64 levels without using up the stack`(open: String) {
    let text = String(repeating: open, count: 100_000)
    let fault = #expect(throws: JSONFault.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(fault?.message.contains("64") == true)
  }

  @Test func `a name that stands twice among thousands`() {
    let members = (0..<20_000).map { "\"n\($0)\":0" } + ["\"n1\\u0037\":0"]
    let text = "{" + members.joined(separator: ",") + "}"
    let fault = #expect(throws: JSONFault.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(fault?.message.contains("n17") == true)
  }

  @Test func `every beginning of a text`() throws {
    let text = Array(#"{"a":[1.5e3,"\ud83d\ude00é",true,null,{}],"b":-1}"#.utf8)
    _ = try JSONParser.parse(text)
    for length in 0..<text.count {
      let fault = #expect(throws: JSONFault.self) { try JSONParser.parse(Array(text[..<length])) }
      #expect((fault?.offset ?? .max) <= length)
    }
  }

  @Test func `and names the line`() {
    let text = Array("{\n  \"a\": 1,\n  \"b\": }\n".utf8)
    let fault = #expect(throws: JSONFault.self) { try JSONParser.parse(text) }
    #expect(fault?.line(in: text) == 3)
  }
}

@Suite("A number of any length") struct NumberLength {
  @Test(arguments: ["9", "-9", "0.1", "1e", "0."])
  func `takes time linear in it`(start: String) throws {
    let text = Array((start + String(repeating: "9", count: 1_000_000)).utf8)
    // A million digits before the point or in the exponent exceed every Double; behind the point they don't.
    if start.contains(".") {
      #expect(throws: Never.self) { try JSONParser.parse(text) }
    } else {
      #expect(throws: JSONFault.self) { try JSONParser.parse(text) }
    }
  }

  @Test func `that fits is kept`() throws {
    let text = Array(("1" + String(repeating: "0", count: 300)).utf8)
    #expect(try JSONParser.parse(text) == .number(1e300))
  }
}
